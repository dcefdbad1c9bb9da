import type { PersonSettings, SettingsChange } from '@paydesk/shared/administration/settings'
import { createContext, use } from 'react'

/** Change of settings, or what makes one from the newest settings; null changes nothing. */
export type WantedSettingsChange = SettingsChange | ((current: PersonSettings) => SettingsChange | null)

const context = createContext<(change: WantedSettingsChange) => void>(() => {})
export const ChangeSettingsProvider = context.Provider

/** Returns what changes settings of the person: at once on screen, and taken back if they cannot be saved. */
export const useChangeSettings = () => use(context)
