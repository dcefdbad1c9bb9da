import { noteMentionsSchema, noteTextSchema, type StaffHandle } from '@paydesk/shared/cases/review-cases'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { isOutcomeUnknown } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { detectPersonalData } from '../../ui/forms/detect-personal-data.ts'
import { useFormatPersonalDataKinds } from '../../ui/forms/use-format-personal-data-kinds.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { isSubmitShortcut } from '../../ui/state/key-press.ts'
import styles from './case-text-form.module.css'
import { useMentions } from './mention-field.tsx'
import type { ReviewCaseRef } from './queries.ts'

type CaseTextKind = 'case_note' | 'case_take_over' | 'case_snooze'

interface CaseTextFormProps {
  /** Id of the text field, so that other code can focus the field. */
  readonly id?: string
  readonly label: string
  /** Button labels, before and while sending. */
  readonly go: string
  readonly going: string
  /** Error message if saving failed. */
  readonly missing: string
  /** Additional inputs above the text. */
  readonly children?: ReactNode
  /** Enables mentions with `@`, limited to colleagues who may see this case. */
  readonly hasMentions?: boolean
  /** Sends the text and its mentions; the input stays until the promise resolves. */
  readonly send: (text: string, mentions: readonly StaffHandle[]) => Promise<unknown>
  /** Case and kind of the text: unsent text is kept as a draft. */
  readonly reviewCaseRef: ReviewCaseRef
  readonly kind: CaseTextKind
  /** Reason why sending is disabled. The form then stays visible only if it contains text. */
  readonly closed?: string | null
  /** Moves focus to the text. */
  readonly isFocused?: boolean
  /** Closes the form, where the form is optional. */
  readonly onLeave?: () => void
}

const minTextLength = 3
const maxTextLength = 1_000

/** Text form of a case. Warns about personal data, and keeps unsent text as a draft. */
export function CaseTextForm(props: CaseTextFormProps): ReactNode {
  const { env, transaction } = props.reviewCaseRef
  return (
    <FormDraftLoader draftRef={{ env, kind: props.kind, about: transaction }}>
      {(draft) => <OpenedTextForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function OpenedTextForm({
  id,
  label,
  go,
  going,
  missing,
  children,
  reviewCaseRef,
  hasMentions = false,
  send,
  draft,
  closed = null,
  isFocused = false,
  onLeave,
}: CaseTextFormProps & { readonly draft: FormDraft<CaseTextKind> }): ReactNode {
  const { note } = useMessages('review')
  const ids = { text: useId(), help: useId() }
  const [text, setText] = useState(draft.initial?.text ?? '')
  const [sent, setSent] = useState<{ readonly busy: boolean; readonly error: unknown }>(idle)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) area.current?.focus()
  }, [isFocused])
  function changeTo(next: string) {
    setText(next)
    draft.change(next === '' ? null : { text: next })
  }
  const mentions = useMentions(hasMentions ? reviewCaseRef : null, { text, changeTo, area })
  const handles = mentions.named.map(({ colleague }) => colleague)
  const isReady =
    closed === null && noteTextSchema.safeParse(text).success && noteMentionsSchema.safeParse(handles).success
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || sent.busy) return
    setSent({ busy: true, error: null })
    try {
      await send(text.trim(), handles)
      setText('')
      draft.forget()
      setSent(idle)
    } catch (error) {
      setSent({ busy: false, error })
    }
  }
  if (closed !== null && text === '') return null
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {children}
      <label htmlFor={id ?? ids.text} className={styles.label}>
        {label}
      </label>
      <div className={styles.field}>
        <textarea
          ref={area}
          id={id ?? ids.text}
          rows={2}
          value={text}
          maxLength={maxTextLength}
          aria-describedby={ids.help}
          {...mentions.described}
          className={styles.text}
          onChange={(event) => {
            changeTo(event.target.value)
            mentions.follow(event.target)
          }}
          onBlur={mentions.close}
          onKeyDown={(event) => {
            if (mentions.onKeyDown(event)) return
            if (isSubmitShortcut(event)) void onSubmit(event)
            if (event.key === 'Escape' && onLeave) onLeave()
          }}
        />
        {mentions.list}
      </div>
      <p id={ids.help} className={styles.words} aria-live="polite">
        {closed ?? <TextFeedback text={text} canTell={hasMentions} {...mentions} />}
      </p>
      <p className={styles.actions}>
        <Button type="submit" aria-keyshortcuts="Control+Enter" disabled={!isReady || sent.busy}>
          {sent.busy ? going : go}
        </Button>
        {onLeave ? (
          <Button look="quiet" onClick={onLeave}>
            {note.cancel}
          </Button>
        ) : null}
      </p>
      <DraftStatus {...draft.status} />
      {sent.error ? (
        <ProblemNote error={sent.error} missing={isOutcomeUnknown(sent.error) ? note.unknown : missing} />
      ) : null}
    </form>
  )
}

interface TextFeedbackProps extends Pick<ReturnType<typeof useMentions>, 'named' | 'why'> {
  readonly text: string
  readonly canTell: boolean
}

/** Tells what sending does, or what is wrong with the text. */
function TextFeedback({ text, canTell, named, why }: TextFeedbackProps): ReactNode {
  const { note } = useMessages('review')
  const format = useFormatter()
  const namesOf = useFormatPersonalDataKinds()
  const marks = detectPersonalData(text)
  if (marks.length > 0)
    return (
      <b className={styles.warning}>
        <span aria-hidden>▲</span> {format.text(note.personalData, { kinds: namesOf(marks) })}
      </b>
    )
  if (why !== null) return why
  if (named.length > maxMentions) return format.text(note.tooManyMentions, { max: maxMentions })
  if (named.length > 0)
    return format.text(note.mentioned, { names: named.map(({ name }) => name).join(', ') })
  const minimum = format.text(note.minimum, { min: minTextLength })
  return canTell ? `${minimum} ${note.mentionHelp}` : minimum
}

const maxMentions = 5
const idle = { busy: false, error: null }
