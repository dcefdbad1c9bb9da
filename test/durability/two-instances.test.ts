import { postgresUrl } from '@paydesk/bff/store/new-store.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../sandbox/test-client.ts'
import { type Backing, newBacking, type Row } from '../stack/backing.ts'
import { freePort } from '../stack/ports.ts'
import { type Product, type Standby, standBy } from '../stack/process.ts'
import { startRoundRobin } from '../stack/round-robin.ts'
import { growBodies } from './bodies.ts'
import { disagreements, eventually, readsOf, sized, startLab } from './lab.ts'
import { judge, Ledger } from './ledger.ts'
import { pause, Sender } from './sender.ts'

const seconds = sized(20, 120)
const perSecond = sized(60, 84)
const transactions = 120
const readsPerSecond = 50

/** Sweeps of one environment that began before another one had ended. */
function overlapping(sweeps: readonly Row[]): readonly string[] {
  return sweeps.flatMap((one) =>
    sweeps
      .filter(
        (other) => other.seq !== one.seq && other.environment === one.environment && one.ended_at !== null,
      )
      .filter((other) => Number(other.started_at) > Number(one.started_at))
      .filter((other) => Number(other.started_at) < Number(one.ended_at))
      .map((other) => `${String(other.seq)} of ${String(other.holder)} began during ${String(one.seq)}`),
  )
}

describe('two instances on PostgreSQL behind one address, one killed every two seconds', () => {
  let backing: Backing
  let front: Awaited<ReturnType<typeof startRoundRobin>>
  let lab: Awaited<ReturnType<typeof startLab>>
  const running: Product[] = []
  let waiting: Standby[] = []
  let ports: number[]

  const standByAt = (at: number) => standBy({ env: { ...lab.env, PAYDESK_PORT: String(ports[at]) } })

  beforeAll(async () => {
    ports = [await freePort(), await freePort()]
    front = await startRoundRobin(ports)
    backing = await newBacking('postgres', await postgresUrl())
    lab = await startLab(
      backing,
      { PAYDESK_SWEEP_MS: '1000', PAYDESK_READS_PER_SECOND: String(readsPerSecond) },
      front.origin,
    )
    // One after the other: the first one brings the schema up to date.
    for (const at of [0, 1]) running.push(await standByAt(at).go())
    waiting = [standByAt(0), standByAt(1)]
  })
  afterAll(async () => {
    await Promise.all([...running, ...waiting].map((one) => one.kill()))
    await front.stop()
    await lab.sandbox.stop()
    backing.remove()
  })

  async function killInTurn(until: number): Promise<number> {
    let kills = 0
    for (let at = 0; Date.now() < until; at = 1 - at) {
      await pause(2_000)
      await running[at]?.kill()
      const next = await waiting[at]?.go()
      if (next === undefined) throw new Error('nobody stands by')
      running[at] = next
      waiting[at] = standByAt(at)
      kills += 1
    }
    return kills
  }

  it('one body, a hundred times at once over both, is one row', async () => {
    const ledger = new Ledger('two-instances-same')
    const sender = new Sender({ origins: running.map(({ origin }) => origin), ledger })
    const body = (await growBodies(lab.sandbox, 1)).next()
    await Promise.all(Array.from({ length: 100 }, () => sender.untilAcknowledged(body)))
    sender.stop()
    const verdict = judge(ledger, await ourRows(ledger))
    expect(verdict).toEqual({ acknowledged: 1, lost: [], duplicated: [], unexpected: [], miscounted: [] })
    await ledger.close()
  })

  it('nothing is lost or doubled, and the index is what the service says', { timeout: 900_000 }, async () => {
    const bodies = await growBodies(lab.sandbox, transactions)
    const ledger = new Ledger('two-instances')
    const sender = new Sender({ origins: [front.origin], ledger })
    await control(lab.sandbox, 'POST', 'moves', { account: 'stage', perSecond: 10, count: seconds * 10 })
    const until = Date.now() + seconds * 1_000
    const again = new Set<Promise<void>>()
    const [kills] = await Promise.all([
      killInTurn(until),
      sender.atRate(bodies.some(seconds * perSecond), perSecond, (body) => {
        again.add(sender.untilAcknowledged(body))
      }),
    ])
    await Promise.all(again)
    await control(lab.sandbox, 'DELETE', 'moves')
    sender.stop()

    const quiet = await eventually(async () => {
      const open = await backing.rows(`select seq, status from inbox where status in ('new', 'waiting')`)
      return open.map((row) => `${String(row.seq)} is ${String(row.status)}`)
    }, 60_000)
    // Before the judge reads for itself.
    const { count, busiestSecond } = await readsOf(lab.sandbox)
    const equal = await eventually(() => disagreements(lab.sandbox, backing, bodies.ids), 60_000, 1_000)
    const verdict = judge(ledger, await ourRows(ledger))
    const sweeps = await backing.rows('select seq, environment, holder, started_at, ended_at from sweeps')
    console.log(
      `two instances: ${kills} kills in ${seconds} s, ${verdict.acknowledged} acknowledged, ` +
        `${verdict.lost.length} lost, ${verdict.duplicated.length} doubled, quiet after ${quiet} ms, ` +
        `equal after ${equal} ms, ${sweeps.length} sweeps, ${count} reads, ${busiestSecond} in the busiest second`,
    )
    expect(verdict).toMatchObject({ lost: [], duplicated: [], unexpected: [], miscounted: [] })
    expect(verdict.acknowledged).toBe(seconds * perSecond)
    expect(sweeps.length).toBeGreaterThan(0)
    const doubled = await backing.rows(doubledObservations)
    expect({ overlapping: overlapping(sweeps), doubled }).toEqual({ overlapping: [], doubled: [] })
    // Those on their way of both arrive together where this process stood still.
    expect(busiestSecond).toBeLessThanOrEqual(readsPerSecond + 4)
    expect(await backing.damage()).toEqual([])
    await ledger.close()
  })

  /** The sandbox sends notifications of its own, which our ledger does not know. */
  async function ourRows(ledger: Ledger): Promise<readonly Row[]> {
    const rows = await backing.rows('select digest, repeats from inbox')
    return rows.filter((row) => ledger.told.has(String(row.digest)))
  }
})

const doubledObservations = `select transaction_id, version, what, count(*) from observations
  where what = 'state' group by environment, transaction_id, version, what having count(*) > 1`
