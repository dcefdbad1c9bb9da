import type { PersonSettings } from '@paydesk/shared/administration/settings'
import { createContext, use } from 'react'

const context = createContext<(change: Partial<PersonSettings>) => void>(() => {})
export const ChangeSettingsProvider = context.Provider

/** Returns what changes one of the person's settings: at once on screen, and taken back if it cannot be saved. */
export const useChangeSettings = () => use(context)
