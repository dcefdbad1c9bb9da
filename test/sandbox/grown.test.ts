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
  sandbox = await startSandbox({ notifyUrl: `${receiver.origin}/{account}` })
})
beforeEach(async () => {
  await controlSandbox(sandbox, 'POST', 'reset')
  receiver.clear()
})
afterAll(async () => {
  await sandbox.stop()
  receiver.stop()
})

const grow = (more = {}) =>
  controlSandbox(sandbox, 'POST', 'grow', {
    account: 'stage',
    count: 1_000,
    customers: 100,
    seed: 7,
    ...more,
  })

describe('grown transactions', () => {
  it('are the same for the same seed and differ for another seed', async () => {
    const first = await grow()
    await controlSandbox(sandbox, 'POST', 'reset')
    expect(await grow()).toEqual(first)
    await controlSandbox(sandbox, 'POST', 'reset')
    expect(valueAt(await grow({ seed: 8 }), 'firstId')).not.toBe(valueAt(first, 'firstId'))
  })

  it('are served by every endpoint like stored transactions', async () => {
    const grown = await grow()
    expect(valueAt(grown, 'firstId')).toMatch(/^bulk-000001-[0-9a-f]{8}$/)
    const id = String(valueAt(grown, 'firstId'))
    const state = await readService(sandbox, `/v1/authorization/${id}`)
    expect(valueAt(state.json, 'original_message', 'account', 'identifier')).toBe('bulk-cust-000001')
    const ids = await transactionIdsOf(sandbox, 'bulk-cust-000001')
    expect(ids).toHaveLength(10)
    expect(ids.at(-1)).toBe(id)
    const identity = await readService(
      sandbox,
      `/v1/identity/${String(valueAt(state.json, 'identity', 'id'))}`,
    )
    expect(valueAt(identity.json, 'profile', 'remote_user_id')).toBe('bulk-cust-000001')
    expect((await readService(sandbox, `/v1/transaction/${id}/notifications`)).status).toBe(200)
    expect((await readService(sandbox, `/v1/authorization/${id.slice(0, -1)}x`)).status).toBe(404)
    expect((await readService(sandbox, `/v1/authorization/${id}`, 'production')).status).toBe(404)
  })

  it('continue the numbers of the previous group', async () => {
    await grow()
    const more = await grow({ count: 10, customers: 5, rows: ['processing'] })
    expect(more).toMatchObject({ first: 1_001, firstRid: 'bulk-cust-001001', open: true })
    expect(await transactionIdsOf(sandbox, 'bulk-cust-001001')).toHaveLength(2)
    expect(await transactionIdsOf(sandbox, 'bulk-cust-000100', 'demo-outlet')).toHaveLength(10)
  })

  it('use no memory until they are read', async () => {
    global.gc?.()
    const before = process.memoryUsage().heapUsed
    await grow({ count: 5_000_000, customers: 1_000_000 })
    await readService(sandbox, '/v1/authorization/bulk-000001-00000000')
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
  })

  it('move at a steady rate, with a notification for every move', async () => {
    const grown = await grow({ count: 20, customers: 4, rows: ['validated'] })
    await controlSandbox(sandbox, 'POST', 'moves', { account: 'stage', perSecond: 400, count: 60, seed: 3 })
    await expect.poll(() => controlSandbox(sandbox, 'GET', 'moves')).toMatchObject({ running: false })
    const { done } = Object(await controlSandbox(sandbox, 'GET', 'moves'))
    expect(done).toBeGreaterThanOrEqual(40)
    await expect.poll(() => receiver.arrivals).toHaveLength(done)
    const record = await readService(sandbox, `/v1/authorization/${String(valueAt(grown, 'firstId'))}`)
    const notifications = await readService(
      sandbox,
      `/v1/transaction/${String(valueAt(grown, 'firstId'))}/notifications`,
    )
    const last = listOf(valueAt(notifications.json, 'data')).at(-1)
    expect(valueAt(last, 'state')).toBe(valueAt(record.json, 'state'))
    expect(valueAt(last, 'secret')).toBe(valueAt(record.json, 'secret'))
    expect(receiver.arrivals.every(({ body }) => valueAt(parseJson(body), 'uid') !== undefined)).toBe(true)
  })
})
