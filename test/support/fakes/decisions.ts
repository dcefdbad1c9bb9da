import type { DecisionCase, DecisionView } from '@paydesk/shared/work/decision'
import { decisionId } from '@paydesk/shared/work/decision'
import type { DecisionPage } from '@paydesk/shared/work/decision-list'
import { reviewed } from './ids.ts'
import { notCarriedOut, reasons } from './review.ts'
import { transactionInReview } from './transactions.ts'
import { absent, clear, inHours, readNow, stateOf } from './values.ts'

/** The n-th of many invented decisions. */
export function decisionNumbered(n: number) {
  return decisionId.parse(`d_${String(n).padStart(20, '0')}`)
}

const [reason = { code: 'other', verdict: 'accept' as const, words: 'Something else' }] = reasons

/** A colleague's decision that waits for this person as the second one. */
export function decisionView(n: number, change: Partial<DecisionView> = {}): DecisionView {
  return {
    decision: decisionNumbered(n),
    verdict: 'accept',
    status: 'waiting',
    followUp: null,
    mine: false,
    transaction: reviewed,
    reason,
    text: clear('The account holder is the customer, both documents agree'),
    ticket: clear('T-5512'),
    by: { name: 'Farid Nasser', me: false },
    at: inHours(-0.5 - n),
    state: stateOf('PENDING'),
    needed: ['The amount is over the limit for one person'],
    expiresAt: inHours(23),
    second: null,
    withdrawnAt: null,
    withdrawnBy: null,
    withdrawnText: null,
    outcome: null,
    mayAnswer: true,
    whyNot: null,
    mayWithdraw: false,
    staleAt: null,
    mayClose: false,
    carriedOut: notCarriedOut,
    action: null,
    ...change,
  }
}

const mine = { by: { name: 'Farid Nasser', me: true }, mine: true, mayAnswer: false } as const
const second = { by: { name: 'Fiona Brandt', me: false }, answer: 'confirm', text: absent } as const

/** One of every standing that a decision can have; the first waits for this person. */
export function everyStanding(): DecisionView[] {
  const confirmed = { status: 'confirmed', mayAnswer: false, whyNot: 'It waits for nobody’s answer' } as const
  const outcome = { from: inHours(-2), to: inHours(-1.9), state: stateOf('SUCCESS') }
  return [
    decisionView(1),
    decisionView(2, {
      ...mine,
      ...confirmed,
      followUp: 'waiting',
      needed: [],
      expiresAt: null,
      mayWithdraw: true,
    }),
    decisionView(3, {
      ...confirmed,
      at: inHours(-6),
      second: { ...second, at: inHours(-5) },
      followUp: 'followed',
      outcome,
    }),
    decisionView(4, {
      ...confirmed,
      verdict: 'reject',
      at: inHours(-6),
      needed: [],
      followUp: 'opposite',
      outcome,
    }),
    decisionView(5, { ...confirmed, at: inHours(-1.95), needed: [], followUp: 'not_followed', outcome }),
    decisionView(6, {
      status: 'refused',
      mayAnswer: false,
      second: {
        ...second,
        answer: 'refuse',
        at: inHours(-1),
        text: clear('The documents are of somebody else'),
      },
    }),
    decisionView(7, { status: 'sent_back', mayAnswer: false }),
    decisionView(8, { ...mine, status: 'withdrawn', withdrawnAt: inHours(-3) }),
    decisionView(9, { status: 'expired', mayAnswer: false, expiresAt: null }),
    decisionView(10, { status: 'overtaken', mayAnswer: false, expiresAt: null }),
  ]
}

export function decisionPage(
  decisions: readonly DecisionView[] = everyStanding(),
  change: Partial<DecisionPage> = {},
): DecisionPage {
  return { decisions: [...decisions], next: null, count: decisions.length, more: false, ...change }
}

/** A colleague's decision on a record that says the same now. */
export function decisionCase(change: Partial<DecisionCase> = {}): DecisionCase {
  const seen = transactionInReview()
  return {
    decision: decisionView(1),
    seen,
    firedThen: true,
    now: seen,
    nowReading: readNow(),
    print: '0123456789abcdef',
    changed: [],
    ...change,
  }
}

/** The same where the service has moved on since: what was seen, what is, and what of it differs. */
export function movedCase(change: Partial<DecisionCase> = {}): DecisionCase {
  const seen = transactionInReview()
  return decisionCase({
    seen,
    now: { ...seen, state: stateOf('MANUAL_REVIEW'), responseCode: clear('IS0102') },
    print: 'fedcba9876543210',
    changed: [
      { name: 'state', before: 'Pending', after: 'In manual review' },
      { name: 'responseCode', before: 'IS0101', after: 'IS0102' },
    ],
    ...change,
  })
}
