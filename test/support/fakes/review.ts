import type { TransactionId } from '@paydesk/shared/core/ids'
import type { DecisionReason } from '@paydesk/shared/work/decision'
import type { Mentionable } from '@paydesk/shared/work/mention'
import { staffHandle } from '@paydesk/shared/work/mention'
import type { Claim, ReviewItem, ReviewPage, ReviewPlace, ReviewRow } from '@paydesk/shared/work/review'
import { mara, numbered } from './ids.ts'
import { transactionInReview } from './transactions.ts'
import { absent, clear, compoundOf, inHours, stateOf } from './values.ts'

const hour = 3_600_000

/** The n-th item of the queue; every kind, owner and level occurs among the first ten. */
export function reviewRow(n: number, change: Partial<ReviewRow> = {}): ReviewRow {
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
    transaction: numbered(n),
    version: 1,
    kind,
    concerns: n % 5 === 0 ? ['piv'] : n % 5 === 1 ? ['kyc', 'docs'] : [],
    state: stateOf(state),
    compound: compoundOf(compound),
    customer: mara,
    rid: clear(`cust-${String(n).padStart(5, '0')}`),
    merchant: clear('demo-merchant'),
    amount: n % 2 === 0 ? clear(String(12_500 * (n + 1))) : absent,
    currency: n % 2 === 0 ? clear('EUR') : absent,
    test: n % 7 === 3,
    since: { from: n % 3 === 0 ? null : inHours(-age - 0.2), to: inHours(-age) },
    expiresAt: n % 4 === 3 ? null : inHours(20 + n),
    level: { state: age > 4 ? 'over' : age > 3 ? 'near' : 'kept', dueAt: inHours(4 - age) },
    owner: null,
    second: n % 2 === 0 ? ['amount'] : ['amount_not_given', 'first_payment'],
    snoozedUntil: null,
    lastNote: null,
    decision: null,
    ...change,
  }
}

export function itemsUpTo(count: number): ReviewRow[] {
  return Array.from({ length: count }, (_, n) => reviewRow(n))
}

/** Somebody has it for the next minutes. */
export function heldBy(name: string, me = false): Claim {
  return { by: { name, me }, until: inHours(0.08) }
}

export function reviewPage(
  rows: readonly ReviewRow[] = itemsUpTo(12),
  change: Partial<ReviewPage> = {},
): ReviewPage {
  const at = (level: ReviewRow['level']['state']) => rows.filter((row) => row.level.state === level).length
  return {
    rows: [...rows],
    next: null,
    count: rows.length,
    more: false,
    figures: {
      items: rows.length,
      mine: rows.filter((row) => row.owner?.by.me).length,
      waitingForSecond: rows.filter((row) => row.decision?.status === 'waiting').length,
      snoozed: 0,
      mentions: 0,
      level: { kept: at('kept'), near: at('near'), over: at('over') },
      bands: [
        { fromMs: 0, toMs: hour, items: 0 },
        { fromMs: hour, toMs: 4 * hour, items: Math.min(3, rows.length) },
        { fromMs: 4 * hour, toMs: 24 * hour, items: Math.max(0, rows.length - 3) },
        { fromMs: 24 * hour, toMs: null, items: 0 },
      ],
      levelMs: 4 * hour,
    },
    byAmount: true,
    reasons: [...reasons],
    ...change,
  }
}

export function reviewPlace(change: Partial<ReviewPlace> = {}): ReviewPlace {
  return { inQueue: true, position: 7, of: 31, since: inHours(-2), taken: false, ...change }
}

/** Whom a note may name; two of them have the same name. */
export const colleagues: readonly Mentionable[] = [
  ['a', 'Clara Weiss'],
  ['b', 'Fiona Brandt'],
  ['c', 'Frida Lind'],
  ['d', 'Frida Lind'],
].map(([letter = '', name = '']) => ({ colleague: staffHandle.parse(`s_${letter.repeat(20)}`), name }))

export const reasons: readonly DecisionReason[] = [
  { code: 'documents_match', verdict: 'accept', words: 'Documents match the account holder' },
  { code: 'known_customer', verdict: 'accept', words: 'Known customer, usual payment' },
  { code: 'documents_differ', verdict: 'reject', words: 'Documents do not match' },
  { code: 'suspected_fraud', verdict: 'reject', words: 'Suspected fraud' },
  { code: 'customer_asked', verdict: 'cancel', words: 'The customer asked for it' },
]

/** Where operator actions are off, as they are unless somebody switches them on. */
export const notCarriedOut = {
  on: false,
  says: 'Paydesk does not carry decisions out: do it at the operator’s console; we watch for the outcome.',
} as const

/** Everything to judge one item, undecided and nobody's. */
export function reviewItem(transaction: TransactionId, change: Partial<ReviewItem> = {}): ReviewItem {
  return {
    row: reviewRow(0, { transaction }),
    view: { ...transactionInReview(), transaction },
    print: '0123456789abcdef',
    notes: [],
    decisions: [],
    draft: null,
    reasons: [...reasons],
    needs: { accept: ['the amount is over the limit'], reject: [], cancel: [] },
    carriedOut: { accept: notCarriedOut, reject: notCarriedOut, cancel: notCarriedOut },
    mayWork: true,
    claimMs: 300_000,
    ...change,
  }
}
