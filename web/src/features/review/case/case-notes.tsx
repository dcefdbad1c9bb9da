import type { ReviewNote } from '@paydesk/shared/work/review'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { ShownValue } from '../../../ui/text/masked-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { TextForm } from '../item-text-form.tsx'
import type { ItemPlace } from '../queries.ts'
import { reviewQueries, showRow } from '../queries.ts'
import styles from './item-notes.module.css'

export interface TypedText {
  readonly before: string
  readonly onText: (text: string) => void
}

interface NotesSectionProps {
  readonly place: ItemPlace
  readonly notes: readonly ReviewNote[]
  /** Whether this role writes notes. */
  readonly may: boolean
  /** What was typed here before the person went to another item; in memory only. */
  readonly typed: TypedText
  /** False once it left review: no more are taken. */
  readonly isOpen: boolean
}

const whatWords: Record<ReviewNote['what'], string | null> = {
  note: null,
  take_over: 'took it over',
  snooze: 'put it off',
  sent_back: 'sent the decision back',
}
const field = 'item-note'

/** What was written beside the item, newest first; nothing is overwritten. */
export function NotesSection({ place, notes, may, typed, isOpen }: NotesSectionProps): ReactNode {
  const queries = reviewQueries(useClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const note = useMutation({
    ...queries.note(place),
    async onSuccess(row) {
      showRow(queryClient, place.env, row)
      announce('The note is kept')
      await queryClient.invalidateQueries(queries.item(place))
    },
  })
  const mayAdd = may && isOpen
  useKey('n', 'Write a note', () => document.getElementById(field)?.focus(), mayAdd)
  return (
    <Section title="Notes" {...(mayAdd ? { keys: 'n' } : {})} note={notes.length > 0 ? notes.length : null}>
      {may ? (
        <TextForm
          {...typed}
          id={field}
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
              <b>{by.me ? 'You' : by.name}</b> {whatWords[what]} <RowTime at={at} as="exact" />
              <Named mentions={mentions} />
            </p>
            <p className={styles.text}>
              <ShownValue value={text} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Whom a note was for; where that is the one who reads it, that alone. */
function Named({ mentions }: Pick<ReviewNote, 'mentions'>): ReactNode {
  if (mentions.length === 0) return null
  if (mentions.some(({ me }) => me)) return <b className={styles.named}> · mentions you</b>
  return <> · for {mentions.map(({ name }) => name).join(', ')}</>
}
