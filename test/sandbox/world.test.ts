import jpeg from 'jpeg-js'
import { PDFDocument } from 'pdf-lib'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownEvents } from './events.ts'
import { isValidIban } from './ids.ts'
import { emailFor, ibanFor, inventedPayers } from './persons.ts'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import { stateRowNames } from './states.ts'
import { controlSandbox, headersOf, listOf, readService, transactionIdsOf, valueAt } from './test-client.ts'
import { createWorld } from './world.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(async () => {
  await sandbox.stop()
})

function wholeWorld(startedAt: number): string {
  const world = createWorld('http://service.test', startedAt)
  const transactions = [...world.transactions.values()]
    .filter(({ rid }) => rid !== 'cust-five-thousand')
    .map(({ id, rid, detail }) => [id, rid, detail()])
  const text = JSON.stringify([
    transactions,
    [...world.identities],
    [...world.files],
    world.canaries.filter(({ path }) => path !== 'expires_at'),
    [...world.lists],
  ])
  return text.replace(/"expires_at":"[^"]*"/g, '"expires_at":""')
}

describe('the world', () => {
  it('is the same after each start, apart from times', () => {
    expect(wholeWorld(Date.UTC(2026, 0, 1)) === wholeWorld(Date.UTC(2027, 5, 5))).toBe(true)
  })

  it('has a customer for every state, and every list agrees with its records', async () => {
    for (const name of stateRowNames) {
      const { json } = await readService(sandbox, `/v1/transaction/states/demo-merchant/cust-${name}`)
      const entry = valueAt(json, 'data', 0)
      const record = await readService(
        sandbox,
        `/v1/authorization/${String(valueAt(entry, 'transaction_uid'))}`,
      )
      expect(valueAt(record.json, 'state')).toBe(valueAt(entry, 'state'))
    }
  })

  it('has every event', async () => {
    const seen = new Set<unknown>()
    for (const id of await transactionIdsOf(sandbox, 'cust-events')) {
      const { json } = await readService(sandbox, `/v1/transaction/${id}/notifications`)
      for (const notification of listOf(valueAt(json, 'data'))) seen.add(valueAt(notification, 'event'))
    }
    expect(knownEvents.filter((event) => !seen.has(event))).toEqual([])
  })

  it.each([
    ['cust-one', 1],
    ['cust-forty', 40],
    ['cust-five-thousand', 5_000],
    ['SE4550000000058398257466', 2],
  ])('%s has %i transactions', async (rid, count) => {
    expect(new Set(await transactionIdsOf(sandbox, rid)).size).toBe(count)
  })

  it('keeps content that JSON values cannot express', async () => {
    const ids = await transactionIdsOf(sandbox, 'cust-hostile-text')
    const texts = await Promise.all(
      ids.map(async (id) => (await readService(sandbox, `/v1/authorization/${id}`)).text),
    )
    expect(
      texts.some((text) => text.includes('"reference_code":1234567890123456789012345678901234567890')),
    ).toBe(true)
    expect(texts.some((text) => text.includes('\\ud83d low'))).toBe(true)
    const [extra = ''] = await transactionIdsOf(sandbox, 'cust-extra-members')
    expect((await readService(sandbox, `/v1/authorization/${extra}`)).text).toContain(
      '"__proto__":{"polluted":true}',
    )
  })

  it('invents valid IBANs and plain e-mail addresses', () => {
    for (const person of inventedPayers) {
      expect(isValidIban(ibanFor(person)), ibanFor(person)).toBe(true)
      expect(emailFor(person)).toMatch(/^[a-z]+\.[a-z]+@example\.test$/)
    }
  })
})

describe('canaries', () => {
  it('are unique, named and present in the records', async () => {
    const canaries = listOf(await controlSandbox(sandbox, 'GET', 'canaries')).map((canary) => ({
      path: String(valueAt(canary, 'path')),
      value: String(valueAt(canary, 'value')),
    }))
    expect(canaries.length).toBeGreaterThan(150)
    expect(new Set(canaries.map(({ value }) => value)).size).toBe(
      canaries.filter(({ path }) => path !== 'secret').length + 3,
    )
    const ids = await transactionIdsOf(sandbox, 'cust-canary')
    const bodies = await Promise.all(
      ids.flatMap((id) => [
        readService(sandbox, `/v1/authorization/${id}`),
        readService(sandbox, `/v1/transaction/${id}/notifications`),
      ]),
    )
    const identityId = String(valueAt(bodies[0]?.json, 'identity', 'id'))
    bodies.push(
      await readService(sandbox, `/v1/identity/${identityId}`),
      await readService(sandbox, '/v1/transaction/states/demo-merchant/cust-canary'),
    )
    const all = bodies.map(({ text }) => text).join('')
    expect(canaries.filter(({ value }) => !all.includes(value))).toEqual([])
    for (const { path, value } of canaries) if (/iban$/.test(path)) expect(isValidIban(value)).toBe(true)
    expect(canaries.some(({ value }) => /^zqx7lastname\d{4}$/.test(value))).toBe(true)
  })
})

describe('documents', () => {
  it.each([
    ['cust-documents-0', 0],
    ['cust-documents-1', 1],
    ['cust-documents-5', 5],
  ])('%s has %i documents that decode', async (rid, count) => {
    const [id = ''] = await transactionIdsOf(sandbox, rid)
    const state = await readService(sandbox, `/v1/authorization/${id}`)
    const identity = await readService(
      sandbox,
      `/v1/identity/${String(valueAt(state.json, 'identity', 'id'))}`,
    )
    const elements = listOf(valueAt(identity.json, 'supporting_documents'))
    expect(elements).toHaveLength(count)
    const urls = elements
      .flatMap((element) => [
        valueAt(element, 'download_url'),
        ...listOf(valueAt(element, 'files')).map((file) => valueAt(file, 'url')),
      ])
      .filter((url) => typeof url === 'string')
    for (const url of urls) {
      const response = await fetch(url, { headers: headersOf() })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(response.status).toBe(200)
      await expectDecodes(response.headers.get('content-type'), bytes)
    }
  })
})

async function expectDecodes(type: string | null, bytes: Buffer): Promise<void> {
  if (type === 'image/jpeg') expect(jpeg.decode(bytes).width).toBeGreaterThan(400)
  else if (type === 'image/png') expect(PNG.sync.read(bytes).width).toBeGreaterThan(400)
  else {
    expect(type).toBe('application/pdf')
    expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(0)
  }
}
