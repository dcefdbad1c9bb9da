import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlSandbox } from '../sandbox/test-client.ts'
import type { Backing, DatabaseRow } from '../support/stack/backing.ts'
import { freePort } from '../support/stack/ports.ts'
import { type ProductProcess, standBy } from '../support/stack/process.ts'
import { startRoundRobin } from '../support/stack/round-robin.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { growBodies } from './bodies.ts'
import { listStateDifferences, newLabBacking, readsOf, startLab, waitUntilHolds } from './harness.ts'
import { compareWithLedger, DeliveryLedger } from './ledger.ts'
import { NotificationSender } from './sender.ts'

const kills = pickByRunLength(2, 60)
const notifications = pickByRunLength(120, 10_080)
const perSecond = pickByRunLength(100, 84)
const moves = pickByRunLength(20, 1_200)
const atOnce = pickByRunLength(30, 100)
const transactions = pickByRunLength(40, 120)
const readsPerSecond = 50

/** Returns syncs of one environment that began before another one had ended. */
function overlapping(runs: readonly DatabaseRow[]): readonly string[] {
  return runs.flatMap((one) =>
    runs
      .filter(
        (other) => other.seq !== one.seq && other.environment === one.environment && one.ended_at !== null,
      )
      .filter((other) => Number(other.started_at) > Number(one.started_at))
      .filter((other) => Number(other.started_at) < Number(one.ended_at))
      .map((other) => `${String(other.seq)} of ${String(other.holder)} began during ${String(one.seq)}`),
  )
}

describe('two instances on PostgreSQL behind one address, killed in turn', () => {
  let backing: Backing
  let front: Awaited<ReturnType<typeof startRoundRobin>>
  let lab: Awaited<ReturnType<typeof startLab>>
  const running: ProductProcess[] = []
  let ports: number[]

  const standByAt = (at: number) => standBy({ env: { ...lab.env, PAYDESK_PORT: String(ports[at]) } })

  beforeAll(async () => {
    ports = [await freePort(), await freePort()]
    front = await startRoundRobin(ports)
    backing = await newLabBacking('postgres')
    lab = await startLab(
      backing,
      { PAYDESK_SYNC_INTERVAL_MS: '1000', PAYDESK_READS_PER_SECOND: String(readsPerSecond) },
      front.origin,
    )
    // Start one by one: the first instance migrates the schema.
    for (const at of [0, 1]) running.push(await standByAt(at).go())
  })
  afterAll(async () => {
    await Promise.all(running.map((one) => one.kill()))
    await front.stop()
    await lab.sandbox.stop()
    backing.remove()
  })

  /** Kills the instances in turn, spread evenly over the acknowledged notifications. */
  async function killInTurn(ledger: DeliveryLedger): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      const at = kill % 2
      const next = standByAt(at)
      while (ledger.count('ok') < ((kill + 0.5) * notifications) / kills) await sleepFor(5)
      await running[at]?.kill()
      running[at] = await next.go()
    }
  }

  it('store one row for a body sent many times at once to both', async () => {
    const ledger = new DeliveryLedger('two-instances-same')
    const sender = new NotificationSender({ origins: running.map(({ origin }) => origin), ledger })
    const body = (await growBodies(lab.sandbox, 1)).next()
    await Promise.all(Array.from({ length: atOnce }, () => sender.untilAcknowledged(body)))
    sender.stop()
    const verdict = compareWithLedger(ledger, await ourRows(ledger))
    expect(verdict).toEqual({ acknowledged: 1, lost: [], duplicated: [], unexpected: [], miscounted: [] })
    await ledger.close()
  })

  it('lose and duplicate nothing, and keep the index correct', { timeout: 900_000 }, async () => {
    const bodies = await growBodies(lab.sandbox, transactions)
    const ledger = new DeliveryLedger('two-instances')
    const sender = new NotificationSender({ origins: [front.origin], ledger })
    await controlSandbox(lab.sandbox, 'POST', 'moves', { account: 'stage', perSecond: 10, count: moves })
    const again = new Set<Promise<void>>()
    await Promise.all([
      killInTurn(ledger),
      sender.atRate(bodies.some(notifications), perSecond, (body) => {
        again.add(sender.untilAcknowledged(body))
      }),
    ])
    await Promise.all(again)
    await controlSandbox(lab.sandbox, 'DELETE', 'moves')
    sender.stop()

    const quiet = await waitUntilHolds(async () => {
      const open = await backing.rows(
        `select seq, status from notification_queue where status in ('new', 'waiting')`,
      )
      return open.map((row) => `${String(row.seq)} is ${String(row.status)}`)
    }, 60_000)
    // Count the reads before `disagreements` adds its own.
    const { count, busiestSecond } = await readsOf(lab.sandbox)
    const equal = await waitUntilHolds(
      () => listStateDifferences(lab.sandbox, backing, bodies.ids),
      60_000,
      1_000,
    )
    const verdict = compareWithLedger(ledger, await ourRows(ledger))
    const anySweep = async () =>
      (await backing.rows('select seq from sync_runs')).length > 0 ? [] : ['nothing was swept']
    await waitUntilHolds(anySweep, 60_000)
    const runs = await backing.rows('select seq, environment, holder, started_at, ended_at from sync_runs')
    console.log(
      `two instances: ${kills} kills, ${verdict.acknowledged} acknowledged, ` +
        `${verdict.lost.length} lost, ${verdict.duplicated.length} doubled, quiet after ${quiet} ms, ` +
        `equal after ${equal} ms, ${runs.length} runs, ${count} reads, ${busiestSecond} in the busiest second`,
    )
    expect(verdict).toMatchObject({ lost: [], duplicated: [], unexpected: [], miscounted: [] })
    expect(verdict.acknowledged).toBe(notifications)
    const doubled = await backing.rows(doubledObservations)
    expect({ overlapping: overlapping(runs), doubled }).toEqual({ overlapping: [], doubled: [] })
    // Tolerate a few more: reads in flight of both instances arrive together after a stall of this process.
    if (isFullRun) expect(busiestSecond).toBeLessThanOrEqual(readsPerSecond + 4)
    expect(await backing.damage()).toEqual([])
    await ledger.close()
  })

  /** Leaves out the notifications that the sandbox sends by itself, which the ledger does not contain. */
  async function ourRows(ledger: DeliveryLedger): Promise<readonly DatabaseRow[]> {
    const rows = await backing.rows('select digest, repeats from notification_queue')
    return rows.filter((row) => ledger.told.has(String(row.digest)))
  }
})

const doubledObservations = `select transaction_id, version, what, count(*) from observations
  where what = 'state' group by environment, transaction_id, version, what having count(*) > 1`
