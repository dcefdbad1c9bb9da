import type { CaseNote } from '@paydesk/shared/cases/review-cases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { CaseTextForm } from '../case-text-form.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries, updateCachedReviewCase } from '../queries.ts'
import styles from './case-notes.module.css'

export interface NoteDraft {
  readonly initialText: string
  readonly onChange: (text: string) => void
}

interface CaseNotesSectionProps {
  readonly place: ReviewCaseRef
  readonly notes: readonly CaseNote[]
  /** True if the role may write notes. */
  readonly may: boolean
  /** Unsent text from an earlier visit of the case, in memory only. */
  readonly typed: NoteDraft
  /** False once the case left review: no further notes are accepted. */
  readonly isOpen: boolean
}

const noteActionLabels: Record<CaseNote['what'], string | null> = {
  note: null,
  take_over: 'took it over',
  snooze: 'put it off',
  sent_back: 'sent the decision back',
}
const noteFieldId = 'item-note'

/** Lists the notes of a case, newest first; notes are never overwritten. */
export function CaseNotesSection({ place, notes, may, typed, isOpen }: CaseNotesSectionProps): ReactNode {
  const queries = reviewQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const note = useMutation({
    ...queries.note(place),
    async onSuccess(row) {
      updateCachedReviewCase(queryClient, place.env, row)
      announce('The note is kept')
      await queryClient.invalidateQueries(queries.item(place))
    },
  })
  const mayAdd = may && isOpen
  useShortcut('n', 'Write a note', () => document.getElementById(noteFieldId)?.focus(), mayAdd)
  return (
    <Section title="Notes" {...(mayAdd ? { keys: 'n' } : {})} note={notes.length > 0 ? notes.length : null}>
      {may ? (
        <CaseTextForm
          {...typed}
          id={noteFieldId}
          closed={
            isOpen ? null : 'It is not in review any more: no note is taken. What you typed is still here.'
          }
          label="Note for colleagues"
          go="Keep the note"
          going="Keeping…"
          missing="The note was not kept"
          mentionsAt={place}
          send={(text, mentions) => note.mutateAsync({ text, mentions: [...mentions] })}
        />
      ) : null}
      {notes.length === 0 ? <p className={styles.none}>Nobody has written anything.</p> : null}
      <ol className={styles.list} aria-label="Notes">
        {notes.toReversed().map(({ seq, at, by, what, text, mentions }) => (
          <li
            key={seq}
            className={styles.note}
            data-what={what}
            data-mine={mentions.some(({ me }) => me) || undefined}
          >
            <p className={styles.head}>
              <b>{by.me ? 'You' : by.name}</b> {noteActionLabels[what]} <RowTime at={at} as="exact" />
              <NoteMentions mentions={mentions} />
            </p>
            <p className={styles.text}>
              <FieldValue value={text} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Shows the recipients of a note, or only "mentions you" to a recipient. */
function NoteMentions({ mentions }: Pick<CaseNote, 'mentions'>): ReactNode {
  if (mentions.length === 0) return null
  if (mentions.some(({ me }) => me)) return <b className={styles.named}> · mentions you</b>
  return <> · for {mentions.map(({ name }) => name).join(', ')}</>
}
