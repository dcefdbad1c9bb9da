import { applySettingsChange, type PersonSettings } from '@paydesk/shared/administration/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { settingsQueries } from '../features/settings/queries.ts'
import { sessionQueries } from '../features/sign-in/queries.ts'
import { useApiClient } from '../lib/api/api-client-context.tsx'
import type { WantedSettingsChange } from '../lib/settings-context.ts'
import { useSetShortcutsEnabled } from '../ui/state/shortcuts.tsx'

/** Applies what the settings say of looks and shortcuts before the next paint. */
export function useApplySettings({ theme, density, shortcuts }: PersonSettings): void {
  const switchShortcuts = useSetShortcutsEnabled()
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

/** Returns what changes settings: at once on screen, and taken back if they cannot be saved. */
export function useSaveSettings(): (change: WantedSettingsChange) => void {
  const client = useApiClient()
  const queryClient = useQueryClient()
  const { queryKey } = sessionQueries(client).whoAmI()
  const show = (change: (settings: PersonSettings) => PersonSettings) =>
    queryClient.setQueryData(
      queryKey,
      (session) => session && { ...session, settings: change(session.settings) },
    )
  const { mutate } = useMutation(settingsQueries(client).save())
  return (wanted) => {
    const before = queryClient.getQueryData(queryKey)?.settings
    if (before === undefined) return
    const change = typeof wanted === 'function' ? wanted(before) : wanted
    if (change === null) return
    const after = applySettingsChange(before, change)
    // Another setting that is changed until then stays.
    const back = Object.entries(before).filter(
      ([name]) => after[name as keyof PersonSettings] !== before[name as keyof PersonSettings],
    )
    show((settings) => applySettingsChange(settings, change))
    mutate(change, { onError: () => show((settings) => ({ ...settings, ...Object.fromEntries(back) })) })
  }
}
