import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from './json.ts'
import { cloneJson, isJsonObject, objectAt } from './json.ts'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import {
  controlSandbox,
  createBody,
  keysOf,
  listOf,
  postToService,
  readService,
  transactionIdsOf,
  valueAt,
} from './test-client.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(async () => {
  await sandbox.stop()
})

describe('creating an authorization', () => {
  it('responds like the sample and makes the new transaction readable', async () => {
    const { status, json } = await postToService(sandbox, '/v1/authorization/', createBody)
    expect(status).toBe(201)
    expect(keysOf(json)).toEqual([
      'compound_state',
      'context_uid',
      'expires_at',
      'id',
      'mode',
      'original_message',
      'redirect_url',
      'secret',
      'state',
      'transactions',
      'uid',
    ])
    expect(
      (await readService(sandbox, `/v1/authorization/${String(valueAt(json, 'id'))}`)).json,
    ).toMatchObject({
      secret: valueAt(json, 'secret') ?? '',
      state: 'PENDING',
    })
    expect(await transactionIdsOf(sandbox, 'cust-created')).toEqual([valueAt(json, 'id')])
    const again = await postToService(sandbox, '/v1/authorization/', createBody)
    expect(valueAt(again.json, 'details')).toEqual([
      { id: 'transaction.id', message: 'must be unique' },
      { id: 'transaction.reference', message: 'must be unique' },
    ])
  })

  const spoiled: readonly (readonly [string, (body: Json) => void])[] = [
    [
      'workflow',
      (body) => {
        if (isJsonObject(body)) delete body.workflow
      },
    ],
    [
      'client',
      (body) => {
        if (isJsonObject(body)) delete body.client
      },
    ],
    [
      'client.email',
      (body) => {
        delete objectAt(body, 'client').email
      },
    ],
    [
      'transaction.amount',
      (body) => {
        objectAt(body, 'transaction').amount = '12.50'
      },
    ],
    [
      'transaction.amount',
      (body) => {
        objectAt(body, 'transaction').amount = 1250
      },
    ],
    [
      'transaction.id',
      (body) => {
        objectAt(body, 'transaction').id = 'x'.repeat(41)
      },
    ],
    [
      'account_holder.iban',
      (body) => {
        delete objectAt(body, 'account_holder').iban
      },
    ],
    [
      'account_holder.iban',
      (body) => {
        objectAt(body, 'account_holder').iban = 'SE4550000000058398257467'
      },
    ],
    [
      'merchant.return_url',
      (body) => {
        delete objectAt(body, 'merchant').return_url
      },
    ],
    [
      'account.name',
      (body) => {
        objectAt(body, 'account').name = 'x'
      },
    ],
    [
      'account.identifier',
      (body) => {
        objectAt(body, 'account').identifier = ''
      },
    ],
  ]
  it.each(spoiled)('rejects an invalid %s', async (id, spoil) => {
    const body = cloneJson(createBody)
    Object.assign(objectAt(body, 'transaction'), { id: 'ord-9002', reference: 'INV-9002' })
    spoil(body)
    const { status, json } = await postToService(sandbox, '/v1/authorization/', body)
    expect(status).toBe(400)
    expect(listOf(valueAt(json, 'details')).map((detail) => valueAt(detail, 'id'))).toEqual([id])
  })

  it('counts every request, and creates nothing if a fault loses the request', async () => {
    await controlSandbox(sandbox, 'DELETE', 'creates')
    for (const carriesOut of [false, true]) {
      const body = cloneJson(createBody)
      const id = `ord-lost-${carriesOut}`
      Object.assign(objectAt(body, 'transaction'), { id, reference: id })
      objectAt(body, 'account').identifier = id
      await controlSandbox(sandbox, 'POST', 'faults', {
        ...{ account: 'stage', operation: 'create', id, fault: '503', carriesOut, times: 1 },
      })
      expect((await postToService(sandbox, '/v1/authorization/', body)).status).toBe(503)
      expect(await transactionIdsOf(sandbox, id)).toHaveLength(carriesOut ? 1 : 0)
    }
    expect(listOf(await controlSandbox(sandbox, 'GET', 'creates'))).toHaveLength(2)
  })
})
