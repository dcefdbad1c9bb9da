import type {
  ExplanationCode,
  ExplanationSentence,
  TransactionExplanation,
} from '@paydesk/shared/payments/transactions'
import { findCustomerAdvice } from '../../records/rules/contradictions.ts'
import type { StateFacts } from '../../records/rules/record-facts.ts'
import { type CustomerSafeTextSituation, getActionAskedOfCustomer } from './safe-texts.ts'
import { getSituationName, nextActorBySituation, type SituationName } from './situations.ts'

/** Pending steps with the actor who must act; the first one that applies is explained. */
const pendingSteps = [
  { step: 'sca', actor: 'customer' },
  { step: '3ds', actor: 'customer' },
  { step: 'docs', actor: 'customer' },
  { step: 'capture', actor: 'customer' },
  { step: 'kyc', actor: 'operator' },
  { step: 'piv', actor: 'service' },
  { step: 'charge', actor: 'service' },
  { step: 'credit', actor: 'service' },
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
function createSentence(
  code: ExplanationCode,
  from: string[],
  at: string | null = null,
): ExplanationSentence {
  return { code, at, from }
}

function findOpenStep(facts: StateFacts) {
  return pendingSteps.find(({ step }) => facts.steps.get(step) === 'PENDING')
}

function explainExpiry(facts: StateFacts): ExplanationSentence[] {
  const at = facts.expiresAt?.at ?? null
  if (at === null) return []
  return hasTransactionExpired(facts)
    ? [createSentence('expired_but_open', ['expires_at', 'state'], at)]
    : [createSentence('expires', ['expires_at'], at)]
}

/**
 * Returns true for an open record whose validity ran out, which people should check whichever actor must act.
 * Nothing else in the explanation depends on the time of the reading.
 */
export function hasTransactionExpired({ expiresAt, readAt }: StateFacts): boolean {
  return expiresAt?.at != null && Date.parse(expiresAt.at) <= readAt
}

/**
 * Says that we have nothing to do, unless the validity ran out or a discrepancy must be checked: the
 * discrepancy itself names the actor.
 */
function explainNextAction(
  actor: TransactionExplanation['nextActor']['actor'],
  from: string[],
  { facts, hasContradictions }: { readonly facts: StateFacts; readonly hasContradictions: boolean },
): ExplanationSentence[] {
  const theirs = actor === 'customer' || actor === 'service'
  return theirs && !hasTransactionExpired(facts) && !hasContradictions
    ? [createSentence('nothing_to_do', from)]
    : []
}

type Step = (typeof pendingSteps)[number]

/** Chooses the situation whose safe text fits the explanation: an open step says more than a vague reason. */
function chooseSafeSituation(
  name: SituationName,
  step: Step | undefined,
  facts: StateFacts,
): CustomerSafeTextSituation {
  if (facts.state.final) return name === 'success' && facts.test === true ? 'test_success' : name
  if (hasTransactionExpired(facts)) return 'lapsed'
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
function adjustToDiscrepancies(
  situation: CustomerSafeTextSituation,
  contradictions: readonly string[],
): CustomerSafeTextSituation {
  switch (findCustomerAdvice(contradictions)) {
    case 'withhold':
      return 'withheld'
    case 'clarify':
      return getActionAskedOfCustomer(situation) === 'wait' ? situation : 'clarifying'
    case 'new_payment':
      return 'lapsed_for_customer'
    case null:
      return situation
  }
}

function explainFinalState(name: SituationName, facts: StateFacts): ExplanationSentence[] {
  const sentences: ExplanationSentence[] = []
  if (facts.test === true) sentences.push(createSentence('test_card', ['test_transaction']))
  else if (name === 'success') sentences.push(createSentence('not_confirmed', fromState))
  if (name !== 'success') sentences.push(createSentence('final', ['state']))
  return sentences
}

export interface ExplanationResult {
  readonly explanation: TransactionExplanation
  /** Situation of the safe text that belongs to the explanation. */
  readonly safeSituation: CustomerSafeTextSituation
}

/**
 * Explains in facts what happened, who must act and until when (interface, States and transitions). Adds
 * nothing that the record does not carry. `contradictions`: ids of the
 * discrepancies that are shown beside the explanation.
 */
export function explainTransaction(
  facts: StateFacts,
  contradictions: readonly string[] = [],
): ExplanationResult {
  const name = getSituationName(facts.state, facts.compound)
  const hasContradictions = contradictions.length > 0
  const step = stepSituations.has(name) && !facts.state.final ? findOpenStep(facts) : undefined
  const safeSituation = adjustToDiscrepancies(chooseSafeSituation(name, step, facts), contradictions)
  if (facts.state.final) {
    const sentences = [createSentence(name, fromState), ...explainFinalState(name, facts)]
    const nextActor = { actor: 'nobody' as const, from: ['state'] }
    return { explanation: { sentences, nextActor, until: null }, safeSituation }
  }
  const from = step === undefined ? fromState : [`workflow_state.${step.step}`]
  const actor = step?.actor ?? nextActorBySituation[name]
  const first = step !== undefined && vagueSituations.has(name) ? [] : [createSentence(name, fromState)]
  const second = step === undefined ? [] : [createSentence(`step_${step.step}`, [...fromState, ...from])]
  return {
    explanation: {
      sentences: [
        ...first,
        ...second,
        ...explainNextAction(actor, from, { facts, hasContradictions }),
        ...explainExpiry(facts),
      ],
      nextActor: { actor, from },
      until: facts.expiresAt,
    },
    safeSituation,
  }
}
