import { postgresUrl } from '@paydesk/bff/store/new-store.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../sandbox/test-client.ts'
import { type Backing, type BackingName, newBacking } from '../stack/backing.ts'
import { type Product, startProduct } from '../stack/process.ts'
import { growBodies } from './bodies.ts'
import { disagreements, eventually, readsOf, sized, startLab } from './lab.ts'
import { judge, Ledger } from './ledger.ts'
import { pause, Sender } from './sender.ts'

const downMs = sized(20_000, 600_000)
/** More than the product lets wait at once of those it has never seen. */
const transactions = sized(120, 180)
const notifications = sized(400, 6_000)
const catchUp = sized(8, 4)
/** Reads may stand a hair closer than they were paced, and arrive together where this process stood still. */
const someMore = 3

describe.concurrent.each<BackingName>(['embedded', 'postgres'])(
  'the service is away and comes back (%s)',
  (name) => {
    let backing: Backing
    let lab: Awaited<ReturnType<typeof startLab>>
    let product: Product
    beforeAll(async () => {
      backing = await newBacking(name, await postgresUrl())
      lab = await startLab(backing, { PAYDESK_CATCH_UP_READS_PER_SECOND: String(catchUp) })
      product = await startProduct({ env: lab.env })
    })
    afterAll(async () => {
      await product.kill()
      await lab.sandbox.stop()
      backing.remove()
    })

    it('everything is confirmed within a minute, never faster than allowed', {
      timeout: 900_000,
    }, async () => {
      const bodies = await growBodies(lab.sandbox, transactions)
      const ledger = new Ledger(`outage-${name}`)
      const sender = new Sender({ origins: [product.origin], ledger })
      await control(lab.sandbox, 'POST', 'down')
      const over = pause(downMs)
      const again: Promise<void>[] = []
      await sender.atRate(bodies.some(notifications), (notifications / downMs) * 1_000, (body) => {
        again.push(sender.untilAcknowledged(body))
      })
      await Promise.all(again)
      // What the service did meanwhile; its own notifications of it are lost.
      await control(lab.sandbox, 'POST', 'moves', {
        account: 'stage',
        perSecond: 1_000,
        count: transactions,
        notify: false,
      })
      await over
      await control(lab.sandbox, 'DELETE', 'reads')
      await control(lab.sandbox, 'POST', 'up')

      const took = await eventually(async () => {
        const open = await backing.rows(`select seq, status from inbox where status <> 'confirmed'`)
        return open.map((row) => `${String(row.seq)} is ${String(row.status)}`)
      }, 60_000)
      const { count, busiestSecond } = await readsOf(lab.sandbox)
      console.log(
        `away for ${downMs / 1_000} s (${name}): ${ledger.count('ok')} acknowledged, all confirmed ${took} ms ` +
          `after it was back, ${count} reads, ${busiestSecond} in the busiest second`,
      )
      expect(ledger.count('ok')).toBe(notifications)
      expect(took).toBeLessThan(60_000)
      expect(busiestSecond).toBeLessThanOrEqual(catchUp + someMore)
      expect(await disagreements(lab.sandbox, backing, bodies.ids)).toEqual([])
      expect(judge(ledger, await backing.rows('select digest, repeats from inbox'))).toMatchObject({
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
