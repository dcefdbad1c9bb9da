import type { DecisionStatus, FollowUp, Verdict } from '@paydesk/shared/decision'
import type { Concern, ReviewKind, ReviewRow, SecondRule } from '@paydesk/shared/review'

/** Why an item is in the queue. */
export const kindWords: Record<ReviewKind, string> = {
  manual: 'Manual review',
  piv: 'PIV review',
  risk: 'Risk review',
  hold: 'Manual hold',
  task: 'Open task',
}

/** The steps that wait for a person. */
export const concernWords: Record<Concern, string> = { kyc: 'KYC', docs: 'Documents', piv: 'PIV' }

/** Why a second person is needed. */
export const ruleWords: Record<SecondRule, string> = {
  amount: 'the amount is above the limit',
  amount_not_given: 'the amount is not given',
  first_payment: 'first payment of this customer',
  identity: 'the identity is not verified',
  reversal: 'it reverses an earlier decision',
}

/** How an item stands against the agreed time. */
export const levelWords: Record<ReviewRow['level']['state'], string> = {
  kept: 'within the agreed time',
  near: 'close to the agreed time',
  over: 'over the agreed time',
}

export const verdictWords: Record<Verdict, string> = { accept: 'Accept', reject: 'Reject', cancel: 'Cancel' }

export const statusWords: Record<DecisionStatus, string> = {
  waiting: 'waits for a second person',
  confirmed: 'confirmed',
  refused: 'refused by the second person',
  sent_back: 'sent back by the second person',
  withdrawn: 'withdrawn',
  expired: 'expired: nobody answered in time',
  overtaken: 'overtaken: the service ended it before anybody answered',
}

export const followUpWords: Record<FollowUp, string> = {
  waiting: 'waits for the service to follow',
  followed: 'the service followed',
  not_followed: 'the service did not follow',
  opposite: 'the service did the opposite',
}
