import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ChangeEvent, KeyboardEvent } from 'react'
import { useState } from 'react'
import { isComposingKey } from '../../ui/state/key-press.ts'
import { useShortcutHelpEntry } from '../../ui/state/shortcuts.tsx'
import type { Command, CommandMatches } from './commands.ts'
import { type IdSuggestion, useIdSuggestions } from './use-id-suggestions.ts'

interface SuggestionListboxOptions {
  /** Finds pages and actions for a text, in the command palette. */
  readonly find: ((typed: string) => CommandMatches | undefined) | undefined
  readonly suggestsIds: boolean
}

/**
 * List below the search field: suggested IDs, then commands. Opens while typing, in the palette at once; moves by
 * arrow keys, closes on Escape. The first command is active by itself if the text can hardly be an ID.
 */
export function useSuggestionListbox(env: EnvironmentName, { find, suggestsIds }: SuggestionListboxOptions) {
  useShortcutHelpEntry('searchSuggestions', '↑ ↓ ↵ Esc')
  const [typed, setTyped] = useState<string | null>(find === undefined ? null : '')
  /** Option reached by arrow keys; undefined before the first of them. */
  const [moved, setMoved] = useState<number | null>()
  const suggestions = useIdSuggestions(env, suggestsIds ? typed : null)
  const { commands = [], isSure = false } = (typed === null ? undefined : find?.(typed)) ?? {}
  const options: readonly (IdSuggestion | Command)[] = [...suggestions, ...commands]
  const isOpen = options.length > 0
  const active = moved === undefined ? (isSure ? suggestions.length : null) : moved
  const at = active !== null && active < options.length ? active : null
  function close() {
    setTyped(null)
    setMoved(undefined)
  }
  return {
    suggestions,
    commands,
    isOpen,
    active: at,
    picked: at === null ? null : options[at],
    close,
    follow({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      // Suggest nothing for pasted text, which is complete.
      const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
      setTyped(isPasted ? null : target.value)
      setMoved(undefined)
    },
    onKeyDown(event: KeyboardEvent) {
      if (isComposingKey(event.nativeEvent)) {
        // The form must not be sent by an Enter that ends a word.
        if (event.key === 'Enter') event.preventDefault()
        return
      }
      if (!isOpen) return
      const last = options.length - 1
      if (event.key === 'ArrowDown') setMoved(at === null ? 0 : at === last ? null : at + 1)
      else if (event.key === 'ArrowUp') setMoved(at === null ? last : at === 0 ? null : at - 1)
      // In the palette Escape closes the dialog, of which the list is a part.
      else if (event.key === 'Escape' && find === undefined) close()
      else return
      // Stop the event: a key that moves in the list, or closes it, does nothing else.
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Builds the ID of an option, which the field names while the option is active. */
export function buildOptionId(list: string, index: number): string {
  return `${list}-${index}`
}
