import type { PersonSettings } from '@paydesk/shared/administration/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { settingsQueries } from '../features/settings/queries.ts'
import { sessionQueries } from '../features/sign-in/queries.ts'
import { useApiClient } from '../lib/api/api-client-context.tsx'
import { useSwitchShortcuts } from '../ui/state/shortcuts.tsx'

/** Applies what the settings say of looks and shortcuts before the next paint. */
export function useApplySettings({ theme, density, shortcuts }: PersonSettings): void {
  const switchShortcuts = useSwitchShortcuts()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (theme === null) delete dataset.theme
    else dataset.theme = theme
    // Few people need these colours: they come with the choice.
    if (theme === 'contrast') void import('../ui/contrast.css')
    if (density === null) delete dataset.density
    else dataset.density = density
  }, [theme, density])
  useLayoutEffect(() => switchShortcuts(shortcuts !== 'off'), [switchShortcuts, shortcuts])
}

/** Returns what changes one of the settings: at once on screen, and taken back if it cannot be saved. */
export function useSaveSettings(): (change: Partial<PersonSettings>) => void {
  const client = useApiClient()
  const queryClient = useQueryClient()
  const { queryKey } = sessionQueries(client).whoAmI()
  const show = (settings: PersonSettings) =>
    queryClient.setQueryData(queryKey, (session) => session && { ...session, settings })
  const { mutate } = useMutation(settingsQueries(client).save())
  return (change) => {
    const settings = queryClient.getQueryData(queryKey)?.settings
    if (settings === undefined) return
    const wanted = { ...settings, ...change }
    show(wanted)
    mutate(wanted, { onError: () => show(settings) })
  }
}
