import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlSandbox } from '../sandbox/test-client.ts'
import type { Backing, BackingName } from '../support/stack/backing.ts'
import { type ProductProcess, startProduct } from '../support/stack/process.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { growBodies } from './bodies.ts'
import { listStateDifferences, newLabBacking, readsOf, startLab, waitUntilHolds } from './harness.ts'
import { compareWithLedger, DeliveryLedger } from './ledger.ts'
import { NotificationSender } from './sender.ts'

const downMs = pickByRunLength(500, 600_000)
/** Number of transactions: more than Paydesk queues at once for a first read. */
const transactions = pickByRunLength(110, 180)
const notifications = pickByRunLength(120, 6_000)
const catchUp = pickByRunLength(15, 4)
/** Number of consecutive reads whose pace is checked. Later reads may be faster, once the backlog is read. */
const paced = 60
/**
 * Failed reads after which the payment service must count as down: two above the threshold, as two reads may
 * be in flight.
 */
const failedReads = 5
/** Tolerance in reads per second: reads may come slightly early, or bunched after a stall of this process. */
const someMore = 3

describe.concurrent.each<BackingName>(['embedded', 'postgres'])(
  'payment service outage and recovery (%s)',
  (name) => {
    let backing: Backing
    let lab: Awaited<ReturnType<typeof startLab>>
    let product: ProductProcess
    beforeAll(async () => {
      backing = await newLabBacking(name)
      lab = await startLab(backing, {
        PAYDESK_CATCH_UP_READS_PER_SECOND: String(catchUp),
        PAYDESK_READS_PER_SECOND: pickByRunLength('1000', '50'),
      })
      product = await startProduct({ env: lab.env })
    })
    afterAll(async () => {
      await product.kill()
      await lab.sandbox.stop()
      backing.remove()
    })

    it('confirms every notification within a minute, never above the catch-up rate', {
      timeout: 900_000,
    }, async () => {
      const bodies = await growBodies(lab.sandbox, transactions)
      const ledger = new DeliveryLedger(`outage-${name}`)
      const sender = new NotificationSender({ origins: [product.origin], ledger })
      await controlSandbox(lab.sandbox, 'POST', 'down')
      const over = sleepFor(downMs)
      const again: Promise<void>[] = []
      await sender.atRate(bodies.some(notifications), (notifications / downMs) * 1_000, (body) => {
        again.push(sender.untilAcknowledged(body))
      })
      await Promise.all(again)
      // Change the transactions during the outage; the notifications of these changes are lost.
      await controlSandbox(lab.sandbox, 'POST', 'moves', {
        account: 'stage',
        perSecond: 1_000,
        count: transactions,
        notify: false,
      })
      await over
      await waitUntilHolds(async () => {
        const [row] = await backing.rows('select sum(tries) as tries from read_queue')
        return Number(row?.tries) < failedReads ? [`${Number(row?.tries)} reads have failed`] : []
      }, 60_000)
      await controlSandbox(lab.sandbox, 'DELETE', 'reads')
      await controlSandbox(lab.sandbox, 'POST', 'up')

      const took = await waitUntilHolds(async () => {
        const open = await backing.rows(
          `select seq, status from notification_queue where status <> 'confirmed'`,
        )
        return open.map((row) => `${String(row.seq)} is ${String(row.status)}`)
      }, 60_000)
      const { count, busiestSecond } = await readsOf(lab.sandbox)
      console.log(
        `away for ${downMs / 1_000} s (${name}): ${ledger.count('ok')} acknowledged, all confirmed ${took} ms ` +
          `after it was back, ${count} reads, ${busiestSecond} in the busiest second`,
      )
      expect(ledger.count('ok')).toBe(notifications)
      const reads = await backing.rows(
        `select read_at from transactions where environment = 'stage' order by read_at limit ${paced}`,
      )
      const between = Number(reads.at(-1)?.read_at) - Number(reads[0]?.read_at)
      expect(between).toBeGreaterThan(((paced - 1) * 1_000) / catchUp)
      if (isFullRun) {
        expect(took).toBeLessThan(60_000)
        expect(busiestSecond).toBeLessThanOrEqual(catchUp + someMore)
      }
      expect(await listStateDifferences(lab.sandbox, backing, bodies.ids)).toEqual([])
      expect(
        compareWithLedger(ledger, await backing.rows('select digest, repeats from notification_queue')),
      ).toMatchObject({
        lost: [],
        duplicated: [],
        unexpected: [],
        miscounted: [],
      })
      sender.stop()
      await ledger.close()
    })
  },
)
