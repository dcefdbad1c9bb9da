import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaseFilter } from '@paydesk/shared/cases/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import pg from 'pg'
import { startSandbox } from '../sandbox/start.ts'
import { readFirstLine, startNode } from '../support/stack/children.ts'
import { demoConfig, notificationTokens } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { startPostgres } from '../support/stack/postgres.ts'
import { newDatabase, Visitor } from '../support/stack/start.ts'
import { startInService } from './service.ts'
import { formatTimes, type LatencyPercentiles, measureMs, timesOf } from './times.ts'

/**
 * Measures the review queue of 10,000 cases through the real BFF while 50 of them change per second: every
 * notification is confirmed by a read, and at each read the payment service names another reason.
 */
const items = Number(process.env.ITEMS ?? 10_000)
const each = Number(process.env.TIMES ?? 40)
const changesPerSecond = 50
const barMs = 60

const filters: Readonly<Record<string, CaseFilter>> = {
  none: {},
  'one kind': { kind: 'risk' },
  'two kinds': { kind: 'piv,hold' },
  concern: { concern: 'kyc,piv' },
  'nobody has it': { claim: 'nobody' },
  mine: { claim: 'me' },
  kept: { sla: 'on_time' },
  over: { sla: 'overdue' },
  'approval needed': { needsApproval: '1' },
  undecided: { decision: 'none' },
  'put off too': { snoozed: '1' },
}
const sorts = ['age', 'expiry', 'amount'] as const

const idOf = (nth: number) => `0f6c1c1e-6a0b-4f0e-9a53-${String(nth).padStart(12, '0')}`

interface Place {
  readonly origin: string
  readonly env: Readonly<Record<string, string>>
}

async function startBff({ origin, env }: Place, more: Readonly<Record<string, string>>) {
  const bff = startInService({ ...env, ...more })
  await readFirstLine(bff, (line) => line.includes('"listening"'))
  bff.stdout?.resume()
  const finance = new Visitor(origin)
  await finance.signIn('finance')
  const stop = async () => {
    const ended = new Promise((gone) => bff.once('exit', gone))
    bff.kill('SIGTERM')
    await ended
  }
  return { finance, stop }
}

let sent = 0
async function notify(origin: string, nth: number): Promise<void> {
  sent += 1
  const body = JSON.stringify({ id: idOf(nth), event: 'manual_risk_review', state: 'PENDING', serial: sent })
  const proof = createHmac('sha256', notificationTokens.stage).update(body).digest('base64')
  const answer = await fetch(`${origin}/notify/stage/v1/notification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-isx-checksum': proof },
    body,
  })
  await answer.arrayBuffer()
  if (answer.status !== 202) throw new Error(`a notification was answered ${answer.status}`)
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const queueOf = (finance: Visitor, filter: CaseFilter & { after?: string }) =>
  finance.get(endpoints.listCases, {
    params: { env: 'stage' },
    query: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
  })

/**
 * Fills the queue through the product: one notification per transaction,
 * confirmed by a read. Returns milliseconds.
 */
async function fill(place: Place): Promise<number> {
  const begun = performance.now()
  const { finance, stop } = await startBff(place, { PAYDESK_READS_PER_SECOND: '1000' })
  for (let from = 0; from < items; from += 200) {
    const some = Array.from({ length: Math.min(200, items - from) }, (_, at) => from + at)
    await Promise.all(some.map((nth) => notify(place.origin, nth)))
  }
  while ((await queueOf(finance, {})).figures.cases < items) await pause(500)
  await stop()
  return performance.now() - begun
}

/** Sends notifications of changes until it is stopped. */
function change(origin: string): () => Promise<void> {
  let over = false
  const sending = (async () => {
    const begun = performance.now()
    for (let nth = 0; !over; nth += 1) {
      await pause(Math.max(0, begun + (nth * 1_000) / changesPerSecond - performance.now()))
      await notify(origin, (nth * 7_919) % items)
    }
  })()
  return async () => {
    over = true
    await sending
  }
}

async function eachFilter(finance: Visitor): Promise<LatencyPercentiles[]> {
  const all: LatencyPercentiles[] = []
  console.log(`${'filter'.padEnd(14)} ${sorts.map((sort) => sort.padStart(13)).join('   ')}`)
  for (const [name, filter] of Object.entries(filters)) {
    const columns: LatencyPercentiles[] = []
    for (const sort of sorts) {
      const samples: number[] = []
      for (let time = 0; time < each; time += 1)
        for (const order of ['asc', 'desc'] as const)
          samples.push(await measureMs(() => queueOf(finance, { ...filter, sort, order })))
      columns.push(timesOf(samples))
    }
    all.push(...columns)
    console.log(`${name.padEnd(14)} ${columns.map(formatTimes).join('   ')}`)
  }
  return all
}

/** Compares a page with the page 150 pages later. */
async function deepPage(finance: Visitor): Promise<void> {
  let after = ''
  for (let page = 0; page < 150; page += 1) {
    const { next } = await queueOf(finance, after === '' ? {} : { after })
    if (next === null) break
    after = next
  }
  const [first, deep]: [number[], number[]] = [[], []]
  for (let time = 0; time < 30; time += 1) {
    first.push(await measureMs(() => queueOf(finance, {})))
    deep.push(await measureMs(() => queueOf(finance, { after })))
  }
  const [one, far] = [timesOf(first), timesOf(deep)]
  const ratio = far.p50 / one.p50
  console.log(
    `page 1 ${formatTimes(one)}   page 150 ${formatTimes(far)}   × ${ratio.toFixed(2)}   bar 1.30: ${ratio <= 1.3 ? 'reached' : 'not reached'}`,
  )
}

async function measure(name: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-queue-'))
  const [port, service] = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const sandbox = await startSandbox({ appOrigins: [origin] })
  const upstream = startNode([join(import.meta.dirname, 'review-upstream.ts')], { PORT: String(service) })
  await readFirstLine(upstream, (line) => line === 'ready')
  const world = { service: `http://127.0.0.1:${service}`, idp: sandbox.idpUrl }
  const env = {
    ...demoConfig(origin, world, dataDir),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    PAYDESK_SEARCHES_PER_MINUTE: '100000',
    PAYDESK_SYNC_INTERVAL_MS: '86400000',
    PAYDESK_READS_PER_SECOND: String(2 * changesPerSecond),
  }
  const took = await fill({ origin, env })
  console.log(
    `\n== review queue, ${name}: ${items.toLocaleString('en')} items, made in ${(took / 1_000).toFixed(0)} s ==`,
  )
  if (databaseUrl !== null) {
    // Vacuum the new rows, as the server does by itself from time to time.
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('vacuum analyze')
    await client.end()
  }
  const { finance, stop } = await startBff({ origin, env }, {})
  console.log('nothing changes: p50 and p95 in ms of a page of 50 with count and figures')
  await eachFilter(finance)
  const readSoFar = async () => Number(await (await fetch(`${world.service}/answered`)).text())
  const [before, begun] = [await readSoFar(), performance.now()]
  const quiet = change(origin)
  await pause(2_000)
  console.log(`while ${changesPerSecond} items change each second; the bar is p95 ≤ ${barMs} ms`)
  const worst = Math.max(...(await eachFilter(finance)).map(({ p95 }) => p95))
  await deepPage(finance)
  await quiet()
  // Count reads of the payment service as changes: nothing else reads in this benchmark.
  const rate = (((await readSoFar()) - before) * 1_000) / (performance.now() - begun)
  console.log(
    `${rate.toFixed(0)} items changed each second; worst p95 ${worst.toFixed(1)} ms   bar ${barMs}: ${worst <= barMs ? 'reached' : 'not reached'}`,
  )
  await stop()
  upstream.kill('SIGTERM')
  await sandbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

const only = process.argv[2]
if (only !== 'postgres') await measure('embedded', null)
if (only !== 'embedded') {
  const server = await startPostgres()
  await measure('PostgreSQL', await newDatabase(server.url))
  await server.stop()
}
process.exit(0)
