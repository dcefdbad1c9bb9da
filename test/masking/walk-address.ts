import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Person, Stack, Visitor } from '../support/stack/start.ts'
import { subscribeToChanges } from './change-subscription.ts'
import { failOnce } from './failing.ts'
import type { Exit } from './haystack.ts'
import { revealsAt } from './oracle-reveals.ts'
import { env } from './service.ts'
import { signInWatched, signOutWatched } from './sign-in-walk.ts'
import {
  exitsOf,
  failEveryEndpoint,
  type VisitedCall,
  visitEveryEndpoint,
  type WalkInput,
  type WalkSubject,
} from './walk.ts'
import type { AskedPayment } from './walk-payments.ts'

/** Answers to a person who asks for a payment link. */
export interface AddressWalk {
  /** Answer before re-authentication. */
  readonly before: VisitedCall
  /** Answer after re-authentication. */
  readonly after: VisitedCall
  /** Answers to all other calls. */
  readonly visited: readonly VisitedCall[]
  /** Outputs of all calls, without the link in the answer that revealed it. */
  readonly exits: readonly Exit[]
}

const address = endpoints.showPaymentLink

/** Removes the link and its messages from the answer, so that the rest can be searched for the link. */
function withoutAddress(one: VisitedCall): VisitedCall {
  const { url: _, messages, ...rest } = address.response.parse(one.answer.json)
  const text = JSON.stringify({ ...rest, messages: messages.map(({ language }) => language) })
  return { ...one, answer: { ...one.answer, text } }
}

/** Makes all calls about a customer, and about the payment request itself. */
async function look(
  visitor: Visitor,
  subject: WalkSubject,
  { request }: AskedPayment,
): Promise<VisitedCall[]> {
  const params = { env, request }
  const visited = await visitEveryEndpoint(visitor, subject)
  const call = async (name: VisitedCall['name'], input: WalkInput) =>
    void visited.push({ name, input, answer: await visitor.call(endpoints[name], input) })
  await call('showPaymentRequest', { params })
  // Expect the stored request back: it was sent before.
  await call('sendPaymentRequest', { params, body: { reviewed: '0'.repeat(43) } })
  return visited
}

async function ask(visitor: Visitor, { request }: AskedPayment): Promise<VisitedCall> {
  const input = { params: { env, request }, body: { purpose: 'customer_call' } }
  return { name: 'showPaymentLink', input, answer: await visitor.call(address, input) }
}

/**
 * Signs a person in, makes all calls, asks for the link without and with re-authentication, and makes all
 * calls again.
 */
export async function walkAddress(
  stack: Stack,
  [person, role]: readonly [Person, Role],
  subject: WalkSubject,
  askedPayment: AskedPayment,
): Promise<AddressWalk> {
  const { visitor, exits: signingIn } = await signInWatched(stack, person)
  if (person === 'twoRoles') await visitor.get(endpoints.chooseRole, { body: { role } })
  const hearing = await subscribeToChanges(visitor)
  // Skip the first look in the short form for roles that can never reveal the link.
  const mayGet = revealsAt('request.address', role) !== null
  const visited = isFullRun || mayGet ? await look(visitor, subject, askedPayment) : []
  const before = await ask(visitor, askedPayment)
  await visitor.prove(person)
  // Open a second stream, as a page does that opens after re-authentication, beside the first one.
  const hearingProved = await subscribeToChanges(visitor)
  const after = await ask(visitor, askedPayment)
  visited.push(...(await look(visitor, subject, askedPayment)))
  const failing = await failEveryEndpoint(visitor, subject, askedPayment.address, failOnce)
  const heard = [await hearing.end(), await hearingProved.end(), (await signOutWatched(visitor)).exit]
  const visiteds = [before, after].map((one) => (one.answer.status === 200 ? withoutAddress(one) : one))
  const exits = [...signingIn, ...exitsOf([...visited, ...visiteds]), ...failing, ...heard]
  return { before, after, visited, exits }
}
