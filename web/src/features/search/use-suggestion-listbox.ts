import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ChangeEvent, KeyboardEvent } from 'react'
import { useState } from 'react'
import { useIdSuggestions } from './use-id-suggestions.ts'

/** Suggestion list of the search field: opens while typing, moves by arrow keys, closes on Escape. */
export function useSuggestionListbox(env: EnvironmentName) {
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const suggestions = useIdSuggestions(env, typed)
  const isOpen = suggestions.length > 0
  const at = isOpen && active !== null && active < suggestions.length ? active : null
  function close() {
    setTyped(null)
    setActive(null)
  }
  return {
    suggestions,
    isOpen,
    active: at,
    picked: at === null ? null : suggestions[at],
    close,
    follow({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      // Suggest nothing for pasted text, which is complete.
      const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
      setTyped(isPasted ? null : target.value)
      setActive(null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (!isOpen) return
      const last = suggestions.length - 1
      if (event.key === 'ArrowDown') setActive(at === null ? 0 : at === last ? null : at + 1)
      else if (event.key === 'ArrowUp') setActive(at === null ? last : at === 0 ? null : at - 1)
      else if (event.key === 'Escape') close()
      else return
      // Stop the event: Escape closes the list first, and only then the dialog around the search box.
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
