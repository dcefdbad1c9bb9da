import { type ReactNode, useEffect } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { StateLabel } from '../../ui/text/state-label.tsx'
import type { Command } from './commands.ts'
import styles from './search-suggestion-list.module.css'
import type { IdSuggestion } from './use-id-suggestions.ts'
import { buildOptionId } from './use-suggestion-listbox.ts'

interface SearchSuggestionListProps {
  readonly id: string
  readonly suggestions: readonly IdSuggestion[]
  /** Commands of the palette, those of one group together. */
  readonly commands: readonly Command[]
  /** Index reached by arrow keys; null while the text itself is meant. */
  readonly active: number | null
  readonly typed: string
  readonly onPick: (picked: IdSuggestion | Command) => void
}

/** Suggested IDs from our records that start with the typed text, and commands; focus stays in the field. */
export function SearchSuggestionList({
  id,
  suggestions,
  commands,
  active,
  typed,
  onPick,
}: SearchSuggestionListProps): ReactNode {
  const texts = useMessages('search')
  const activeId = active === null ? null : buildOptionId(id, active)
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <div
      id={id}
      role="listbox"
      aria-label={commands.length > 0 ? texts.commands : texts.suggestions}
      className={commands.length > 0 ? `${styles.list} ${styles.palette}` : styles.list}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: key events go to the field, which has the focus
        // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant of the field
        <div
          key={`${suggestion.kind} ${suggestion.text} ${suggestion.transaction}`}
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
          <span className={styles.kind}>{texts.attempts[suggestion.kind]}</span>
          <span className={styles.state}>
            <StateLabel state={suggestion.state} tagless />
          </span>
        </div>
      ))}
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden className={styles.group}>
            {group}
          </p>
          {commands.map((command, index) =>
            command.group === group ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: key events go to the field, which has the focus
              // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant of the field
              <div
                key={command.id}
                id={buildOptionId(id, suggestions.length + index)}
                role="option"
                aria-selected={suggestions.length + index === active}
                className={`${styles.option} ${styles.command}`}
                // Keep the focus in the field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onPick(command)}
              >
                <span className={styles.text}>{command.label}</span>
                {command.keys === undefined ? null : (
                  <span aria-hidden>
                    <Kbd keys={command.keys} />
                  </span>
                )}
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
