import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseJson } from './json.ts'
import { startReceiver } from './receiver.ts'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import { controlSandbox, listOf, readService, transactionIdsOf, valueAt } from './test-client.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: Sandbox
beforeAll(async () => {
  receiver = await startReceiver()
  sandbox = await startSandbox({
    notifyUrl: `${receiver.origin}/notify/{account}/v1/notification`,
    retryScale: 0.001,
  })
})
beforeEach(async () => {
  await controlSandbox(sandbox, 'POST', 'reset')
  receiver.clear()
})
afterAll(async () => {
  await sandbox.stop()
  receiver.stop()
})

const states = () => receiver.arrivals.map(({ body }) => valueAt(parseJson(body), 'state'))
const move = (id: string, state: string, more = {}) =>
  controlSandbox(sandbox, 'POST', `transactions/${id}/move`, { state, event: 'payment_success', ...more })
const arrived = (count: number) => expect.poll(() => receiver.arrivals).toHaveLength(count)
async function sentByEndpointFour(id: string): Promise<number> {
  return listOf(valueAt((await readService(sandbox, `/v1/transaction/${id}/notifications`)).json, 'data'))
    .length
}

describe('delivery of a notification', () => {
  it('goes to the address of its account', async () => {
    const [stage = ''] = await transactionIdsOf(sandbox, 'cust-one')
    const [live = ''] = await transactionIdsOf(sandbox, 'live-0001', 'demo-merchant-live', 'production')
    await move(stage, 'PENDING')
    await arrived(1)
    await move(live, 'PENDING')
    await arrived(2)
    expect(receiver.arrivals.map(({ path }) => path)).toEqual([
      '/notify/stage/v1/notification',
      '/notify/production/v1/notification',
    ])
  })

  it('is lost, duplicated or delayed as the move specifies, and always listed as sent', async () => {
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-processing')
    const before = await sentByEndpointFour(id)
    await move(id, 'LOST', { notify: false })
    await move(id, 'LATE', { delayMs: 3_000 })
    await move(id, 'DOUBLED', { times: 2 })
    await arrived(3)
    expect(states()).toEqual(['DOUBLED', 'DOUBLED', 'LATE'])
    expect(await sentByEndpointFour(id)).toBe(before + 3)
  })

  it('follows a standing order unless the move overrides it', async () => {
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-processing')
    await controlSandbox(sandbox, 'POST', 'sending', { account: 'stage', notify: false })
    await move(id, 'FIRST')
    await move(id, 'SECOND', { notify: true })
    await controlSandbox(sandbox, 'POST', 'sending', {})
    await move(id, 'THIRD')
    await arrived(2)
    expect(states().sort()).toEqual(['SECOND', 'THIRD'])
  })

  it.each([
    ['kept', ['A', 'B', 'C', 'D']],
    ['reverse', ['D', 'C', 'B', 'A']],
  ])('is held back and released %s', async (order, expected) => {
    const [id = ''] = await transactionIdsOf(sandbox, 'cust-processing')
    for (const state of ['A', 'B', 'C', 'D']) await move(id, state, { hold: true })
    expect(receiver.arrivals).toEqual([])
    expect(await controlSandbox(sandbox, 'GET', 'deliveries')).toMatchObject({ held: 4 })
    expect(await controlSandbox(sandbox, 'POST', 'release', { order })).toEqual({ released: 4 })
    await arrived(4)
    expect(states()).toEqual(expected)
  })

  it('carries the secret of its state record and an amount', async () => {
    const lists = listOf(await controlSandbox(sandbox, 'GET', 'situations'))
    let compared = 0
    for (const list of lists.filter((one) =>
      /^(cust-0|cust-steps|cust-card|live)/.test(String(valueAt(one, 'rid'))),
    )) {
      const account = valueAt(list, 'account') === 'stage' ? 'stage' : 'production'
      for (const id of listOf(valueAt(list, 'transactions')).map(String)) {
        const secret = valueAt(
          (await readService(sandbox, `/v1/authorization/${id}`, account)).json,
          'secret',
        )
        const { json } = await readService(sandbox, `/v1/transaction/${id}/notifications`, account)
        for (const notification of listOf(valueAt(json, 'data'))) {
          expect(valueAt(notification, 'secret')).toBe(secret)
          expect(valueAt(notification, 'payment_amount', 'amount')).toMatch(/^[0-9]+$/)
          compared += 1
        }
      }
    }
    expect(compared).toBeGreaterThan(10)
  })
})
