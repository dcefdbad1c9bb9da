import type { MentionCandidate } from '@paydesk/shared/cases/review-cases'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { isComposingKey } from '../../ui/state/key-press.ts'
import styles from './case-text-form.module.css'
import {
  findMentionedColleagues,
  findMentionToken,
  insertMention,
  isColleagueName,
  type MentionToken,
  matchColleagues,
} from './mention-text.ts'
import type { ReviewCaseRef } from './queries.ts'
import { reviewQueries } from './queries.ts'

/** Limit of suggestions; typing another letter narrows the list. */
const maxSuggestions = 6

interface MentionInput {
  readonly text: string
  readonly changeTo: (text: string) => void
  readonly area: RefObject<HTMLTextAreaElement | null>
}

/** Mentions in a text: `@` suggests colleagues who may see the case. A null `place` disables mentions. */
export function useMentions(reviewCaseRef: ReviewCaseRef | null, { text, changeTo, area }: MentionInput) {
  const { note } = useMessages('review')
  const id = useId()
  const [token, setToken] = useState<MentionToken | null>(null)
  const [active, setActive] = useState(0)
  const chosen = useRef(new Set<string>())
  const caret = useRef<number | null>(null)
  // Set the caret in a layout effect, so that fast typing continues after the inserted name.
  useLayoutEffect(() => {
    const wanted = caret.current
    caret.current = null
    if (wanted === null || area.current?.value !== text) return
    area.current.focus()
    area.current.setSelectionRange(wanted, wanted)
  }, [text, area])
  const query = useQuery({
    ...reviewQueries(useApiClient()).colleagues(reviewCaseRef),
    enabled: reviewCaseRef !== null && text.includes('@'),
  })
  const colleagues = query.data?.colleagues ?? []
  const offered = token === null ? [] : matchColleagues(token.typedName, colleagues).slice(0, maxSuggestions)
  const isOpen = offered.length > 0
  const at = Math.min(active, offered.length - 1)

  function pick({ colleague, name }: MentionCandidate): void {
    if (token === null) return
    const next = insertMention(text, token, name)
    chosen.current.add(colleague)
    caret.current = next.caret
    changeTo(next.text)
    setToken(null)
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    const one = offered[at]
    if (one === undefined || event.ctrlKey || event.metaKey || isComposingKey(event.nativeEvent)) return false
    if (event.key === 'ArrowDown') setActive((at + 1) % offered.length)
    else if (event.key === 'ArrowUp') setActive((at + offered.length - 1) % offered.length)
    else if (event.key === 'Escape') setToken(null)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(one)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    named: reviewCaseRef === null ? [] : findMentionedColleagues(text, colleagues, chosen.current),
    /** Explains why there are no suggestions. */
    why: token === null ? null : explainNoMatches(query, token, colleagues, offered, note),
    /** Updates the token before the caret on input; moving the caret alone changes nothing. */
    follow({ value, selectionStart }: HTMLTextAreaElement) {
      setToken(reviewCaseRef === null ? null : findMentionToken(value, selectionStart))
      setActive(0)
    },
    close: () => setToken(null),
    /** Returns true if the suggestion list handled the key. */
    onKeyDown,
    described: {
      'aria-autocomplete': reviewCaseRef === null ? undefined : ('list' as const),
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${at}` : undefined,
    },
    list: isOpen ? <MentionSuggestions id={id} offered={offered} at={at} onPick={pick} /> : null,
  }
}

function explainNoMatches(
  { error, data }: { readonly error: unknown; readonly data: unknown },
  { typedName }: MentionToken,
  colleagues: readonly MentionCandidate[],
  offered: readonly MentionCandidate[],
  texts: Messages['review']['note'],
): string | null {
  if (error) return texts.colleaguesFailed
  if (data === undefined || offered.length > 0) return null
  if (colleagues.length === 0) return texts.noColleagues
  return isColleagueName(typedName, colleagues) ? null : texts.noMatch
}

interface MentionSuggestionsProps {
  readonly id: string
  readonly offered: readonly MentionCandidate[]
  readonly at: number
  readonly onPick: (one: MentionCandidate) => void
}

function MentionSuggestions({ id, offered, at, onPick }: MentionSuggestionsProps): ReactNode {
  const { note } = useMessages('review')
  return (
    <div id={id} role="listbox" aria-label={note.suggestions} className={styles.offered}>
      {offered.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: key events go to the field, which has the focus
        // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant of the field
        <div
          key={one.colleague}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={styles.option}
          // Keep the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          {one.name}
        </div>
      ))}
    </div>
  )
}
