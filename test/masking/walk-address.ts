import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Person, Stack, Visitor } from '../support/stack/start.ts'
import { failOnce } from './failing.ts'
import type { Exit } from './haystack.ts'
import { hearChanges } from './hearing.ts'
import { revealsAt } from './oracle-reveals.ts'
import { env } from './service.ts'
import { signInWatched, signOutWatched } from './sign-in-walk.ts'
import { exitsOf, fail, type Input, type Subject, type Visited, visit } from './walk.ts'
import type { AskedPayment } from './walk-payments.ts'

/** What somebody was answered who asked for a hosted address. */
export interface AddressWalk {
  /** What they were told before they had proved anew who they are. */
  readonly before: Visited
  /** The same after the proof. */
  readonly after: Visited
  /** Everything else that they were answered. */
  readonly visited: readonly Visited[]
  /** Everything that left, but for the address where it was given. */
  readonly exits: readonly Exit[]
}

const address = endpoints.showPaymentLink

/** An answer without what it is there for: in what is left of it the address must not be either. */
function withoutAddress(one: Visited): Visited {
  const { address: _, messages, ...rest } = address.response.parse(one.answer.json)
  const text = JSON.stringify({ ...rest, messages: messages.map(({ language }) => language) })
  return { ...one, answer: { ...one.answer, text } }
}

/** Everything there is about a customer, and the request itself. */
async function look(visitor: Visitor, subject: Subject, { request }: AskedPayment): Promise<Visited[]> {
  const params = { env, request }
  const visited = await visit(visitor, subject)
  const call = async (name: Visited['name'], input: Input) =>
    void visited.push({ name, input, answer: await visitor.call(endpoints[name], input) })
  await call('showPaymentRequest', { params })
  // It was sent before: that is what comes back.
  await call('sendPaymentRequest', { params, body: { reviewed: '0'.repeat(43) } })
  return visited
}

async function ask(visitor: Visitor, { request }: AskedPayment): Promise<Visited> {
  const input = { params: { env, request }, body: { purpose: 'customer_call' } }
  return { name: 'showPaymentLink', input, answer: await visitor.call(address, input) }
}

/** Somebody signs in, sees all there is, asks for the address without and with a proof, and sees all again. */
export async function walkAddress(
  stack: Stack,
  [person, role]: readonly [Person, Role],
  subject: Subject,
  asked: AskedPayment,
): Promise<AddressWalk> {
  const { visitor, exits: signingIn } = await signInWatched(stack, person)
  if (person === 'twoRoles') await visitor.get(endpoints.chooseRole, { body: { role } })
  const hearing = await hearChanges(visitor)
  // Without a proof nobody is given it: the short form looks around then only as those who are after one.
  const mayGet = revealsAt('request.address', role) !== null
  const visited = isFullRun || mayGet ? await look(visitor, subject, asked) : []
  const before = await ask(visitor, asked)
  await visitor.prove(person)
  // A page that is opened after the proof hears beside the one from before it.
  const hearingProved = await hearChanges(visitor)
  const after = await ask(visitor, asked)
  visited.push(...(await look(visitor, subject, asked)))
  const failing = await fail(visitor, subject, asked.address, failOnce)
  const heard = [await hearing.end(), await hearingProved.end(), (await signOutWatched(visitor)).exit]
  const given = after.answer.status === 200 ? withoutAddress(after) : after
  const exits = [...signingIn, ...exitsOf([...visited, before, given]), ...failing, ...heard]
  return { before, after, visited, exits }
}
