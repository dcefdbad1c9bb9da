import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import { controlSandbox, headersOf, readService, transactionIdsOf, valueAt } from './test-client.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(async () => {
  await controlSandbox(sandbox, 'POST', 'reset')
})
afterAll(() => sandbox.stop())

const readOne = () => readService(sandbox, '/v1/authorization/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10')

describe('the whole service', () => {
  it('refuses connections during an outage, and comes back unchanged', async () => {
    await controlSandbox(sandbox, 'POST', `transactions/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10/move`, {
      state: 'FAILED',
    })
    await controlSandbox(sandbox, 'POST', 'down')
    // Poll: a kept-alive connection may first have to be found closed.
    await expect
      .poll(() => readOne().catch((thrown: unknown) => thrown))
      .toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await controlSandbox(sandbox, 'POST', 'up')
    expect(valueAt((await readOne()).json, 'state')).toBe('FAILED')
  })

  it('responds with 503 during a 503 outage', async () => {
    await controlSandbox(sandbox, 'POST', 'down', { how: '503' })
    expect((await readOne()).status).toBe(503)
    await controlSandbox(sandbox, 'POST', 'up')
    expect((await readOne()).status).toBe(200)
  })

  it('hangs during a hanging outage, and closes those connections at its end', async () => {
    await controlSandbox(sandbox, 'POST', 'down', { how: 'hang' })
    const hanging = readOne().catch(() => 'cut')
    const soon = fetch(`${sandbox.serviceUrl}/stage/v1/authorization/x`, {
      headers: headersOf(),
      signal: AbortSignal.timeout(200),
    })
    await expect(soon).rejects.toThrow()
    await expect
      .poll(async () => valueAt(await controlSandbox(sandbox, 'GET', 'reads'), 'state', 'open'))
      .toBe(1)
    await controlSandbox(sandbox, 'POST', 'up')
    expect(await hanging).toBe('cut')
    expect((await readOne()).status).toBe(200)
  })
})

describe('the count of reads', () => {
  it('counts reads per operation, and how many ran in parallel', async () => {
    await controlSandbox(sandbox, 'DELETE', 'reads')
    await Promise.all(Array.from({ length: 12 }, readOne))
    await transactionIdsOf(sandbox, 'cust-00417')
    const reads = await controlSandbox(sandbox, 'GET', 'reads')
    expect(valueAt(reads, 'state')).toMatchObject({ count: 12, open: 0 })
    expect(valueAt(reads, 'list', 'count')).toBe(1)
    expect(valueAt(reads, 'any', 'count')).toBe(13)
    const perSecond = Object.values(Object(valueAt(reads, 'any', 'perSecond')))
    expect(perSecond.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(13)
  })
})
