import type { ExplanationPart, TransactionExplanation } from '@paydesk/shared/payments/transactions'
import { findCustomerAdvice } from '../../records/rules/contradictions.ts'
import type { StateFacts } from '../../records/rules/record-facts.ts'
import { getCustomerRequest, type SafeSituation } from './safe-texts.ts'
import { getSituationName, type SituationName, transactionSituations } from './situations.ts'

/** Pending steps with the actor who must act; the first one that applies is explained. */
const pendingSteps = [
  {
    step: 'sca',
    says: 'Waiting for the customer to prove their identity (SCA).',
    actor: 'customer',
    words: 'The customer',
  },
  {
    step: '3ds',
    says: 'Waiting for the customer to confirm with their card issuer (3-D Secure).',
    actor: 'customer',
    words: 'The customer',
  },
  { step: 'docs', says: 'The document upload is open.', actor: 'customer', words: 'The customer' },
  {
    step: 'capture',
    says: 'The payment details are not taken yet.',
    actor: 'customer',
    words: 'The customer',
  },
  { step: 'kyc', says: 'The identity review is open.', actor: 'operator', words: 'An operator' },
  {
    step: 'piv',
    says: 'The verification of the payment instrument is open.',
    actor: 'service',
    words: 'The payment service',
  },
  { step: 'charge', says: 'The money is not taken yet.', actor: 'service', words: 'The payment service' },
  {
    step: 'credit',
    says: 'The money sent back is not confirmed yet.',
    actor: 'service',
    words: 'The payment service',
  },
] as const

/** Situations whose reason says less than an open step. */
const vagueSituations: ReadonlySet<SituationName> = new Set([
  'engaging',
  'validated',
  'starting',
  'processing',
])
/** Situations in which a step adds information to the reason. */
const stepSituations: ReadonlySet<SituationName> = new Set([
  ...vagueSituations,
  'accepted',
  'pending_unexplained',
  'pending_undocumented',
  'undocumented',
])

const fromState = ['state', 'compound_state']
const text = (words: string, from: string[]): ExplanationPart => ({ kind: 'text', text: words, from })

function findOpenStep(facts: StateFacts) {
  return pendingSteps.find(({ step }) => facts.steps.get(step) === 'PENDING')
}

function explainExpiry(facts: StateFacts): ExplanationPart[] {
  const at = facts.expiresAt?.at ?? null
  if (at === null) return []
  if (!hasExpired(facts)) {
    return [
      text('It ends by itself', ['expires_at']),
      { kind: 'until', at, from: ['expires_at'] },
      text('if nothing happens.', ['expires_at']),
    ]
  }
  return [
    text('Its validity ran out', ['expires_at']),
    { kind: 'until', at, from: ['expires_at'] },
    text('and the service still lists it as open.', ['expires_at', 'state']),
  ]
}

/**
 * Returns true for an open record whose validity ran out, which people should check whichever actor must act.
 * Nothing else in the explanation depends on the time of the reading.
 */
export function hasExpired({ expiresAt, readAt }: StateFacts): boolean {
  return expiresAt?.at != null && Date.parse(expiresAt.at) <= readAt
}

/**
 * Says that we have nothing to do, unless the validity ran out or a discrepancy must be checked: the
 * discrepancy itself names the actor.
 */
function explainNextAction(
  actor: TransactionExplanation['who']['actor'],
  from: string[],
  { facts, hasContradictions }: { readonly facts: StateFacts; readonly hasContradictions: boolean },
): ExplanationPart[] {
  const theirs = actor === 'customer' || actor === 'service'
  return theirs && !hasExpired(facts) && !hasContradictions ? [text('Nothing for us to do.', from)] : []
}

type Step = (typeof pendingSteps)[number]

/** Chooses the situation whose safe text fits the explanation: an open step says more than a vague reason. */
function chooseSafeSituation(name: SituationName, step: Step | undefined, facts: StateFacts): SafeSituation {
  if (facts.state.final) return name === 'success' && facts.test === true ? 'test_success' : name
  if (hasExpired(facts)) return 'lapsed'
  switch (step?.actor) {
    case undefined:
      return name
    case 'customer':
      return 'engaging'
    case 'operator':
      return 'review'
    case 'service':
      return 'processing'
  }
}

/**
 * Lets a discrepancy that is shown decide the safe text, so that the note to staff and the sentence for the
 * customer never disagree.
 */
function adjustToDiscrepancies(situation: SafeSituation, contradictions: readonly string[]): SafeSituation {
  switch (findCustomerAdvice(contradictions)) {
    case 'withhold':
      return 'withheld'
    case 'clarify':
      return getCustomerRequest(situation) === 'wait' ? situation : 'clarifying'
    case 'new_payment':
      return 'lapsed_for_customer'
    case null:
      return situation
  }
}

function explainFinalState(name: SituationName, facts: StateFacts): ExplanationPart[] {
  const parts: ExplanationPart[] = []
  if (facts.test === true)
    parts.push(text('It was made with a test card: no real money moved.', ['test_transaction']))
  else if (name === 'success')
    parts.push(text('Fulfil only once the seal says that it is proved.', fromState))
  if (name !== 'success') parts.push(text('A final state does not change any more.', ['state']))
  return parts
}

export interface ExplanationResult {
  readonly explanation: TransactionExplanation
  /** Situation of the safe text that belongs to the explanation. */
  readonly safeSituation: SafeSituation
}

/**
 * Explains in facts what happened, who must act and until when (interface, States and transitions). Adds
 * nothing that the record does not carry; a missing fact reads "not known". `contradictions`: ids of the
 * discrepancies that are shown beside the explanation.
 */
export function explainTransaction(
  facts: StateFacts,
  contradictions: readonly string[] = [],
): ExplanationResult {
  const name = getSituationName(facts.state, facts.compound)
  const situation = transactionSituations[name]
  const hasContradictions = contradictions.length > 0
  const step = stepSituations.has(name) && !facts.state.final ? findOpenStep(facts) : undefined
  const safeSituation = adjustToDiscrepancies(chooseSafeSituation(name, step, facts), contradictions)
  if (facts.state.final) {
    const sentence = [text(situation.says, fromState), ...explainFinalState(name, facts)]
    const who = { actor: 'nobody' as const, words: 'Nobody: it is final', from: ['state'] }
    return { explanation: { sentence, who, until: null }, safeSituation }
  }
  const from = step === undefined ? fromState : [`workflow_state.${step.step}`]
  const actor = step?.actor ?? situation.actor
  const first = step !== undefined && vagueSituations.has(name) ? [] : [text(situation.says, fromState)]
  const second = step === undefined ? [] : [text(step.says, [...fromState, ...from])]
  return {
    explanation: {
      sentence: [
        ...first,
        ...second,
        ...explainNextAction(actor, from, { facts, hasContradictions }),
        ...explainExpiry(facts),
      ],
      who: { actor, words: step?.words ?? situation.actorWords, from },
      until: facts.expiresAt,
    },
    safeSituation,
  }
}
