import { performance } from 'node:perf_hooks'
import { postgresUrl } from '@paydesk/bff/store/new-store.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../sandbox/test-client.ts'
import { type Backing, type BackingName, newBacking } from '../stack/backing.ts'
import { type Product, startProduct } from '../stack/process.ts'
import { type Answer, Visitor } from '../stack/start.ts'
import { growBodies } from './bodies.ts'
import { sized, startLab } from './lab.ts'
import { judge, Ledger } from './ledger.ts'
import { pause, Sender } from './sender.ts'

const steady = sized(5, 60)
const burst = sized({ count: 3_000, perSecond: 333 }, { count: 20_000, perSecond: 333 })

/** Looks a customer up and opens one of its transactions, again and again; gives how long each took. */
async function staffReads(origin: string, isOver: () => boolean): Promise<number[]> {
  const visitor = new Visitor(origin)
  await visitor.signIn('support')
  const took: number[] = []
  const timed = async (asking: Promise<Answer>) => {
    const begun = performance.now()
    const answer = await asking
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    took.push(performance.now() - begun)
    await pause(25)
  }
  const params = { env: 'stage', transaction: '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10' }
  while (!isOver()) {
    await timed(visitor.call(endpoints.lookUp, { params, body: { text: 'cust-00417' } }))
    await timed(visitor.call(endpoints.showTransaction, { params }))
  }
  return took.toSorted((a, b) => a - b)
}

describe.each<BackingName>(['embedded', 'postgres'])('under load (%s)', (name) => {
  let backing: Backing
  let lab: Awaited<ReturnType<typeof startLab>>
  let product: Product
  let ledger: Ledger
  let sender: Sender
  let bodies: Awaited<ReturnType<typeof growBodies>>
  beforeAll(async () => {
    backing = await newBacking(name, await postgresUrl())
    lab = await startLab(backing)
    product = await startProduct({ env: lab.env })
    bodies = await growBodies(lab.sandbox, 500)
    ledger = new Ledger(`load-${name}`)
    sender = new Sender({ origins: [product.origin], ledger })
  })
  afterAll(async () => {
    sender.stop()
    await ledger.close()
    await product.kill()
    await lab.sandbox.stop()
    backing.remove()
  })

  const nothingIsWrong = async () =>
    expect(judge(ledger, await backing.rows('select digest, repeats from inbox'))).toMatchObject({
      lost: [],
      duplicated: [],
      unexpected: [],
      miscounted: [],
    })

  it('acknowledges while the service is dead', { timeout: 120_000 }, async () => {
    await control(lab.sandbox, 'POST', 'down', { how: 'hang' })
    const again: Promise<void>[] = []
    await sender.atRate(bodies.some(steady * 50), 50, (body) => {
      again.push(sender.untilAcknowledged(body))
    })
    // Before the service is back: what is put off by a machine that stands still is sent again.
    await Promise.all(again)
    await control(lab.sandbox, 'POST', 'up')
    console.log(
      `50/s with the service dead (${name}): ${ledger.count('ok')} acknowledged, ` +
        `p50 ${sender.percentile(50)} ms, p99 ${sender.percentile(99)} ms`,
    )
    expect(ledger.count('ok')).toBe(steady * 50)
    await nothingIsWrong()
  })

  it('loses nothing of a burst while staff go on reading', { timeout: 180_000 }, async () => {
    sender.latencies.length = 0
    const before = ledger.count('ok')
    let over = false
    const reading = staffReads(lab.origin, () => over)
    const again: Promise<void>[] = []
    await sender.atRate(bodies.some(burst.count), burst.perSecond, (body) => {
      again.push(sender.untilAcknowledged(body))
    })
    over = true
    await Promise.all(again)
    const reads = await reading
    const p99 = Math.round(reads[Math.floor(reads.length * 0.99)] ?? 0)
    console.log(
      `${burst.count} at ${burst.perSecond}/s (${name}): ${ledger.count('ok') - before} acknowledged, ` +
        `${again.length} of them at a later try, p99 ${sender.percentile(99)} ms; ${reads.length} staff reads, p99 ${p99} ms`,
    )
    expect(ledger.count('ok') - before).toBe(burst.count)
    expect(reads.length).toBeGreaterThan(10)
    await nothingIsWrong()
  })
})
