import type { DecisionStatus, FollowUp, Verdict } from '@paydesk/shared/work/decision'
import type { Concern, ReviewKind, ReviewRow, SecondRule } from '@paydesk/shared/work/review'

/** Why a transaction is in the queue. */
export const kindWords: Record<ReviewKind, string> = {
  manual: 'Manual review',
  piv: 'Instrument review',
  risk: 'Risk review',
  hold: 'On hold',
  task: 'Task',
}

/** The step of the record that waits for a person. */
export const concernWords: Record<Concern, string> = {
  kyc: 'identity',
  docs: 'documents',
  piv: 'instrument',
}

/** Why a decision needs a second person. */
export const secondWords: Record<SecondRule, string> = {
  amount: 'the amount is over the limit',
  amount_not_given: 'no amount is known',
  first_payment: 'it is the first payment of this customer',
  identity: 'the identity is not verified',
  reversal: 'it goes against an earlier decision',
  bulk: 'it was decided together with others',
  carried_out: 'Paydesk carries it out at the service',
}

export const levelWords: Record<ReviewRow['level']['state'], string> = {
  kept: 'kept',
  near: 'near',
  over: 'over',
}

export const verdictWords: Record<Verdict, string> = {
  accept: 'Accept',
  reject: 'Reject',
  cancel: 'Cancel',
}

export const statusWords: Record<DecisionStatus, string> = {
  waiting: 'waits for a second person',
  confirmed: 'confirmed',
  refused: 'refused by the second person',
  sent_back: 'sent back by the second person',
  withdrawn: 'withdrawn',
  expired: 'expired unanswered',
  overtaken: 'overtaken by the service',
}

export const followWords: Record<FollowUp, string> = {
  waiting: 'waits for the service',
  followed: 'the service followed',
  not_followed: 'the service did not follow',
  opposite: 'the service did the opposite',
}

/** The same in a row of a table, where the whole is on hover. */
export const briefStatus: Record<DecisionStatus, string> = {
  waiting: '2nd person',
  confirmed: 'confirmed',
  refused: 'refused',
  sent_back: 'sent back',
  withdrawn: 'withdrawn',
  expired: 'expired',
  overtaken: 'overtaken',
}

export const briefFollow: Record<FollowUp, string> = {
  waiting: 'waits',
  followed: 'followed',
  not_followed: 'not followed',
  opposite: 'opposite',
}

/** `4 h`, `90 min`, `2 days`: a length of time in whole units. */
export function spanWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes % 1_440 === 0 && minutes > 0) return `${minutes / 1_440} ${minutes === 1_440 ? 'day' : 'days'}`
  return minutes % 60 === 0 && minutes > 0 ? `${minutes / 60} h` : `${minutes} min`
}

/** `under 1 h`, `1 h to 4 h`, `over 3 days`. */
export function bandWords({
  fromMs,
  toMs,
}: {
  readonly fromMs: number
  readonly toMs: number | null
}): string {
  if (toMs === null) return `over ${spanWords(fromMs)}`
  return fromMs === 0 ? `under ${spanWords(toMs)}` : `${spanWords(fromMs)} to ${spanWords(toMs)}`
}
