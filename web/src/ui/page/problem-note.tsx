import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { describeFailure, isOutcomeUnknown } from '../../lib/api/problem-error.ts'
import { Button } from '../forms/button.tsx'
import { useNowEverySecond } from '../state/use-now.ts'
import { CopyButton } from '../text/copy-button.tsx'
import styles from './problem-note.module.css'

interface ProblemNoteProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
  readonly retrying?: boolean
  /** States what is missing due to the error: "The transactions could not be read". */
  readonly missing?: string | undefined
  /** Replaces `missing` if a change may or may not be recorded. */
  readonly unknown?: string
}

/** Shows a failure: what failed, what to do, the reference to quote, and a retry button. */
export function ProblemNote({
  error,
  retry,
  retrying = false,
  unknown,
  ...props
}: ProblemNoteProps): ReactNode {
  const failure = describeFailure(error)
  const missing = unknown !== undefined && isOutcomeUnknown(error) ? unknown : props.missing
  return (
    <div className={styles.note} role="alert">
      <TriangleAlert size={16} aria-hidden className={styles.mark} />
      <div className={styles.words}>
        <p className={styles.title}>{missing ?? failure.title}</p>
        <p>
          {missing ? `${failure.title}. ` : ''}
          {failure.detail}
        </p>
        {failure.fields?.map((field) => (
          <p key={field.name}>
            <code>{field.name}</code>: {field.expected}
          </p>
        ))}
        <ReferenceLine reference={failure.reference} />
        {retry ? (
          <RetryButton
            key={failure.reference}
            retry={retry}
            retrying={retrying}
            after={failure.retryAfter ?? 0}
          />
        ) : null}
      </div>
    </div>
  )
}

export function ReferenceLine({ reference }: { readonly reference: string | null }): ReactNode {
  if (reference === null)
    return <p className={styles.reference}>No reference: no answer of Paydesk came back.</p>
  return (
    <p className={styles.reference}>
      Reference <code>{reference}</code> <CopyButton text={reference} what="reference" />
    </p>
  )
}

function RetryButton({
  retry,
  retrying,
  after,
}: {
  retry: () => void
  retrying: boolean
  after: number
}): ReactNode {
  const [until] = useState(() => Date.now() + after * 1_000)
  const left = Math.ceil((until - useNowEverySecond()) / 1_000)
  const waits = after > 0 && left > 0
  return (
    <Button disabled={waits || retrying} onClick={retry} className={styles.retry}>
      <RotateCw size={14} aria-hidden />
      {retrying ? 'Trying again…' : waits ? `Try again in ${left} s` : 'Try again'}
    </Button>
  )
}
