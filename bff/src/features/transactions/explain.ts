import type { Explanation, SentencePart } from '@paydesk/shared/payments/transaction'
import type { Facts } from '../../records/rules/facts.ts'
import type { SafeSituation } from './safe-texts.ts'
import { type SituationName, situationOf, situations } from './situations.ts'

/** A pending step that names who must act; the first that applies is said. */
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

/** Situations whose reason says less than an open step does. */
const vague: ReadonlySet<SituationName> = new Set(['engaging', 'validated', 'starting', 'processing'])
/** Situations of which a step still tells something on top of the reason. */
const withStep: ReadonlySet<SituationName> = new Set([
  ...vague,
  'accepted',
  'pending_unexplained',
  'pending_undocumented',
  'undocumented',
])

const fromState = ['state', 'compound_state']
const text = (words: string, from: string[]): SentencePart => ({ kind: 'text', text: words, from })

function openStep(facts: Facts) {
  return pendingSteps.find(({ step }) => facts.steps.get(step) === 'PENDING')
}

function ending(facts: Facts): SentencePart[] {
  const at = facts.expiresAt?.at ?? null
  if (at === null) return []
  if (!hasLapsed(facts)) {
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
 * An open record whose validity ran out needs a look, whoever's turn it was. Nothing else that is explained
 * depends on the time of the reading.
 */
export function hasLapsed({ expiresAt, readAt }: Facts): boolean {
  return expiresAt?.at != null && Date.parse(expiresAt.at) <= readAt
}

/** Not where something else of the record has to be looked at: that says itself who does it. */
function whatToDo(
  actor: Explanation['who']['actor'],
  from: string[],
  { facts, hasContradictions }: { readonly facts: Facts; readonly hasContradictions: boolean },
): SentencePart[] {
  const theirs = actor === 'customer' || actor === 'service'
  return theirs && !hasLapsed(facts) && !hasContradictions ? [text('Nothing for us to do.', from)] : []
}

type Step = (typeof pendingSteps)[number]

/** The situation whose safe sentence fits what is explained: an open step says more than a vague reason. */
function toSay(name: SituationName, step: Step | undefined, facts: Facts): SafeSituation {
  if (hasLapsed(facts)) return 'lapsed'
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

function finalParts(name: SituationName, facts: Facts): SentencePart[] {
  const parts: SentencePart[] = []
  if (facts.test === true)
    parts.push(text('It was made with a test card: no real money moved.', ['test_transaction']))
  else if (name === 'success')
    parts.push(text('Fulfil only once the seal says that it is proved.', fromState))
  if (name !== 'success') parts.push(text('A final state does not change any more.', ['state']))
  return parts
}

export interface Explained {
  readonly explanation: Explanation
  /** Which safe sentence goes with it. */
  readonly say: SafeSituation
}

/**
 * Says in facts what happened, who must act and until when (interface, States and transitions).
 * Nothing is added that the record does not carry; what it does not say reads "not known".
 * `hasContradictions`: facts that do not fit together are shown beside it.
 */
export function explain(facts: Facts, hasContradictions = false): Explained {
  const name = situationOf(facts.state, facts.compound)
  const situation = situations[name]
  if (facts.state.final) {
    const sentence = [text(situation.says, fromState), ...finalParts(name, facts)]
    const who = { actor: 'nobody' as const, words: 'Nobody: it is final', from: ['state'] }
    return { explanation: { sentence, who, until: null }, say: name }
  }
  const step = withStep.has(name) ? openStep(facts) : undefined
  const from = step === undefined ? fromState : [`workflow_state.${step.step}`]
  const actor = step?.actor ?? situation.actor
  const first = step !== undefined && vague.has(name) ? [] : [text(situation.says, fromState)]
  const second = step === undefined ? [] : [text(step.says, [...fromState, ...from])]
  return {
    explanation: {
      sentence: [
        ...first,
        ...second,
        ...whatToDo(actor, from, { facts, hasContradictions }),
        ...ending(facts),
      ],
      who: { actor, words: step?.words ?? situation.actorWords, from },
      until: facts.expiresAt,
    },
    say: toSay(name, step, facts),
  }
}
