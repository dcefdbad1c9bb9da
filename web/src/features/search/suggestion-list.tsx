import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { StateLabel } from '../../ui/text/state-label.tsx'
import styles from './suggestion-list.module.css'
import type { IdSuggestion } from './use-id-suggestions.ts'

interface SuggestionListProps {
  readonly id: string
  readonly suggestions: readonly IdSuggestion[]
  /** Index reached by arrow keys; null while the text itself is meant. */
  readonly active: number | null
  readonly typed: string
  readonly onPick: (suggestion: IdSuggestion) => void
}

export function buildOptionId(list: string, index: number): string {
  return `${list}-${index}`
}

/** Suggested ids from our records that start with the typed text; focus stays in the field. */
export function SuggestionList({ id, suggestions, active, typed, onPick }: SuggestionListProps): ReactNode {
  const texts = useMessages('search')
  return (
    <div id={id} role="listbox" aria-label={texts.suggestions} className={styles.list}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: key events go to the field, which has the focus
        // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant of the field
        <div
          key={`${suggestion.of} ${suggestion.text} ${suggestion.transaction}`}
          id={buildOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          // Keep the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          <code className={styles.text}>
            <b>{suggestion.text.slice(0, typed.length)}</b>
            {suggestion.text.slice(typed.length)}
          </code>
          <span className={styles.kind}>{texts.attempts[suggestion.of]}</span>
          <span className={styles.state}>
            <StateLabel state={suggestion.state} tagless />
          </span>
        </div>
      ))}
    </div>
  )
}
