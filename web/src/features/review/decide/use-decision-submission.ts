import {
  type DecideCaseResponse,
  type DecisionDraft,
  type DecisionView,
  decisionTicketSchema as ticketSchema,
} from '@paydesk/shared/cases/decisions'
import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import { diffTransactionViews } from '@paydesk/shared/cases/transaction-diff'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { detectPersonalDataInTicket } from '../../../ui/forms/detect-personal-data.ts'
import { usePageStillOpenCheck } from '../../../ui/state/use-page-still-open-check.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { isDecisionComment } from '../decision-comment-field.tsx'
import { DecisionToastLink } from '../decision-link.tsx'
import type { RecordFieldChange } from '../field-labels.ts'
import type { ReviewCaseRef } from '../queries.ts'
import { refreshReviewQueue, reviewQueries } from '../queries.ts'
import { getDecisionMutationScope } from './decision-draft.ts'

/** Conflict: the current record differs from the record on screen. */
interface DecisionConflict {
  readonly changes: readonly RecordFieldChange[]
  /** Hash of the record after the changes. */
  readonly recordHash: string
  /** Time of the outdated read; null if the new record is already on screen. */
  readonly outdated: string | null
}

interface DecisionSubmission {
  /** Changes since typing began; null without changes. */
  readonly changes: readonly RecordFieldChange[] | null
  /** True until the changed record has been read again. */
  readonly awaitsReading: boolean
  /** True if the next submit only confirms that the user has seen the changes. */
  readonly asksForLook: boolean
  readonly answer: DecideCaseResponse | undefined
  readonly error: Error | null
  readonly isSending: boolean
  readonly readAgain: () => void
  readonly send: (draft: DecisionDraft) => void
}

export function isOptionalTicketValid(text: string): boolean {
  return (
    text === '' || (ticketSchema.safeParse(text).success && detectPersonalDataInTicket(text).length === 0)
  )
}

export type MissingDecisionField = keyof Messages['review']['missing']

/** Lists missing input; empty if the form is complete. */
export function listMissingDecisionFields(
  { reasons }: Pick<CaseDetail, 'reasons'>,
  { verdict, reason, text, ticket }: DecisionDraft,
): readonly MissingDecisionField[] {
  const isReason = reasons.some((each) => each.code === reason && each.verdict === verdict)
  return [
    ...(verdict === null ? (['verdict'] as const) : isReason ? [] : (['reason'] as const)),
    ...(isDecisionComment(text) ? [] : (['comment'] as const)),
    ...(isOptionalTicketValid(ticket) ? [] : (['ticket'] as const)),
  ]
}

/** Describes who acts next on a decision just made. */
export function describeDecisionNextStep(
  { status }: DecisionView,
  { next }: Messages['reviewCase']['decide'],
): string {
  return status === 'waiting' ? next.approval : next.service
}

/**
 * Submits a decision on the record that was on screen when typing began (`isBegun`), never on a newer one. If
 * the record changed, nothing is sent until the user has seen the changes. `onMade` is told whether the user is still on
 * the page of the case.
 */
export function useDecisionSubmission(
  item: CaseDetail,
  reviewCaseRef: ReviewCaseRef,
  isBegun: boolean,
  onMade: (decision: DecisionView, isStillHere: boolean) => void,
): DecisionSubmission {
  const { decide: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const queryClient = useQueryClient()
  const queries = reviewQueries(useApiClient())
  const announce = useAnnounce()
  const showToast = useToast()
  const markPage = usePageStillOpenCheck()
  const [opened, setOpened] = useState({ view: item.view, recordHash: item.recordHash })
  const [stopped, setStopped] = useState<DecisionConflict | null>(null)
  // Follow new reads while the form is empty: no input refers to an older record yet.
  if (!isBegun && opened.recordHash !== item.recordHash)
    setOpened({ view: item.view, recordHash: item.recordHash })
  const readAgain = () =>
    void queryClient.invalidateQueries({ queryKey: queries.item(reviewCaseRef).queryKey })
  const decide = useMutation({
    ...queries.decide(reviewCaseRef),
    scope: getDecisionMutationScope(reviewCaseRef),
    onMutate: () => markPage(),
    onSuccess: (answer, _, isStillHere) => {
      if (answer.answer === 'moved') {
        setStopped({ changes: answer.changed, recordHash: answer.recordHash, outdated: item.view.reading.at })
        announce(texts.conflict.announced)
      }
      if (answer.answer === 'made') {
        const next = describeDecisionNextStep(answer.decision, texts)
        showToast({
          text: format.text(texts.recordedNext, { next }),
          link: createElement(DecisionToastLink, {
            env: reviewCaseRef.env,
            decision: answer.decision.decision,
            children: texts.openDecision,
          }),
        })
        onMade(answer.decision, isStillHere())
      }
      readAgain()
      return refreshReviewQueue(queryClient, reviewCaseRef.env)
    },
    onError: readAgain,
  })
  const known = stopped?.recordHash ?? opened.recordHash
  const awaitsReading = stopped !== null && stopped.outdated === item.view.reading.at
  const asksForLook = !awaitsReading && item.recordHash !== known
  // Compute the changes here if the response names none: another read by this user was open already.
  const seen =
    asksForLook || stopped?.changes.length === 0 ? diffTransactionViews(opened.view, item.view) : null
  const changes = seen ?? stopped?.changes ?? null
  return {
    changes,
    awaitsReading,
    asksForLook,
    answer: decide.data,
    error: decide.error,
    isSending: decide.isPending,
    readAgain,
    send(draft) {
      const { verdict, reason, text, ticket } = draft
      if (verdict === null || reason === null || decide.isPending || awaitsReading) return
      if (asksForLook) {
        setStopped({ changes: changes ?? [], recordHash: item.recordHash, outdated: null })
        announce(texts.conflict.announcedFirst)
        return
      }
      decide.mutate({
        verdict,
        reason,
        text: text.trim(),
        ...(ticket === '' ? {} : { ticket }),
        recordHash: known,
      })
    },
  }
}
