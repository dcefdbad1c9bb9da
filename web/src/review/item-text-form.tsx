import { noteText } from '@paydesk/shared/review'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { personalMarks } from '../ui/personal-marks.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import styles from './item-text-form.module.css'

interface TextFormProps {
  /** Puts the keyboard into the text. */
  readonly id?: string
  readonly label: string
  /** The words of the button, before and while it is sent. */
  readonly go: string
  readonly going: string
  /** Said where it could not be kept. */
  readonly missing: string
  /** Above the text: what else is to be chosen. */
  readonly children?: ReactNode
  /** Sends it; what was typed stays until this has ended well. */
  readonly send: (text: string) => Promise<unknown>
  /** What was typed here before, and who keeps what is typed now. */
  readonly before?: string
  readonly onText?: (text: string) => void
  /** Why it cannot be sent any more: the form stays only where something was typed. */
  readonly closed?: string | null
  /** The keyboard begins in it. */
  readonly isFocused?: boolean
  /** A way out, where the form is not always there. */
  readonly onLeave?: () => void
}

const shortest = 3
const longest = 1_000

/** A text of somebody about an item: warned where it looks like personal data, kept where sending failed. */
export function TextForm({
  id,
  label,
  go,
  going,
  missing,
  children,
  send,
  before = '',
  onText,
  closed = null,
  isFocused = false,
  onLeave,
}: TextFormProps): ReactNode {
  const ids = { text: useId(), help: useId() }
  const [text, setText] = useState(before)
  const [sent, setSent] = useState<{ readonly busy: boolean; readonly error: unknown }>(idle)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) area.current?.focus()
  }, [isFocused])
  const marks = personalMarks(text)
  const isReady = closed === null && noteText.safeParse(text).success
  function changeTo(next: string) {
    setText(next)
    onText?.(next)
  }
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || sent.busy) return
    setSent({ busy: true, error: null })
    try {
      await send(text.trim())
      changeTo('')
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
      <textarea
        ref={area}
        id={id ?? ids.text}
        rows={2}
        value={text}
        maxLength={longest}
        aria-describedby={ids.help}
        className={styles.text}
        onChange={(event) => changeTo(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void onSubmit(event)
          if (event.key === 'Escape' && onLeave) onLeave()
        }}
      />
      <p id={ids.help} className={styles.words} aria-live="polite">
        {closed ??
          (marks.length > 0 ? (
            <b className={styles.warning}>
              <span aria-hidden>▲</span> This looks like {marks.join(' and ')}: it is kept as typed, so leave
              it out.
            </b>
          ) : (
            `${shortest} characters or more, kept with your name.`
          ))}
      </p>
      <p className={styles.actions}>
        <Button type="submit" aria-keyshortcuts="Control+Enter" disabled={!isReady || sent.busy}>
          {sent.busy ? going : go}
          <span aria-hidden>
            <Kbd keys="Ctrl ↵" />
          </span>
        </Button>
        {onLeave ? (
          <Button look="quiet" onClick={onLeave}>
            Leave it
          </Button>
        ) : null}
      </p>
      {sent.error ? <ProblemNote error={sent.error} missing={missing} /> : null}
    </form>
  )
}

const idle = { busy: false, error: null }
