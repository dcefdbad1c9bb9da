import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import {
  type DecisionDraft,
  type DecisionReason,
  type DecisionVerdict,
  decisionVerdictSchema as verdicts,
} from '@paydesk/shared/cases/decisions'
import type { BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import type { CaseDetail, CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../../ui/drafts/draft.tsx'
import { useDraftInput } from '../../../ui/drafts/use-draft-input.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { isSubmitShortcut } from '../../../ui/state/key-press.ts'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { DecisionTicketField } from '../decide/decide-form.tsx'
import { listMissingDecisionFields } from '../decide/use-decision-submission.ts'
import styles from '../decide.module.css'
import { DecisionCommentField } from '../decision-comment-field.tsx'
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

/** Form for one verdict, reason and comment on several cases; each decision waits for an approval. */
const bulkApprovalReasons: CaseDetail['approvalReasons'] = {
  accept: ['bulk'],
  reject: ['bulk'],
  cancel: ['bulk'],
}

export function BulkDecisionForm(props: BulkDecisionFormProps): ReactNode {
  return (
    <FormDraftLoader draftRef={{ env: props.env, kind: 'bulk_decision', about: noDraftSubject }}>
      {(draft) => <OpenedBulkForm {...props} formDraft={draft} />}
    </FormDraftLoader>
  )
}

function OpenedBulkForm({
  env,
  rows,
  reasons,
  onDone,
  onClose,
  formDraft,
}: BulkDecisionFormProps & { readonly formDraft: FormDraft<'bulk_decision'> }): ReactNode {
  const { bulk, missing: missingTexts, verdicts: verdictLabels } = useMessages('review')
  const format = useFormatter()
  const [draft, change] = useDraftInput(formDraft, emptyDraft)
  const area = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const options = useRef<HTMLFieldSetElement>(null)
  const reason = useRef<HTMLSelectElement>(null)
  useEffect(() => options.current?.focus(), [])
  const sending = useBulkSubmission(env, rows, (results) => {
    formDraft.forget()
    onDone(results)
  })
  const missing = listMissingDecisionFields({ reasons: [...reasons] }, draft)
  function choose(verdict: DecisionVerdict) {
    change({ verdict, reason: verdict === draft.verdict ? draft.reason : null })
  }
  function chooseByKey(nth: number) {
    const verdict = verdicts.options[nth]
    if (verdict === undefined || !area.current?.contains(document.activeElement)) return
    choose(verdict)
    reason.current?.focus()
  }
  const labelShortcut = (verdict: DecisionVerdict) =>
    format.text(bulk.verdictShortcut, { verdict: verdictLabels[verdict] })
  useShortcut('1', labelShortcut('accept'), () => chooseByKey(0))
  useShortcut('2', labelShortcut('reject'), () => chooseByKey(1))
  useShortcut('3', labelShortcut('cancel'), () => chooseByKey(2))
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (missing.length === 0) sending.send(draft)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isSubmitShortcut(event)) send(event)
    if (event.key !== 'Escape') return
    // Leave the text first, so that digits choose again; close only without a comment.
    if (event.target === text.current || event.target === reason.current) options.current?.focus()
    else if (draft.text === '') onClose()
  }
  const title = format.text(bulk.title, { count: rows.length })
  return (
    <Section title={title}>
      <form ref={area} className={styles.form} aria-label={title} onSubmit={send} onKeyDown={onKeyDown}>
        <VerdictChoice
          item={{ reasons: [...reasons], approvalReasons: bulkApprovalReasons }}
          draft={draft}
          group={options}
          onChoose={choose}
          onChange={change}
          reasonField={reason}
          onReasonByKey={() => text.current?.focus()}
        />
        <DecisionCommentField value={draft.text} field={text} onChange={(text) => change({ text })} />
        <DecisionTicketField value={draft.ticket} onChange={(ticket) => change({ ticket })} />
        {sending.error ? (
          <ProblemNote
            error={sending.error}
            missing={isOutcomeUnknown(sending.error) ? bulk.unknown : bulk.incomplete}
          />
        ) : null}
        <div className={styles.go}>
          <SubmitButton
            missing={missing.map((each) => missingTexts[each])}
            isBusy={sending.isSending}
            hasShortcut
          >
            {sending.isSending ? bulk.sending : title}
          </SubmitButton>
          <Button look="quiet" type="button" onClick={onClose}>
            {bulk.close}
          </Button>
        </div>
        <DraftStatus {...formDraft.status} />
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
  const { bulk } = useMessages('review')
  const format = useFormatter()
  const showToast = useToast()
  const decide = useMutation({
    ...reviewQueries(useApiClient()).decideTogether(env),
    onSuccess: ({ results }) => {
      const made = results.filter(({ answer }) => answer === 'made').length
      showToast({ text: format.text(bulk.announced, { made, count: results.length }) })
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
        cases: rows.map(({ transaction, state, compound }) => ({
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
