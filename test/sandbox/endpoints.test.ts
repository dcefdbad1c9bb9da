import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import {
  controlSandbox,
  headersOf,
  keysOf,
  listOf,
  postToService,
  readService,
  transactionIdsOf,
  valueAt,
} from './test-client.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ operatorActions: true })
})
afterAll(async () => {
  await sandbox.stop()
})

const stateKeys = [
  'compound_state',
  'expires_at',
  'id',
  'identity',
  'mode',
  'original_message',
  'payment_provider_responses',
  'response_code',
  'response_code_description',
  'secret',
  'state',
  'test_transaction',
  'workflow_state',
]
const notificationKeys = [
  'compound_state',
  'event',
  'id',
  'identity',
  'mode',
  'original_message',
  'outstanding_tasks',
  'payment_amount',
  'payment_provider_responses',
  'recurring_transaction',
  'response_code',
  'response_code_description',
  'screen_entities',
  'secret',
  'state',
  'test_transaction',
  'uid',
  'workflow_state',
]
const pending = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'

describe('the sample world', () => {
  it('lists the four transactions of the sample in order', async () => {
    const { json } = await readService(sandbox, '/v1/transaction/states/demo-merchant/cust-00417')
    expect(
      listOf(valueAt(json, 'data')).map((entry) => [
        valueAt(entry, 'transaction_uid'),
        valueAt(entry, 'transaction_state'),
        valueAt(entry, 'state'),
      ]),
    ).toEqual([
      [pending, 'PENDING.CONTACTING_USER', 'PENDING'],
      ['6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19', 'MANUAL_REVIEW', 'PENDING'],
      ['5b0e9a64-2c6d-4b5a-9f5e-0a1b2c3d4e18', 'OK', 'SUCCESS'],
      ['7e3a2c86-4e8f-4d7c-9b7a-2c3d4e5f6a20', 'TRANSACTION_EXPIRED', 'EXPIRED'],
    ])
  })

  it('returns states, notifications and identity with the fields of the samples', async () => {
    for (const id of await transactionIdsOf(sandbox, 'cust-00417')) {
      const { json } = await readService(sandbox, `/v1/authorization/${id}`)
      expect(keysOf(json)).toEqual(stateKeys)
      expect(valueAt(json, 'original_message', 'account', 'identifier')).toBe('cust-00417')
      expect(keysOf(valueAt(json, 'workflow_state'))).toEqual([
        '3ds',
        'capture',
        'charge',
        'credit',
        'docs',
        'kyc',
        'piv',
        'sca',
      ])
      expect(keysOf(valueAt(json, 'identity'))).toHaveLength(8)
      const notifications = await readService(sandbox, `/v1/transaction/${id}/notifications`)
      for (const notification of listOf(valueAt(notifications.json, 'data')))
        expect(keysOf(notification)).toEqual(notificationKeys)
    }
    const { json } = await readService(sandbox, '/v1/identity/_a41c7e2_18f2b3c4d50__3b1f')
    expect(keysOf(json)).toEqual([
      'created_at',
      'id',
      'kyc_state',
      'ledger_lifetime_amount',
      'ledger_lifetime_currency',
      'profile',
      'supporting_documents',
      'uid',
    ])
  })

  it('lets pending transactions expire about 41 hours after the start', async () => {
    const { json } = await readService(sandbox, `/v1/authorization/${pending}`)
    const hours = (Date.parse(String(valueAt(json, 'expires_at'))) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(40.9)
    expect(hours).toBeLessThan(41)
  })
})

describe('credentials and addresses', () => {
  it.each([
    ['nothing', {}],
    ['no word Bearer', { ...headersOf(), authorization: headersOf().authorization?.slice(7) ?? '' }],
    ['another token', { ...headersOf(), authorization: 'Bearer x' }],
    ['no From', { authorization: headersOf().authorization ?? '' }],
    ['From of the other account', { ...headersOf(), from: 'sandbox-client-production' }],
  ])('refuses %s', async (_, headers) => {
    const response = await fetch(`${sandbox.serviceUrl}/stage/v1/authorization/${pending}`, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
  })

  it('keeps the accounts apart', async () => {
    expect((await readService(sandbox, `/v1/authorization/${pending}`, 'production')).status).toBe(404)
    expect(await transactionIdsOf(sandbox, 'live-0001', 'demo-merchant-live', 'production')).toHaveLength(1)
  })

  it('decodes a path segment exactly once', async () => {
    expect(await transactionIdsOf(sandbox, 'cust shared/ä%2F?#')).toHaveLength(1)
    expect(await transactionIdsOf(sandbox, 'mara.lindqvist@example.test')).toHaveLength(2)
  })

  it('returns an empty list for an unknown customer, 404 for a special one and for other ids', async () => {
    expect((await readService(sandbox, '/v1/transaction/states/demo-merchant/nobody')).json).toEqual({
      data: [],
    })
    expect((await readService(sandbox, '/v1/transaction/states/demo-merchant/nobody-404')).status).toBe(404)
    expect((await readService(sandbox, '/v1/authorization/unknown')).json).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('notification shapes and operator actions', () => {
  it('returns notifications in three shapes', async () => {
    const shapeOf = async (rid: string) =>
      (
        await readService(
          sandbox,
          `/v1/transaction/${(await transactionIdsOf(sandbox, rid))[0] ?? ''}/notifications`,
        )
      ).json
    expect(Array.isArray(await shapeOf('cust-bare-notifications'))).toBe(true)
    expect(keysOf(await shapeOf('cust-odd-notifications'))).toEqual(['notifications'])
    expect(keysOf(await shapeOf('cust-success'))).toEqual(['data'])
  })

  it('accepts a task only once', async () => {
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-risk-review')
    const notifications = await readService(sandbox, `/v1/transaction/${id}/notifications`)
    const task = String(valueAt(notifications.json, 'data', 0, 'outstanding_tasks', 0, 'id'))
    expect((await postToService(sandbox, `/v1/tasks/${task}/accept`, {})).status).toBe(200)
    expect(valueAt((await readService(sandbox, `/v1/authorization/${id}`)).json, 'state')).toBe('SUCCESS')
    const again = await postToService(sandbox, `/v1/tasks/${task}/reject`, {})
    expect(again.status).toBe(400)
    expect(valueAt(again.json, 'details', 0, 'id')).toBe('transaction-complete')
  })

  it('counts every action that arrives, and loses the action or its answer on request', async () => {
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-piv-review')
    const notifications = await readService(sandbox, `/v1/transaction/${id}/notifications`)
    const task = String(valueAt(notifications.json, 'data', 0, 'outstanding_tasks', 0, 'id'))
    const fault = { account: 'stage', operation: 'action', id: task, fault: '503', times: 1 }
    const stateOf = async () => valueAt((await readService(sandbox, `/v1/authorization/${id}`)).json, 'state')
    await controlSandbox(sandbox, 'DELETE', 'actions')
    for (const carriesOut of [false, true]) {
      await controlSandbox(sandbox, 'POST', 'faults', { ...fault, carriesOut })
      expect((await postToService(sandbox, `/v1/tasks/${task}/accept`, {})).status).toBe(503)
      expect(await stateOf()).toBe(carriesOut ? 'SUCCESS' : 'PENDING')
    }
    expect(await controlSandbox(sandbox, 'GET', 'actions')).toEqual({
      [`stage/accept/${task}`]: { asked: 2, carriedOut: 1 },
    })
  })

  it('records requests, and returns overrides verbatim', async () => {
    await controlSandbox(sandbox, 'POST', 'override', {
      account: 'stage',
      operation: 'state',
      id: pending,
      body: '{"id" : 1e999}',
    })
    await controlSandbox(sandbox, 'DELETE', 'requests')
    expect((await readService(sandbox, `/v1/authorization/${pending}`)).text).toBe('{"id" : 1e999}')
    await controlSandbox(sandbox, 'DELETE', 'overrides')
    const recorded = await controlSandbox(sandbox, 'GET', 'requests')
    expect(valueAt(recorded, 'count')).toBe(1)
    expect(valueAt(recorded, 'requests', 0, 'path')).toBe(`/stage/v1/authorization/${pending}`)
    expect(valueAt(recorded, 'largestParallel')).toBe(1)
  })
})
