import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountName } from './accounts.ts'
import { cloneJson, objectAt } from './json.ts'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import { createBody, postToService, readService, valueAt } from './test-client.ts'

const back = 'https://shop.example.test/return/a-token?transaction_id='

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

let count = 0

async function created(account: AccountName = 'stage') {
  count += 1
  const body = cloneJson(createBody)
  objectAt(body, 'transaction').id = `ord-hosted-${count}`
  objectAt(body, 'transaction').reference = `INV-hosted-${count}`
  objectAt(body, 'merchant').return_url = back
  if (account === 'production') objectAt(body, 'merchant').id = 'demo-merchant-live'
  const { json } = await postToService(sandbox, '/v1/authorization/', body, account)
  const id = String(valueAt(json, 'id'))
  return { id, address: String(valueAt(json, 'redirect_url')), account }
}

type Created = Awaited<ReturnType<typeof created>>

const record = async ({ id, account }: Created) =>
  (await readService(sandbox, `/v1/authorization/${id}`, account)).json

const choose = (address: string, choice: string) =>
  fetch(address, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })

describe('the hosted page', () => {
  it.each(['stage', 'production'] as const)(
    'has its address below the account %s and nowhere else',
    async (account) => {
      const payment = await created(account)
      expect(payment.address).toBe(`${sandbox.serviceUrl}/${account}/landing/${payment.id}`)
      expect((await fetch(payment.address)).status).toBe(200)
      const other = account === 'stage' ? 'production' : 'stage'
      expect((await fetch(`${sandbox.serviceUrl}/${other}/landing/${payment.id}`)).status).toBe(404)
      expect((await fetch(`${sandbox.serviceUrl}/landing/${payment.id}`)).status).toBe(404)
    },
  )

  it('shows the same payment each time it is opened', async () => {
    const payment = await created()
    expect(await record(payment)).toMatchObject({ compound_state: 'PENDING.VALIDATED_TRANSACTION' })
    const first = await (await fetch(payment.address)).text()
    expect(await record(payment)).toMatchObject({ compound_state: 'PENDING.CONTACTING_USER' })
    expect(await (await fetch(payment.address)).text()).toBe(first)
    expect(await record(payment)).toMatchObject({
      state: 'PENDING',
      compound_state: 'PENDING.CONTACTING_USER',
    })
  })

  it('redirects to the return address, and can be resumed later', async () => {
    const payment = await created()
    await fetch(payment.address)
    for (let times = 0; times < 2; times++) {
      const left = await choose(payment.address, 'leave')
      expect([left.status, left.headers.get('location')]).toEqual([303, back + payment.id])
      expect(await record(payment)).toMatchObject({
        state: 'PENDING',
        compound_state: 'PENDING.CONTACTING_USER',
      })
      expect(await (await fetch(payment.address)).text()).toContain('value="pay"')
    }
    await choose(payment.address, 'pay')
    expect(await record(payment)).toMatchObject({ state: 'SUCCESS' })
  })

  it.each([
    ['pay', 'SUCCESS'],
    ['decline', 'DECLINED'],
    ['cancel', 'CANCELLED'],
    ['expire', 'EXPIRED'],
  ])('ends by %s with the final state %s, and links back to the merchant', async (choice, state) => {
    const payment = await created()
    const ended = await choose(payment.address, choice)
    expect(ended.headers.get('location')).toBe(back + payment.id)
    const text = await (await fetch(payment.address)).text()
    expect(text).toContain('This payment has ended.')
    expect(text).toContain(`<a href="${back}${payment.id}">`)
    expect(text).not.toContain('<button')
    const again = await choose(payment.address, choice === 'pay' ? 'decline' : 'pay')
    expect(again.headers.get('location')).toBe(back + payment.id)
    expect(await record(payment)).toMatchObject({ state })
  })

  it('waits for an operator after a requested review, and can still be left', async () => {
    const payment = await created()
    await choose(payment.address, 'review')
    expect(await record(payment)).toMatchObject({ state: 'PENDING', compound_state: 'MANUAL_REVIEW' })
    expect((await choose(payment.address, 'leave')).headers.get('location')).toBe(back + payment.id)
  })

  it('refuses to be framed', async () => {
    const { headers } = await fetch((await created()).address)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})
