import { performance } from 'node:perf_hooks'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlSandbox } from '../sandbox/test-client.ts'
import type { Backing, BackingName } from '../support/stack/backing.ts'
import { type ProductProcess, startProduct } from '../support/stack/process.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { type Answer, Visitor } from '../support/stack/start.ts'
import { growBodies } from './bodies.ts'
import { newLabBacking, startLab } from './harness.ts'
import { compareWithLedger, DeliveryLedger } from './ledger.ts'
import { NotificationSender } from './sender.ts'

const steady = pickByRunLength({ count: 20, perSecond: 100 }, { count: 3_000, perSecond: 50 })
const burst = pickByRunLength({ count: 30, perSecond: 100 }, { count: 20_000, perSecond: 333 })
const fewestReads = pickByRunLength(4, 11)

/**
 * Searches for a customer and opens one of its transactions in a loop. Appends the duration (ms) of each call
 * to `took`.
 */
async function staffReads(origin: string, took: number[], isOver: () => boolean): Promise<void> {
  const visitor = new Visitor(origin)
  await visitor.signIn('support')
  const timed = async (asking: Promise<Answer>) => {
    const begun = performance.now()
    const answer = await asking
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    took.push(performance.now() - begun)
    await sleepFor(25)
  }
  const params = { env: 'stage', transaction: '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10' }
  while (!isOver()) {
    await timed(visitor.call(endpoints.searchRecords, { params, body: { text: 'cust-00417' } }))
    await timed(visitor.call(endpoints.showTransaction, { params }))
  }
}

describe.concurrent.each<BackingName>(['embedded', 'postgres'])('notifications under load (%s)', (name) => {
  let backing: Backing
  let lab: Awaited<ReturnType<typeof startLab>>
  let product: ProductProcess
  let ledger: DeliveryLedger
  let sender: NotificationSender
  let bodies: Awaited<ReturnType<typeof growBodies>>
  beforeAll(async () => {
    backing = await newLabBacking(name)
    lab = await startLab(backing)
    product = await startProduct({ env: lab.env })
    bodies = await growBodies(lab.sandbox, pickByRunLength(20, 500))
    ledger = new DeliveryLedger(`load-${name}`)
    sender = new NotificationSender({ origins: [product.origin], ledger })
  })
  afterAll(async () => {
    sender.stop()
    await ledger.close()
    await product.kill()
    await lab.sandbox.stop()
    backing.remove()
  })

  const nothingIsWrong = async () =>
    expect(
      compareWithLedger(ledger, await backing.rows('select digest, repeats from notification_queue')),
    ).toMatchObject({
      lost: [],
      duplicated: [],
      unexpected: [],
      miscounted: [],
    })

  async function whileServiceIsDead(): Promise<void> {
    await controlSandbox(lab.sandbox, 'POST', 'down', { how: 'hang' })
    const again: Promise<void>[] = []
    await sender.atRate(bodies.some(steady.count), steady.perSecond, (body) => {
      again.push(sender.untilAcknowledged(body))
    })
    // Wait for the retries before the payment service is back: deliveries that a stalled machine failed must
    // succeed too.
    await Promise.all(again)
    await controlSandbox(lab.sandbox, 'POST', 'up')
    console.log(
      `${steady.perSecond}/s with the service dead (${name}): ${ledger.count('ok')} acknowledged, ` +
        `p50 ${sender.percentile(50)} ms, p99 ${sender.percentile(99)} ms`,
    )
    expect(ledger.count('ok')).toBe(steady.count)
    await nothingIsWrong()
  }

  async function whileStaffRead(): Promise<void> {
    sender.latencies.length = 0
    const before = ledger.count('ok')
    let over = false
    const took: number[] = []
    const reading = staffReads(lab.origin, took, () => over)
    const again: Promise<void>[] = []
    let sent = 0
    // Repeat the burst until staff have read enough during it, also on a slow machine.
    for (; sent === 0 || took.length < fewestReads; sent += burst.count)
      await Promise.race([
        sender.atRate(bodies.some(burst.count), burst.perSecond, (body) => {
          again.push(sender.untilAcknowledged(body))
        }),
        // Ends the race only if a read has failed.
        reading.then(() => new Promise<never>(() => undefined)),
      ])
    over = true
    await Promise.all(again)
    await reading
    const reads = took.toSorted((a, b) => a - b)
    const p99 = Math.round(reads[Math.floor(reads.length * 0.99)] ?? 0)
    console.log(
      `${sent} at ${burst.perSecond}/s (${name}): ${ledger.count('ok') - before} acknowledged, ` +
        `${again.length} of them at a later try, p99 ${sender.percentile(99)} ms; ${reads.length} staff reads, p99 ${p99} ms`,
    )
    expect(ledger.count('ok') - before).toBe(sent)
    await nothingIsWrong()
  }

  it('acknowledges while the payment service hangs, and loses nothing of a burst while staff read', {
    timeout: 300_000,
  }, async () => {
    await whileServiceIsDead()
    await whileStaffRead()
  })
})
