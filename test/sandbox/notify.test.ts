import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneJson, objectAt, parseJson } from './json.ts'
import { isLoopback } from './notify.ts'
import { startReceiver } from './receiver.ts'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import {
  controlSandbox,
  createBody,
  postToService,
  readService,
  transactionIdsOf,
  valueAt,
} from './test-client.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: Sandbox
let receiverUrl = ''

beforeAll(async () => {
  receiver = await startReceiver()
  receiverUrl = `${receiver.origin}/v1/notification`
  sandbox = await startSandbox({ notifyUrl: receiverUrl, retryScale: 0.001 })
})
beforeEach(() => receiver.clear())
afterAll(async () => {
  await sandbox.stop()
  receiver.stop()
})

const signed = (body: string) =>
  createHmac('sha256', 'sandbox-notification-stage-1b6de0f4').update(body).digest('base64')

describe('notifications', () => {
  it('are signed over the raw body when a transaction moves', async () => {
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-one')
    await controlSandbox(sandbox, 'POST', `transactions/${id}/move`, {
      state: 'SUCCESS',
      compound_state: 'SUCCESS.COMPLETE',
      event: 'refund_issued',
    })
    await expect.poll(() => receiver.arrivals).toHaveLength(1)
    expect(receiver.arrivals[0]?.checksum).toBe(signed(receiver.arrivals[0]?.body ?? ''))
    expect(parseJson(receiver.arrivals[0]?.body ?? '')).toMatchObject({
      id,
      uid: id,
      event: 'refund_issued',
      state: 'SUCCESS',
    })
  })

  it('are sent again after a refusal', async () => {
    receiver.failNext(2)
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-processing')
    await controlSandbox(sandbox, 'POST', `transactions/${id}/notify`, {})
    await expect.poll(() => receiver.arrivals).toHaveLength(3)
    expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1)
  })

  it('can be duplicated, altered or unsigned', async () => {
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-processing')
    await controlSandbox(sandbox, 'POST', `transactions/${id}/notify`, { times: 2 })
    await controlSandbox(sandbox, 'POST', `transactions/${id}/notify`, { altered: true })
    await controlSandbox(sandbox, 'POST', `transactions/${id}/notify`, { unsigned: true })
    await expect.poll(() => receiver.arrivals).toHaveLength(4)
    expect(receiver.arrivals.filter(({ body, checksum }) => checksum === signed(body))).toHaveLength(2)
    expect(receiver.arrivals.filter(({ checksum }) => checksum === undefined)).toHaveLength(1)
  })

  it('never leave the machine', async () => {
    expect(isLoopback('https://shop.example.test/v1/notification')).toBe(false)
    expect(isLoopback('http://127.0.0.1.example.test/')).toBe(false)
    expect(isLoopback('http://localhost:1/')).toBe(true)
  })

  it('are sent for each step of the hosted page', async () => {
    const body = cloneJson(createBody)
    objectAt(body, 'merchant').transaction_webhook_url = receiverUrl
    const created = await postToService(sandbox, '/v1/authorization/', body)
    const id = String(valueAt(created.json, 'id'))
    const address = String(valueAt(created.json, 'redirect_url'))
    const page = await fetch(address)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('125.50 EUR')
    const paid = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    })
    expect(paid.headers.get('location')).toBe(`https://shop.example.test/completed?transaction_id=${id}`)
    await expect
      .poll(() => receiver.arrivals.map(({ body: text }) => valueAt(parseJson(text), 'event')).sort())
      .toEqual(['payment_success', 'transaction_accepted'])
    expect(valueAt((await readService(sandbox, `/v1/authorization/${id}`)).json, 'state')).toBe('SUCCESS')
  })
})
