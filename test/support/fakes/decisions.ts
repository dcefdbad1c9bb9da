import {
  type DecisionDetail,
  type DecisionList,
  type DecisionView,
  decisionIdSchema,
  type ListedDecision,
} from '@paydesk/shared/cases/decisions'
import type { TransactionFacts } from '@paydesk/shared/payments/transaction-list'
import { maraCustomer, reviewTransaction } from './ids.ts'
import { decisionReasons, operatorActionsOff } from './review.ts'
import { buildTransactionInReview } from './transactions.ts'
import { absentValue, buildClearValue, buildDataFreshness, buildState, hoursFromNow } from './values.ts'

/** Id of the n-th fake decision. */
export function buildDecisionId(n: number) {
  return decisionIdSchema.parse(`d_${String(n).padStart(20, '0')}`)
}

const [reason = { code: 'other', verdict: 'accept' as const, label: 'Something else' }] = decisionReasons

/** Builds the facts of our records about the transaction of a decision. */
export function buildTransactionFacts(change: Partial<TransactionFacts> = {}): TransactionFacts {
  return {
    customer: maraCustomer,
    rid: buildClearValue('cust-00417'),
    merchant: buildClearValue('demo-merchant'),
    state: buildState('PENDING'),
    inReview: true,
    expiresAt: hoursFromNow(41),
    amount: buildClearValue('12550'),
    currency: buildClearValue('EUR'),
    amountFrom: 'notification',
    firstSeenAt: hoursFromNow(-7),
    changedAt: hoursFromNow(-6),
    ...change,
  }
}

/** Builds a colleague's decision that waits for the approval of this user. */
export function buildDecisionView(n: number, change: Partial<DecisionView> = {}): DecisionView {
  return {
    decision: buildDecisionId(n),
    verdict: 'accept',
    status: 'waiting',
    followUp: null,
    mine: false,
    transaction: reviewTransaction,
    reason,
    text: buildClearValue('The account holder is the customer, both documents agree'),
    ticket: buildClearValue('T-5512'),
    by: { name: 'Farid Nasser', me: false },
    at: hoursFromNow(-0.5 - n),
    state: buildState('PENDING'),
    approvalReasons: ['amount'],
    expiresAt: hoursFromNow(23),
    approval: null,
    withdrawnAt: null,
    withdrawnBy: null,
    withdrawnText: null,
    outcome: null,
    mayAnswer: true,
    disabledReason: null,
    mayWithdraw: false,
    staleAt: null,
    mayClose: false,
    actionAvailability: operatorActionsOff,
    action: null,
    ...change,
  }
}

const ownDecision = { by: { name: 'Farid Nasser', me: true }, mine: true, mayAnswer: false } as const
const approval = { by: { name: 'Fiona Brandt', me: false }, answer: 'confirm', text: absentValue } as const

/** Decisions in every status; the first waits for this user. */
export function buildDecisionsOfEveryStatus(): DecisionView[] {
  const confirmed = { status: 'confirmed', mayAnswer: false, disabledReason: 'not_waiting' } as const
  const outcome = { from: hoursFromNow(-2), to: hoursFromNow(-1.9), state: buildState('SUCCESS') }
  return [
    buildDecisionView(1),
    buildDecisionView(2, {
      ...ownDecision,
      ...confirmed,
      followUp: 'waiting',
      approvalReasons: [],
      expiresAt: null,
      mayWithdraw: true,
    }),
    buildDecisionView(3, {
      ...confirmed,
      at: hoursFromNow(-6),
      approval: { ...approval, at: hoursFromNow(-5) },
      followUp: 'followed',
      outcome,
    }),
    buildDecisionView(4, {
      ...confirmed,
      verdict: 'reject',
      at: hoursFromNow(-6),
      approvalReasons: [],
      followUp: 'opposite',
      outcome,
    }),
    buildDecisionView(5, {
      ...confirmed,
      at: hoursFromNow(-1.95),
      approvalReasons: [],
      followUp: 'not_followed',
      outcome,
    }),
    buildDecisionView(6, {
      status: 'refused',
      mayAnswer: false,
      approval: {
        ...approval,
        answer: 'refuse',
        at: hoursFromNow(-1),
        text: buildClearValue('The documents are of somebody else'),
      },
    }),
    buildDecisionView(7, { status: 'sent_back', mayAnswer: false }),
    buildDecisionView(8, { ...ownDecision, status: 'withdrawn', withdrawnAt: hoursFromNow(-3) }),
    buildDecisionView(9, { status: 'expired', mayAnswer: false, expiresAt: null }),
    buildDecisionView(10, { status: 'overtaken', mayAnswer: false, expiresAt: null }),
  ]
}

export function buildDecisionList(
  decisions: readonly (DecisionView & Partial<ListedDecision>)[] = buildDecisionsOfEveryStatus(),
  change: Partial<DecisionList> = {},
): DecisionList {
  const listed = decisions.map((one) => ({ facts: buildTransactionFacts(), ...one }))
  return { decisions: listed, next: null, count: decisions.length, more: false, ...change }
}

/** Builds a colleague's decision whose record has not changed since. */
export function buildDecisionDetail(change: Partial<DecisionDetail> = {}): DecisionDetail {
  const snapshot = buildTransactionInReview()
  return {
    decision: buildDecisionView(1),
    facts: buildTransactionFacts(),
    snapshot,
    hasStoredDiscrepancies: true,
    current: snapshot,
    currentReading: buildDataFreshness(),
    recordHash: '0123456789abcdef',
    changed: [],
    ...change,
  }
}

/**
 * Builds a decision whose record has changed since: the record then, the record now, and the changed fields.
 */
export function buildChangedDecisionDetail(change: Partial<DecisionDetail> = {}): DecisionDetail {
  const snapshot = buildTransactionInReview()
  return buildDecisionDetail({
    snapshot,
    current: { ...snapshot, state: buildState('MANUAL_REVIEW'), responseCode: buildClearValue('IS0102') },
    recordHash: 'fedcba9876543210',
    changed: [
      {
        name: 'state',
        before: { kind: 'state', raw: 'PENDING' },
        after: { kind: 'state', raw: 'MANUAL_REVIEW' },
      },
      {
        name: 'responseCode',
        before: { kind: 'text', text: 'IS0101' },
        after: { kind: 'text', text: 'IS0102' },
      },
    ],
    ...change,
  })
}
