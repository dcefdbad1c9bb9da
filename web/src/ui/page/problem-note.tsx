import type { InvalidField } from '@paydesk/shared/core/problem'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { describeFieldRule } from '../../lib/api/field-rule.ts'
import { describeFailure, type FailureDetails, isOutcomeUnknown } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages, useMessagesOfError } from '../../lib/messages/messages-context.tsx'
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

/**
 * Shows a failure: what failed, what to do, the reference to quote, and a retry button, unless a second try finds
 * nothing either.
 */
export function ProblemNote({
  error,
  retry,
  retrying = false,
  unknown,
  ...props
}: ProblemNoteProps): ReactNode {
  const failure = describeFailure(error)
  const { title, detail } = useFailureTexts(failure)
  const missing = unknown !== undefined && isOutcomeUnknown(error) ? unknown : props.missing
  return (
    <div className={styles.note} role="alert" data-mismatch={failure.id === 'upstream_mismatch' || undefined}>
      <TriangleAlert size={16} aria-hidden className={styles.mark} />
      <div className={styles.words}>
        <p className={styles.title}>{missing ?? title}</p>
        <p>
          {missing && title ? `${title}. ` : ''}
          {detail}
        </p>
        <InvalidFields fields={failure.fields ?? []} />
        <SupportReferenceLine reference={failure.reference} />
        {retry && failure.id !== 'not_found' ? (
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

/** Returns the texts of a failure; empty while they load. An error whose texts do not arrive is Paydesk's. */
function useFailureTexts({ id, local }: FailureDetails): { readonly title: string; readonly detail: string } {
  const { failures } = useMessages('ui')
  const problems = useMessagesOfError('problems', local === undefined)
  if (local !== undefined) return failures[local]
  if (problems === null) return { title: '', detail: '' }
  return problems?.[id] ?? failures.unexpected
}

/** Names the invalid fields with the form that they should have; without a form while the texts load. */
function InvalidFields({ fields }: { readonly fields: readonly InvalidField[] }): ReactNode {
  const rules = useMessagesOfError('fieldRules', fields.length > 0)
  const format = useFormatter()
  return fields.map((field) => (
    <p key={field.name}>
      <code>{field.name}</code>
      {rules ? `: ${describeFieldRule(field, rules, format)}` : null}
    </p>
  ))
}

/** Shows the support reference to copy, or says that no answer brought one. */
export function SupportReferenceLine({ reference }: { readonly reference: string | null }): ReactNode {
  const { problem } = useMessages('ui')
  if (reference === null) return <p className={styles.reference}>{problem.noReference}</p>
  return (
    <p className={styles.reference}>
      {problem.reference} <code>{reference}</code>{' '}
      <CopyButton text={reference} what={problem.referenceNoun} />
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
  const { problem } = useMessages('ui')
  const format = useFormatter()
  const [until] = useState(() => Date.now() + after * 1_000)
  const left = Math.ceil((until - useNowEverySecond()) / 1_000)
  const waits = after > 0 && left > 0
  return (
    <Button disabled={waits || retrying} onClick={retry} className={styles.retry}>
      <RotateCw size={14} aria-hidden />
      {retrying ? problem.retrying : waits ? format.text(problem.retryIn, { seconds: left }) : problem.retry}
    </Button>
  )
}
