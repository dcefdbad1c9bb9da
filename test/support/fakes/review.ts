import type { DecisionReason } from '@paydesk/shared/cases/decisions'
import {
  type CaseClaim,
  type CaseDetail,
  type CaseList,
  type CaseQueuePosition,
  type CaseSummary,
  type MentionCandidate,
  staffHandleSchema,
} from '@paydesk/shared/cases/review-cases'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { buildTransactionId, maraCustomer } from './ids.ts'
import { buildTransactionInReview } from './transactions.ts'
import { absentValue, buildClearValue, buildCompoundState, buildState, hoursFromNow } from './values.ts'

const hour = 3_600_000

/** Builds the n-th case of the queue; every kind, owner and level occurs among the first ten. */
export function buildCaseSummary(n: number, change: Partial<CaseSummary> = {}): CaseSummary {
  const kinds = [
    ['PENDING', 'PENDING.PIV_REVIEW', 'piv'],
    ['MANUAL_REVIEW', 'MANUAL_REVIEW', 'manual'],
    ['PENDING', 'PENDING.RISK_REVIEW', 'risk'],
    ['MANUAL_HOLD', 'MANUAL_HOLD', 'hold'],
    ['PENDING', 'PENDING.CONTACTING_USER', 'task'],
  ] as const
  const [state, compound, kind] = kinds[n % kinds.length] ?? kinds[0]
  const age = 6 - n * 0.25
  return {
    transaction: buildTransactionId(n),
    version: 1,
    kind,
    concerns: n % 5 === 0 ? ['piv'] : n % 5 === 1 ? ['kyc', 'docs'] : [],
    state: buildState(state),
    compound: buildCompoundState(compound),
    customer: maraCustomer,
    rid: buildClearValue(`cust-${String(n).padStart(5, '0')}`),
    merchant: buildClearValue('demo-merchant'),
    amount: n % 2 === 0 ? buildClearValue(String(12_500 * (n + 1))) : absentValue,
    currency: n % 2 === 0 ? buildClearValue('EUR') : absentValue,
    test: n % 7 === 3,
    since: { from: n % 3 === 0 ? null : hoursFromNow(-age - 0.2), to: hoursFromNow(-age) },
    expiresAt: n % 4 === 3 ? null : hoursFromNow(20 + n),
    sla: { state: age > 4 ? 'overdue' : age > 3 ? 'due_soon' : 'on_time', dueAt: hoursFromNow(4 - age) },
    claim: null,
    approvalRules: n % 2 === 0 ? ['amount'] : ['amount_not_given', 'first_payment'],
    snoozedUntil: null,
    lastNote: null,
    decision: null,
    ...change,
  }
}

export function buildCaseSummaries(count: number): CaseSummary[] {
  return Array.from({ length: count }, (_, n) => buildCaseSummary(n))
}

/** Claim that lasts for a few more minutes. */
export function buildCaseClaim(name: string, me = false): CaseClaim {
  return { by: { name, me }, until: hoursFromNow(0.08) }
}

export function buildCaseList(
  rows: readonly CaseSummary[] = buildCaseSummaries(12),
  change: Partial<CaseList> = {},
): CaseList {
  const at = (level: CaseSummary['sla']['state']) => rows.filter((row) => row.sla.state === level).length
  return {
    rows: [...rows],
    next: null,
    count: rows.length,
    more: false,
    figures: {
      cases: rows.length,
      mine: rows.filter((row) => row.claim?.by.me).length,
      waitingForApproval: rows.filter((row) => row.decision?.status === 'waiting').length,
      snoozed: 0,
      mentions: 0,
      sla: { on_time: at('on_time'), due_soon: at('due_soon'), overdue: at('overdue') },
      bands: [
        { fromMs: 0, toMs: hour, cases: 0 },
        { fromMs: hour, toMs: 4 * hour, cases: Math.min(3, rows.length) },
        { fromMs: 4 * hour, toMs: 24 * hour, cases: Math.max(0, rows.length - 3) },
        { fromMs: 24 * hour, toMs: null, cases: 0 },
      ],
      slaMs: 4 * hour,
    },
    byAmount: true,
    reasons: [...decisionReasons],
    ...change,
  }
}

export function buildQueuePosition(change: Partial<CaseQueuePosition> = {}): CaseQueuePosition {
  return {
    inQueue: true,
    position: 7,
    waitingCases: 31,
    since: hoursFromNow(-2),
    isClaimed: false,
    ...change,
  }
}

/** Colleagues that a note may mention; two of them have the same name. */
export const mentionCandidates: readonly MentionCandidate[] = [
  ['a', 'Clara Weiss'],
  ['b', 'Fiona Brandt'],
  ['c', 'Frida Lind'],
  ['d', 'Frida Lind'],
].map(([letter = '', name = '']) => ({ colleague: staffHandleSchema.parse(`s_${letter.repeat(20)}`), name }))

export const decisionReasons: readonly DecisionReason[] = [
  { code: 'documents_match', verdict: 'accept', label: 'Documents match the account holder' },
  { code: 'known_customer', verdict: 'accept', label: 'Known customer, usual payment' },
  { code: 'documents_differ', verdict: 'reject', label: 'Documents do not match' },
  { code: 'suspected_fraud', verdict: 'reject', label: 'Suspected fraud' },
  { code: 'customer_asked', verdict: 'cancel', label: 'The customer asked for it' },
]

/** Operator actions switched off, which is the default. */
export const operatorActionsOff = {
  isOn: false,
  reason: null,
} as const

/** Everything needed to decide one case, undecided and unclaimed. */
export function buildCaseDetail(transaction: TransactionId, change: Partial<CaseDetail> = {}): CaseDetail {
  return {
    row: buildCaseSummary(0, { transaction }),
    view: { ...buildTransactionInReview(), transaction },
    recordHash: '0123456789abcdef',
    notes: [],
    claims: [],
    decisions: [],
    draft: null,
    reasons: [...decisionReasons],
    approvalReasons: { accept: ['amount'], reject: [], cancel: [] },
    actionAvailability: {
      accept: operatorActionsOff,
      reject: operatorActionsOff,
      cancel: operatorActionsOff,
    },
    mayWork: true,
    claimMs: 300_000,
    ...change,
  }
}
