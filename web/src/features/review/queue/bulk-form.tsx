import {
  type DecisionDraft,
  type DecisionReason,
  type Verdict,
  verdict as verdicts,
} from '@paydesk/shared/cases/decisions'
import type { BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { DecisionTicketField } from '../decide/decide-form.tsx'
import { listMissingFields } from '../decide/use-decision-submission.ts'
import styles from '../decide.module.css'
import { DecisionCommentField } from '../decision-comment-field.tsx'
import { approvalReasonLabels, verdictLabels } from '../labels.ts'
import { refreshReviewQueue, reviewQueries } from '../queries.ts'
import { VerdictChoice } from '../verdict-choice.tsx'

interface BulkDecisionFormProps {
  readonly env: EnvironmentName
  readonly rows: readonly CaseSummary[]
  readonly reasons: readonly DecisionReason[]
  readonly onDone: (results: readonly BulkDecisionResult[]) => void
  readonly onClose: () => void
}

const emptyDraft: DecisionDraft = { verdict: null, reason: null, text: '', ticket: '' }
const why = [`Each of them: ${approvalReasonLabels.bulk}`]
const needs = { accept: why, reject: why, cancel: why }

/** Form for one verdict, reason and comment on several cases; each decision waits for an approval. */
export function BulkDecisionForm({ env, rows, reasons, onDone, onClose }: BulkDecisionFormProps): ReactNode {
  const [draft, setDraft] = useState(emptyDraft)
  const area = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const options = useRef<HTMLFieldSetElement>(null)
  useEffect(() => options.current?.focus(), [])
  const sending = useBulkSubmission(env, rows, onDone)
  const missing = listMissingFields({ reasons: [...reasons] }, draft)
  const change = (part: Partial<DecisionDraft>) => setDraft((before) => ({ ...before, ...part }))
  function choose(verdict: Verdict) {
    const first = reasons.find((one) => one.verdict === verdict)?.code ?? null
    change({ verdict, reason: verdict === draft.verdict ? draft.reason : first })
  }
  function chooseByKey(nth: number) {
    const verdict = verdicts.options[nth]
    if (verdict === undefined || !area.current?.contains(document.activeElement)) return
    choose(verdict)
    text.current?.focus()
  }
  useShortcut('1', `Decide together: ${verdictLabels.accept}`, () => chooseByKey(0))
  useShortcut('2', `Decide together: ${verdictLabels.reject}`, () => chooseByKey(1))
  useShortcut('3', `Decide together: ${verdictLabels.cancel}`, () => chooseByKey(2))
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (missing.length === 0) sending.send(draft)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
    if (event.key !== 'Escape') return
    // Leave the text first, so that digits choose again; close only without a comment.
    if (event.target === text.current) options.current?.focus()
    else if (draft.text === '') onClose()
  }
  const title = `Decide about ${rows.length} ${rows.length === 1 ? 'item' : 'items'} together`
  return (
    <Section title={title}>
      <form ref={area} className={styles.form} aria-label={title} onSubmit={send} onKeyDown={onKeyDown}>
        <VerdictChoice
          item={{ reasons: [...reasons], needs }}
          draft={draft}
          group={options}
          onChoose={choose}
          onChange={change}
        />
        <DecisionCommentField
          label="Why"
          value={draft.text}
          field={text}
          onChange={(words) => change({ text: words })}
        />
        <DecisionTicketField value={draft.ticket} onChange={(ticket) => change({ ticket })} />
        {sending.error ? (
          <ProblemNote
            error={sending.error}
            missing={
              isOutcomeUnknown(sending.error)
                ? 'No answer came: look at the rows whether they were decided before you send it again'
                : 'The answer is not known for each item: what was decided already is not decided twice'
            }
          />
        ) : null}
        <div className={styles.go}>
          <Button look="primary" type="submit" disabled={missing.length > 0 || sending.isSending}>
            {sending.isSending ? 'Deciding…' : title}
          </Button>
          <Kbd keys="Ctrl ↵" />
          <Button look="quiet" type="button" onClick={onClose}>
            Close
          </Button>
        </div>
        {missing.length > 0 ? <p className={styles.missing}>Still needed: {missing.join('; ')}.</p> : null}
      </form>
    </Section>
  )
}

function useBulkSubmission(
  env: EnvironmentName,
  rows: readonly CaseSummary[],
  onDone: BulkDecisionFormProps['onDone'],
) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const decide = useMutation({
    ...reviewQueries(useApiClient()).decideTogether(env),
    onSuccess: ({ results }) => {
      const made = results.filter(({ answer }) => answer === 'made').length
      announce(`${made} of ${results.length} decided`)
      onDone(results)
    },
    onSettled: () => refreshReviewQueue(queryClient, env),
  })
  return {
    error: decide.error,
    isSending: decide.isPending,
    send({ verdict, reason, text, ticket }: DecisionDraft) {
      if (verdict === null || reason === null || decide.isPending) return
      decide.mutate({
        items: rows.map(({ transaction, state, compound }) => ({
          transaction,
          state: state.raw,
          compound: compound?.raw ?? null,
        })),
        ...{ verdict, reason, text: text.trim() },
        ...(ticket === '' ? {} : { ticket }),
      })
    },
  }
}
