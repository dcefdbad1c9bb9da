import type { PersonSettings, SettingsChange } from '@paydesk/shared/administration/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { settingsQueries } from '../features/settings/queries.ts'
import { sessionQueries } from '../features/sign-in/queries.ts'
import { useApiClient } from '../lib/api/api-client-context.tsx'
import type { WantedSettingsChange } from '../lib/settings-context.ts'
import { useSetShortcutsEnabled } from '../ui/state/shortcuts.tsx'
import { addOwnChange, applyOwnChanges, settleOwnChange, type UnsavedSettings } from './unsaved-settings.ts'

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
  const { mutateAsync } = useMutation(settingsQueries(client).save())
  const shown = useRef<(UnsavedSettings & { readonly settings: PersonSettings }) | null>(null)
  function readUnsaved(): UnsavedSettings | null {
    const settings = queryClient.getQueryData(queryKey)?.settings
    if (settings === undefined) return null
    // Settings that were loaded in the meantime replace those that were known.
    if (settings !== shown.current?.settings)
      return { before: settings, changes: shown.current?.changes ?? [] }
    return shown.current
  }
  function show(unsaved: UnsavedSettings) {
    const settings = applyOwnChanges(unsaved)
    const session = queryClient.setQueryData(queryKey, (before) => before && { ...before, settings })
    // The query may keep an equal object that it had before.
    shown.current = session === undefined ? null : { ...unsaved, settings: session.settings }
  }
  function settle(change: SettingsChange, isSaved: boolean) {
    const unsaved = readUnsaved()
    if (unsaved !== null) show(settleOwnChange(unsaved, change, isSaved))
  }
  return (wanted) => {
    const unsaved = readUnsaved()
    if (unsaved === null) return
    const wantedChange = typeof wanted === 'function' ? wanted(applyOwnChanges(unsaved)) : wanted
    if (wantedChange === null) return
    // A copy of its own: the caller may want the same change twice.
    const change = { ...wantedChange }
    show(addOwnChange(unsaved, change))
    // The promise of each change is its own; a callback given to `mutate` is lost with the next change.
    mutateAsync(change).then(
      () => settle(change, true),
      () => settle(change, false),
    )
  }
}
