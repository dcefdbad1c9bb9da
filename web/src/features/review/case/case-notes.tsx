import type { CaseNote } from '@paydesk/shared/cases/review-cases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { CaseTextForm } from '../case-text-form.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries, updateCachedReviewCase } from '../queries.ts'
import styles from './case-notes.module.css'

interface CaseNotesSectionProps {
  readonly place: ReviewCaseRef
  readonly notes: readonly CaseNote[]
  /** True if the role may write notes. */
  readonly may: boolean
  /** False once the case left review: no further notes are accepted. */
  readonly isOpen: boolean
}

const noteFieldId = 'item-note'

/** Lists the notes of a case, newest first; notes are never overwritten. */
export function CaseNotesSection({ place, notes, may, isOpen }: CaseNotesSectionProps): ReactNode {
  const { youFirst } = useMessages('review')
  const { inputKept, notes: texts } = useMessages('reviewCase')
  const format = useFormat()
  const queries = reviewQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const note = useMutation({
    ...queries.note(place),
    async onSuccess(row) {
      updateCachedReviewCase(queryClient, place.env, row)
      showToast({ text: texts.saved })
      await queryClient.invalidateQueries(queries.item(place))
    },
  })
  const mayAdd = may && isOpen
  useShortcut('m', texts.shortcut, () => document.getElementById(noteFieldId)?.focus(), mayAdd)
  return (
    <Section
      title={texts.title}
      {...(mayAdd ? { keys: 'n' } : {})}
      note={notes.length > 0 ? notes.length : null}
    >
      {may ? (
        <CaseTextForm
          place={place}
          kind="case_note"
          id={noteFieldId}
          closed={isOpen ? null : `${texts.closed} ${inputKept}`}
          label={texts.label}
          go={texts.save}
          going={texts.saving}
          missing={texts.notSaved}
          hasMentions
          send={(text, mentions) => note.mutateAsync({ text, mentions: [...mentions] })}
        />
      ) : null}
      {notes.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ol className={styles.list} aria-label={texts.title}>
        {notes.toReversed().map(({ seq, at, by, kind, text, mentions }) => (
          <li
            key={seq}
            className={styles.note}
            data-what={kind}
            data-mine={mentions.some(({ me }) => me) || undefined}
          >
            <p className={styles.head}>
              {format.parts(texts.heads[kind], {
                name: <b key="name">{by.me ? youFirst : by.name}</b>,
                time: <RowTime key="time" at={at} as="exact" />,
              })}
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
  const { notes: texts } = useMessages('reviewCase')
  const format = useFormat()
  if (mentions.length === 0) return null
  if (mentions.some(({ me }) => me)) return <b className={styles.named}> · {texts.mentionsYou}</b>
  return <> · {format.text(texts.mentions, { names: mentions.map(({ name }) => name).join(', ') })}</>
}
