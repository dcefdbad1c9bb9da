import { defaultUpstreamLimits, type UpstreamLimits } from '@paydesk/bff/payment-service/parsing/limits'
import { createPaymentService, type PaymentService } from '@paydesk/bff/payment-service/payment-service'
import type { ServiceOutcome } from '@paydesk/bff/payment-service/transport/outcome'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import {
  identityIdSchema,
  merchantIdSchema,
  ridSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sandboxAccounts } from '../../sandbox/accounts.ts'
import { type FaultName, faultNames } from '../../sandbox/fault-names.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { expectedOutcomeOf, type ReadKind, readKinds } from '../../support/contract/fault-outcomes.ts'

const ref = supportReferenceSchema.parse('PD-0123456789')
const merchant = merchantIdSchema.parse('demo-merchant')
const customer = ridSchema.parse('cust-00417')
const transaction = transactionIdSchema.parse('3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10')
const notified = transactionIdSchema.parse('5b0e9a64-2c6d-4b5a-9f5e-0a1b2c3d4e18')
const identity = identityIdSchema.parse('_a41c7e2_18f2b3c4d50__3b1f')
const { from, token } = sandboxAccounts.stage

/** Time limits that never expire, even on a busy machine: for reads that do not hang. */
const patient: UpstreamLimits = {
  ...defaultUpstreamLimits,
  connectMs: 10_000,
  firstByteMs: 10_000,
  totalMs: 20_000,
}
/** Time limits for slow and endless answers, which take longer on any machine. */
const short: UpstreamLimits = { ...patient, firstByteMs: 600, totalMs: 800 }

let sandbox: Sandbox
let service: PaymentService
const logged: unknown[] = []

const open = (
  limits: UpstreamLimits,
  merchants = [merchant, merchantIdSchema.parse('demo-outlet')],
): PaymentService =>
  createPaymentService({
    environment: {
      name: 'stage',
      baseUrl: `${sandbox.serviceUrl}/stage`,
      clientName: from,
      token,
      merchantIds: merchants,
    },
    limits,
    log: (entry) => logged.push(entry),
  })
const reopen = async (limits: UpstreamLimits) => {
  await service.close()
  service = open(limits)
}
const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  return (await fetch(`${sandbox.serviceUrl}/_sandbox/${path}`, init)).json()
}
const requests = async () =>
  z.object({ count: z.number(), largestParallel: z.number() }).parse(await control('GET', 'requests'))

beforeAll(async () => {
  sandbox = await startSandbox({ servicePort: 0, idpPort: 0 })
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  service = open(patient)
  await control('DELETE', 'requests')
})
afterEach(async () => {
  await service.close()
  await control('DELETE', 'faults')
})

const operations = {
  state: () => service.readState(transaction, { reference: ref, fresh: true }),
  list: () => service.listTransactionsOfCustomer(merchant, customer, { reference: ref }),
  notifications: () => service.listNotifications(notified, { reference: ref }),
  identity: () => service.readIdentity(identity, { reference: ref }),
} satisfies Record<string, () => Promise<ServiceOutcome<unknown>>>

const words = (outcome: ServiceOutcome<unknown>): string =>
  outcome.outcome === 'failed' ? outcome.problem : outcome.outcome

describe('the client on the sample world', () => {
  test.each(readKinds)('finds the record of the %s read', async (name) => {
    const outcome = await operations[name]()
    expect(outcome).toMatchObject({ outcome: 'found', reading: { from: 'service' } })
  })

  test('lists the transactions of the customer', async () => {
    const outcome = await operations.list()
    expect(outcome.outcome === 'found' && outcome.value.entries.length).toBe(4)
  })

  test('answers not found for unknown IDs', async () => {
    const none = transactionIdSchema.parse('00000000-0000-4000-8000-000000000000')
    expect(await service.readState(none, { reference: ref })).toEqual({ outcome: 'not_found' })
    expect(await service.readIdentity(identityIdSchema.parse('_none_00'), { reference: ref })).toEqual({
      outcome: 'not_found',
    })
  })

  test('reports a record of a foreign merchant as a mismatch', async () => {
    const other = open(patient, [merchantIdSchema.parse('demo-outlet')])
    expect(words(await other.readState(transaction, { reference: ref }))).toBe('upstream_mismatch')
    await other.close()
  })

  test('sends one request for 100 equal reads at once (single flight)', async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, operations.state))
    expect(new Set(outcomes.map(words))).toEqual(new Set(['found']))
    expect((await requests()).count).toBe(1)
  })
})

/** Returns the outcome of a read with a fault, as the client of the payment service tells it. */
function expectedAtClient(fault: FaultName, read: ReadKind): string {
  // Only callers that know the customer notice a wrong RID.
  const outcome = fault === 'wrong-rid' ? 'good' : expectedOutcomeOf(fault, read)
  return outcome === 'good' ? 'found' : outcome
}

/** Tells if a fault is tried on a read: short runs try faults with equal outcomes on one read in turn. */
const isTried = (fault: FaultName, nth: number, name: ReadKind) =>
  isFullRun ||
  new Set(readKinds.map((each) => expectedAtClient(fault, each))).size > 1 ||
  nth % readKinds.length === readKinds.indexOf(name)

describe.each(readKinds)('a fault on the %s read', (name) => {
  test.each(faultNames.filter((fault, nth) => isTried(fault, nth, name)))('is handled: %s', async (fault) => {
    await control('POST', 'faults', { account: 'stage', operation: name, fault })
    const expected = expectedAtClient(fault, name)
    const hangs = expected === 'upstream_timeout'
    if (hangs) await reopen(short)
    const outcome = await operations[name]()
    expect(words(outcome)).toBe(expected)
    expect((await requests()).count).toBeLessThanOrEqual(2)
    await control('DELETE', 'faults')
    // Expect sockets and other reads to work as before the fault.
    const other = name === 'state' ? 'identity' : 'state'
    const after = async () => words(await operations[other]())
    // Poll: on a busy machine the short time limit may expire once more.
    if (hangs) await expect.poll(after).toBe('found')
    else expect(await after()).toBe('found')
  })
})

test('a single failure is retried transparently', async () => {
  for (const fault of ['reset', 'reset-body', '500', '502', '503', '429']) {
    await control('POST', 'faults', { account: 'stage', operation: 'state', fault, times: 1 })
    expect(words(await operations.state()), fault).toBe('found')
    await reopen(patient)
  }
})

test('the default limits wait for a slow answer', async () => {
  // The sandbox answers after 2 s; short runs use wider limits, because a busy machine may take longer.
  expect(defaultUpstreamLimits.firstByteMs).toBeGreaterThan(2_000)
  const usual = open(pickByRunLength(patient, defaultUpstreamLimits))
  await control('POST', 'faults', { account: 'stage', operation: 'state', fault: 'slow', times: 1 })
  expect(words(await usual.readState(transaction, { reference: ref }))).toBe('found')
  await usual.close()
})

test('redirects are not followed, and the log contains no credentials and no customer', async () => {
  expect(await control('GET', 'sinkhole')).toEqual({ hits: 0 })
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${token}|${from}|${customer}|Lindqvist|http:`))
})
