import { setTimeout as sleep } from 'node:timers/promises'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unwrapOperationalText } from '../platform/access/guarded.ts'
import {
  buildReply,
  buildStateBody,
  buildStateReply,
  buildTransactionId,
  FaultServer,
  openTestService,
  type ReceivedRequest,
  sendStatus,
  type TestService,
  testClientName,
  testIdentityId,
  testMerchantId,
  testReference,
  testRid,
  testToken,
  testTransactionId,
} from './fault-server.test-kit.ts'
import { createPaymentService } from './payment-service.ts'

let server: FaultServer
let testService: TestService
beforeEach(async () => {
  server = await new FaultServer(() => {}).start()
  testService = openTestService(`${server.url}/stage`)
})
afterEach(async () => {
  await testService.service.close()
  await server.stop()
})
const answer = (body: string, status = '200 OK') => {
  server.behave = ({ socket }) => void socket.write(buildReply(body, { status }))
}
const list = () =>
  testService.service.listTransactionsOfCustomer(testMerchantId, testRid, { reference: testReference })
const notifications = () =>
  testService.service.listNotifications(testTransactionId, { reference: testReference })

test('reads a list with entries, an empty list, and not found for an unknown customer', async () => {
  answer('{"data":[{"transaction_uid":"t-1","state":"SUCCESS"},{"transaction_uid":"t-2"}]}')
  expect(await list()).toMatchObject({ outcome: 'found', value: { unreadable: 0, shapeKnown: true } })
  expect(server.seen[0]?.path).toBe(`/stage/v1/transaction/states/${testMerchantId}/ann%40example.org`)
  answer('{"data":[]}')
  expect(await list()).toMatchObject({ outcome: 'found', value: { entries: [] } })
  for (const body of ['{"code":"NOT_FOUND","message":""}', '{"error":[]}']) {
    answer(body, '404 Not Found')
    expect(await list()).toEqual({ outcome: 'not_found' })
  }
  for (const body of ['{}', '', '<h1>Not Found</h1>']) {
    answer(body, '404 Not Found')
    expect(await list()).toEqual({ outcome: 'not_found', isForeign: true })
  }
  expect(JSON.stringify(testService.log)).not.toMatch(/ann|example/)
})

test.each(['{}', '[]', '{"data":null}', '{"data":{}}', 'null'])('rejects %s as a list', async (body) => {
  answer(body)
  expect(await list()).toMatchObject({ outcome: 'failed', problem: 'upstream_bad_response' })
})

test('allows a list to be larger than a record, up to its own limit', async () => {
  const entry = (i: number) =>
    `{"transaction_uid":"t-${i}","state":"SUCCESS","workflow":"${'w'.repeat(400)}"}`
  answer(`{"data":[${Array.from({ length: 5_000 }, (_, i) => entry(i)).join()}]}`)
  const outcome = await list()
  expect(outcome.outcome === 'found' && outcome.value.entries.length).toBe(5_000)
  answer(`{"data":[${Array.from({ length: 10_000 }, (_, i) => entry(i)).join()}]}`)
  expect(await list()).toMatchObject({ outcome: 'failed', cause: 'too_large' })
})

test.each(['[{}]', '{"data":[{}]}', '{"notifications":[{}]}'])('reads notifications as %s', async (body) => {
  answer(body)
  expect(await notifications()).toMatchObject({ outcome: 'found', value: { shapeKnown: true } })
  expect(server.seen[0]?.path).toBe(`/stage/v1/transaction/${testTransactionId}/notifications`)
})

test('marks notifications of another shape, and rejects a body that is not an object', async () => {
  answer('{"events":[]}')
  expect(await notifications()).toMatchObject({ outcome: 'found', value: { entries: [], shapeKnown: false } })
  answer('"x"')
  expect(await notifications()).toMatchObject({ outcome: 'failed', cause: 'not_an_object' })
})

test('reads an identity from its path', async () => {
  answer(JSON.stringify({ id: testIdentityId, profile: { first_name: 'Ann' } }))
  expect((await testService.service.readIdentity(testIdentityId, { reference: testReference })).outcome).toBe(
    'found',
  )
  expect(server.seen[0]?.path).toBe(`/stage/v1/identity/${testIdentityId}`)
})

test('runs background reads in their own lane, two at a time, without delaying users', async () => {
  const options = { reference: testReference, lane: 'background' } as const
  server.behave = () => {}
  const behind = Promise.all([
    testService.service.listTransactionsOfCustomer(testMerchantId, testRid, options),
    testService.service.listTransactionsOfCustomer(testMerchantId, testRid, options),
    testService.service.listNotifications(testTransactionId, options),
    ...[0, 1, 2].map((i) => testService.service.readState(buildTransactionId(i), options)),
  ])
  await expect.poll(() => server.seen.length).toBe(2)
  expect(testService.service.health().lanes).toMatchObject({
    background: { running: 2, waiting: 3 },
    transaction: { running: 0 },
  })
  server.behave = (receivedRequest) => void receivedRequest.socket.write(buildStateReply(receivedRequest))
  expect(
    (await testService.service.readState(buildTransactionId(2), { reference: testReference })).outcome,
  ).toBe('found')
  expect(server.seen).toHaveLength(3)
  await testService.service.close()
  await behind
})

test('never retries background reads, because their caller budgets its requests', async () => {
  const read = (options: object) =>
    testService.service.readState(testTransactionId, { reference: testReference, fresh: true, ...options })
  for (const behave of [sendStatus('503 Unavailable'), sendStatus('429 Slow', 'retry-after: 1')]) {
    server.seen.length = 0
    server.behave = behave
    expect((await read({ lane: 'background' })).outcome).toBe('failed')
    expect(server.seen).toHaveLength(1)
    // Open a new client, so that the 429 delays no further read.
    await testService.service.close()
    testService = openTestService(`${server.url}/stage`)
  }
  server.seen.length = 0
  server.behave = sendStatus('503 Unavailable')
  await read({})
  expect(server.seen).toHaveLength(2)
})

test('does not join an alone read with other reads, and never answers it from the cache', async () => {
  const receivedRequests: ReceivedRequest[] = []
  server.behave = (receivedRequest) => void receivedRequests.push(receivedRequest)
  const read = (alone: boolean) =>
    testService.service.readState(testTransactionId, { reference: testReference, alone })
  const reads = [read(false), read(true), read(true), read(false)]
  await expect.poll(() => receivedRequests.length).toBe(3)
  for (const [i, { socket }] of receivedRequests.entries())
    socket.write(buildReply(buildStateBody({ state: 'SUCCESS', mode: `asked ${i + 1}` })))
  const modes = (await Promise.all(reads)).map((outcome) =>
    outcome.outcome === 'found' ? unwrapOperationalText(outcome.value.mode) : outcome.outcome,
  )
  // Ignore the order of the three requests, which depends on the sockets.
  expect(new Set(modes)).toEqual(new Set(['asked 1', 'asked 2', 'asked 3']))
  expect(modes[3]).toBe(modes[0])
  expect(await read(false)).toMatchObject({ reading: { from: 'memory' } })
  const again = read(true)
  await expect.poll(() => receivedRequests.length).toBe(4)
  receivedRequests[3]?.socket.write(buildReply(buildStateBody()))
  expect(await again).toMatchObject({ reading: { from: 'service' } })
  const after = read(false)
  await expect.poll(() => receivedRequests.length).toBe(5)
  receivedRequests[4]?.socket.write(buildReply(buildStateBody()))
  expect((await after).outcome).toBe('found')
})

test('reports the last success and the last failure of each operation', async () => {
  answer('{"data":[]}')
  await list()
  answer('', '401 X')
  await notifications()
  const { operations } = testService.service.health()
  expect(operations.list).toMatchObject({
    breaker: 'closed',
    lastFailure: null,
    lastSuccess: expect.stringMatching(/Z$/),
  })
  expect(operations.notifications).toMatchObject({ lastSuccess: null, lastProblem: 'upstream_auth' })
})

test('ends calls as unreachable after closing', async () => {
  await testService.service.close()
  expect(await list()).toMatchObject({ outcome: 'failed', problem: 'upstream_unreachable', cause: 'closed' })
})

test('never throws or prints credentials or URLs', async () => {
  await expect(
    testService.service.listTransactionsOfCustomer(merchantIdSchema.parse('other'), testRid, {
      reference: testReference,
    }),
  ).rejects.toThrow('merchant of another environment')
  const environment = {
    name: 'stage',
    baseUrl: server.url,
    clientName: testClientName,
    token: testToken,
    merchantIds: [testMerchantId],
  }
  const wrong = [
    { baseUrl: 'not an address' },
    { baseUrl: `http://user:${testToken}@host/` },
    { baseUrl: `http://host/?key=${testToken}` },
    { baseUrl: `ftp://${testToken}/` },
    { token: `${testToken}\r\nX-Evil: 1` },
    { clientName: `${testClientName}\n` },
  ]
  for (const part of wrong) {
    let message = ''
    try {
      createPaymentService({ environment: { ...environment, ...part } })
    } catch (error) {
      message = String(error)
    }
    expect(message).not.toBe('')
    expect(message).not.toMatch(/never-shown|not an address'|user:/)
  }
  const { inspect } = await import('node:util')
  expect(inspect(testService.service, { depth: 9, showHidden: true })).not.toMatch(/never-shown/)
})

test('returns the same object for an unchanged record that was read again, and a new one for a changed record', async () => {
  const read = async () => {
    const outcome = await testService.service.readState(testTransactionId, {
      reference: testReference,
      fresh: true,
    })
    return outcome.outcome === 'found' ? outcome : null
  }
  answer(buildStateBody())
  const first = await read()
  await sleep(5)
  const second = await read()
  expect(server.seen).toHaveLength(2)
  expect(second?.value).toBe(first?.value)
  expect(Date.parse(second?.reading.at ?? '')).toBeGreaterThan(Date.parse(first?.reading.at ?? ''))
  answer(buildStateBody({ compound_state: 'PENDING.PROCESSING' }))
  const third = await read()
  expect(third?.value).not.toBe(first?.value)
  expect(third && unwrapOperationalText(third.value.compound_state)).toBe('PENDING.PROCESSING')
  // Expect a new object: the first body is not the last one any more.
  answer(buildStateBody())
  expect((await read())?.value).not.toBe(first?.value)
})

test('checks a rejected body again, and never uses it for another transaction', async () => {
  const read = (id = testTransactionId) => testService.service.readState(id, { reference: testReference })
  answer(buildStateBody({ original_message: { merchant_id: 'another' } }))
  for (let time = 0; time < 2; time += 1)
    expect(await read()).toMatchObject({ outcome: 'failed', problem: 'upstream_mismatch' })
  answer(buildStateBody())
  expect((await read()).outcome).toBe('found')
  expect(await read(buildTransactionId(7))).toMatchObject({ outcome: 'failed', problem: 'upstream_mismatch' })
})
