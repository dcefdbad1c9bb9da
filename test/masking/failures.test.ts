import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultName, serviceOperations } from '../sandbox/fault-names.ts'
import { startOn } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { createHandles } from './handles.ts'
import { allCalls, callsOf, type EndpointCall } from './harness.ts'
import { type Exit, Haystack } from './haystack.ts'
import { buildWireAnswer, startHostileService, type WireAnswer } from './hostile-service.ts'
import { roleNames } from './oracle.ts'
import { type GeneratedCustomer, makeCustomer, type RecordJson, recordNames } from './records.ts'
import { forbiddenTo, forbiddenToAll, leavesOf } from './response-fields.ts'
import { callSandbox, env, putCustomer } from './service.ts'
import { exitOf, type WalkSubject } from './walk.ts'
import { type RoleName, signInEveryRole, type VisitorsByRole } from './worlds.ts'

const faults: readonly FaultName[] = [
  'reset-body',
  '500',
  '401',
  '403',
  '400',
  'html',
  'no-type',
  'array',
  'malformed',
  'truncated',
  'short-length',
  'long-length',
  'redirect',
  'huge-header',
  'wrong-id',
  'wrong-merchant',
  'wrong-rid',
  'unknown-members',
  'duplicate-keys',
]

const others = ['support', 'finance', 'auditor', 'admin'] as const

/** Compliance, which sees most, and one other role, chosen by `nth`. */
const withCompliance = (nth: number): readonly RoleName[] => [
  'compliance',
  others[nth % others.length] ?? 'support',
]

type Exits = Readonly<Record<RoleName, Exit[]>>
const noExits = (): Exits => ({ support: [], finance: [], compliance: [], auditor: [], admin: [] })

async function look(
  eyes: VisitorsByRole,
  who: readonly RoleName[],
  calls: readonly EndpointCall[],
  what: string,
  exits: Exits,
): Promise<void> {
  await Promise.all(
    who.map(async (role) => {
      for (const { endpoint, input } of calls)
        exits[role].push(exitOf(`${endpoint.path} after ${what}`, await eyes[role].call(endpoint, input)))
    }),
  )
}

/** Returns the values in answers and log entries of a failing payment service that the role may not see. */
function leaksOf(customer: GeneratedCustomer, exits: Exits, logged: readonly string[]): string[] {
  const leaves = leavesOf(customer)
  const answers = roleNames.flatMap((role) =>
    new Haystack(exits[role]).leaks(forbiddenTo(role, leaves)).map((leak) => `${role}: ${leak}`),
  )
  const log = new Haystack([{ what: 'log', bytes: Buffer.from(logged.join('')) }])
  return [...answers, ...log.leaks(forbiddenToAll(leaves, [customer.transaction]))]
}

describe('a payment service that fails', () => {
  const customer = makeCustomer({ seed: 81 })
  let stack: Stack
  let eyes: VisitorsByRole
  let subject: WalkSubject

  beforeAll(async () => {
    stack = await startOn('embedded')
    eyes = await signInEveryRole(stack)
    await putCustomer(stack, customer)
    subject = await createHandles(eyes.compliance, { ...customer, transactions: [customer.transaction] })
  })
  afterAll(() => stack.stop())

  it('makes no additional value leave', async () => {
    const exits = noExits()
    for (const name of recordNames) {
      const operation = serviceOperations.find((one) => one === name) ?? 'any'
      const id = {
        state: customer.transaction,
        list: customer.rid,
        notifications: customer.transaction,
        identity: customer.identity,
      }[name]
      for (const [nth, fault] of faults.entries()) {
        await callSandbox(stack, 'POST', 'faults', { account: env, operation, id, fault })
        const calls = callsOf(name, subject)
        await look(
          eyes,
          pickByRunLength(withCompliance(nth), roleNames),
          pickByRunLength(calls.slice(0, 2), calls),
          `${fault} of ${name}`,
          exits,
        )
        await callSandbox(stack, 'DELETE', 'faults')
        await eyes.support.call(...firstOf(callsOf(name, subject)))
      }
    }
    expect(leaksOf(customer, exits, stack.logged)).toEqual([])
    const failed = exits.compliance.filter(({ what }) => /\((?:502|503|504)\)$/.test(what))
    console.log(
      `failing service: ${exits.compliance.length} answers for each role, ${failed.length} of them problems`,
    )
    expect(failed.length).toBeGreaterThan(pickByRunLength(40, 60))
  })
})

function firstOf(calls: readonly EndpointCall[]): [EndpointCall['endpoint'], EndpointCall['input']] {
  const [call] = calls
  if (call === undefined) throw new Error('no call')
  return [call.endpoint, call.input]
}

/** Replaces every text of a record by a value of another type; keeps ids. */
function twisted(value: RecordJson | undefined, twist: (text: string) => RecordJson): RecordJson {
  if (Array.isArray(value)) return value.map((inner) => twisted(inner, twist))
  if (typeof value === 'string') return twist(value)
  if (typeof value !== 'object' || value === null) return value ?? null
  const members = Object.entries(value).map(([name, inner]): [string, RecordJson] => [
    name,
    /^(?:id|transaction_uid|merchant_id|identifier|remote_user_id)$/.test(name)
      ? (inner ?? null)
      : twisted(inner, twist),
  ])
  return Object.fromEntries(members)
}

const json = (body: RecordJson | string) =>
  buildWireAnswer(
    '200 OK',
    ['content-type: application/json'],
    typeof body === 'string' ? body : JSON.stringify(body),
  )
const secrets = (customer: GeneratedCustomer) => {
  const { profile } = customer.records.identity
  const {
    fullname = '',
    email = '',
    dob = '',
  } = typeof profile === 'object' && profile !== null && !Array.isArray(profile) ? profile : {}
  return { full: `${fullname} ${email} ${dob}`, word: String(email).split('@')[0] ?? '' }
}

function wrongAnswers(customer: GeneratedCustomer): Readonly<Record<string, WireAnswer>> {
  const { full, word } = secrets(customer)
  const headers = [
    'retry-after',
    'x-request-id',
    'www-authenticate',
    'set-cookie',
    'etag',
    'server',
    'content-language',
  ].map((name) => `${name}: ${word}`)
  const body = JSON.stringify({
    code: word,
    message: full,
    details: [{ id: word, message: full }],
    error: [{ [full]: full }],
  })
  const status = (line: string): [string, WireAnswer] => [
    line,
    () => buildWireAnswer(`${line} ${word}`, [...headers, 'content-type: application/json'], body),
  ]
  return {
    ...Object.fromEntries(
      ['400', '401', '403', '404', '409', '422', '500', '502', '503', '418', '599', '206'].map(status),
    ),
    redirect: () =>
      buildWireAnswer(`302 ${word}`, [`location: https://${word}.test/${encodeURIComponent(full)}`], full),
    'own type': () => buildWireAnswer('200 OK', [`content-type: text/${word}`], full),
    'own coding': (healthy) =>
      buildWireAnswer('200 OK', ['content-type: application/json', `content-encoding: ${word}`], healthy),
    'no JSON': () => json(`{"id": ${full}`),
    'JSON that ends early': (healthy) => json(healthy.slice(0, -40)),
    'JSON with something behind': (healthy) => json(`${healthy} ${full}`),
    'no UTF-8': (healthy) =>
      buildWireAnswer(
        '200 OK',
        ['content-type: application/json'],
        Buffer.concat([Buffer.from(healthy.slice(0, -1)), Buffer.from([0xff, 0x7d])]),
      ),
    'a header that is none': (healthy) => `HTTP/1.1 200 OK\r\n${full}\r\n\r\n${healthy}`,
    'no HTTP': () => `${full}\r\n\r\n`,
    'a text': () => json(JSON.stringify(full)),
    'a list': (healthy) => json(`[${healthy},${JSON.stringify(full)}]`),
    'too deep': (healthy) => json(`{"a":${'['.repeat(60)}${healthy}${']'.repeat(60)}}`),
    'names that are values': (healthy) =>
      json({ ...JSON.parse(healthy), [full]: word, [full.toLowerCase()]: word }),
    'lists for texts': (healthy) => json(twisted(JSON.parse(healthy), (text) => [text])),
    'objects for texts': (healthy) =>
      json(twisted(JSON.parse(healthy), (text) => ({ value: text, [text]: text }))),
    'another id': (healthy) => json({ ...JSON.parse(healthy), id: word }),
    'another merchant': (healthy) =>
      json({ ...JSON.parse(healthy), original_message: { merchant_id: word } }),
  }
}

describe('a payment service that quotes hidden values', () => {
  const customer = makeCustomer({ seed: 82 })
  const wrong = wrongAnswers(customer)
  let hostile: Awaited<ReturnType<typeof startHostileService>>
  let stack: Stack
  let eyes: VisitorsByRole
  let subject: WalkSubject

  beforeAll(async () => {
    hostile = await startHostileService(customer)
    stack = await startOn('embedded', { config: { PAYDESK_STAGE_BASE_URL: hostile.url } })
    eyes = await signInEveryRole(stack)
    subject = await createHandles(eyes.compliance, { ...customer, transactions: [customer.transaction] })
  })
  afterAll(async () => {
    await stack.stop()
    await hostile.stop()
  })

  it('is not quoted: status lines, headers, errors, names and values of the wrong type', async () => {
    const exits = noExits()
    const calls = pickByRunLength(
      recordNames.flatMap((name) => callsOf(name, subject).slice(0, 2)),
      allCalls(subject),
    )
    for (const [nth, [what, answer]] of Object.entries(wrong).entries()) {
      hostile.become(answer)
      await look(
        eyes,
        pickByRunLength(withCompliance(nth), ['support', 'compliance', 'auditor']),
        calls,
        what,
        exits,
      )
      hostile.become()
      for (const name of recordNames) await eyes.compliance.call(...firstOf(callsOf(name, subject)))
    }
    expect(leaksOf(customer, exits, stack.logged)).toEqual([])
    const busy = exits.compliance.filter(({ bytes }) => bytes.includes('upstream_busy'))
    console.log(
      `quoting service: ${Object.keys(wrong).length} wrong answers, ${exits.compliance.length} answers for each role`,
    )
    expect(busy.map(({ what }) => what)).toEqual([])
  })
})
