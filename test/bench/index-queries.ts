import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTransactions } from '@paydesk/bff/features/transaction-list/counting'
import {
  getTransactionCursorPosition,
  type ListedTransactionRow,
  readTransactionRows,
} from '@paydesk/bff/features/transaction-list/pages'
import { resolveTransactionFilter } from '@paydesk/bff/features/transaction-list/resolve-filter'
import { openStore, type Store } from '@paydesk/bff/platform/database/database'
import { environmentNameSchema, merchantIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import pg from 'pg'
import { startSandbox } from '../sandbox/start.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { startPostgres } from '../support/stack/postgres.ts'
import { newDatabase, Visitor } from '../support/stack/start.ts'
import { fillRows, runStatement } from './million-rows.ts'
import { startInService } from './service.ts'
import { formatTimes, type LatencyPercentiles, measureMs, timesOf } from './times.ts'

const count = Number(process.env.ROWS ?? 1_000_000)
const each = Number(process.env.TIMES ?? 12)
const bars = { database: 25, http: 60, deep: 1.3 }

/** Filters with values that many, some and hardly any rows have. */
const filters: Readonly<Record<string, readonly TransactionListFilter[]>> = {
  none: [{}],
  state: [
    { state: 'SUCCESS' },
    { state: 'PENDING' },
    { state: 'MANUAL_HOLD' },
    { state: 'CARD_EXPIRED' },
    { state: 'NEVER_SEEN' },
    { state: 'PENDING,MANUAL_REVIEW,SUCCESS' },
  ],
  reason: [
    { reason: 'COMPLETE' },
    { reason: 'AWAIT_OTP' },
    { reason: 'RETRYING_TRANSACTION' },
    { reason: 'IS0999' },
    { reason: 'IS0101,IS0204,IS0307' },
  ],
  workflow: [
    { workflow: 'instant-transfer' },
    { workflow: 'document-check' },
    { workflow: 'card-with-sca,document-check' },
  ],
  merchant: [{ merchant: 'demo-merchant' }, { merchant: 'demo-outlet' }],
  finality: [
    { finality: 'open' },
    { finality: 'unconfirmed' },
    { finality: 'confirmed_by_second_read' },
    { finality: 'confirmed' },
  ],
  open: [{ open: '1' }, { open: '0' }],
  review: [{ review: '1' }, { review: '0' }],
  test: [{ test: '1' }, { test: '0' }],
  age: [
    { newerThan: '24h' },
    { newerThan: '30d' },
    { olderThan: '24h' },
    { olderThan: '90d' },
    { olderThan: '300d' },
    { olderThan: '30d', newerThan: '32d' },
  ],
  expires: [{ expiresIn: '30m' }, { expiresIn: '24h' }, { expiresIn: '9d' }],
  currency: [{ currency: 'EUR' }, { currency: 'CHF' }],
  amount: [
    { currency: 'EUR', amountFrom: '100000' },
    { amountFrom: '490000' },
    { amountFrom: '0', amountTo: '5000' },
  ],
}
const combined: readonly TransactionListFilter[] = [
  { state: 'PENDING', workflow: 'card-with-sca' },
  { state: 'SUCCESS', workflow: 'document-check', test: '0' },
  { state: 'SUCCESS', finality: 'unconfirmed', currency: 'SEK' },
  { open: '1', olderThan: '90d' },
  { open: '1', olderThan: '90d', amountFrom: '1000' },
  { state: 'DECLINED', reason: 'IS0307', newerThan: '30d' },
  { reason: 'COMPLETE', amountFrom: '400000', olderThan: '30d' },
  { finality: 'confirmed', state: 'PENDING' },
  { review: '1', expiresIn: '24h' },
]
const sorts = ['seen', 'changed', 'amount'] as const
const scope = {
  environment: environmentNameSchema.parse('stage'),
  merchants: ['demo-merchant', 'demo-outlet'].map((one) => merchantIdSchema.parse(one)),
  onlyMerchant: null,
}

type Ask = (filter: TransactionListFilter) => Promise<number>

/** Times a page with its count, inside the database. */
function askDatabase(store: Store): Ask {
  return async (filter) => {
    const resolvedTransactionFilter = resolveTransactionFilter(filter, scope, Date.now())
    return measureMs(async () => {
      const found = await countTransactions(resolvedTransactionFilter, store)
      if (found.count > 0)
        await readTransactionRows(
          resolvedTransactionFilter,
          { after: null, limit: 51, accessPath: found.accessPath },
          store,
        )
    })
  }
}

function askBff(finance: Visitor): Ask {
  return (filter) =>
    measureMs(async () => {
      const answer = await finance.call(endpoints.listTransactions, {
        params: { env: 'stage' },
        query: queryOf(filter),
      })
      if (answer.status !== 200) throw new Error(`the list answered ${answer.status}: ${answer.text}`)
    })
}

const queryOf = (filter: TransactionListFilter) =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

async function eachFilter(
  title: string,
  ask: Ask,
  bar: number,
  reference: LatencyPercentiles,
): Promise<number> {
  console.log(`\n${title}: p50 and p95 in ms of a page of 50 with its count; the bar is p95 ≤ ${bar} ms`)
  console.log(
    `${'filter'.padEnd(12)} ${sorts.map((sort) => sort.padStart(13)).join('   ')}   × reference (worst)`,
  )
  let worst = 0
  for (const [name, cases] of Object.entries(filters)) {
    const columns: LatencyPercentiles[] = []
    for (const sort of sorts) {
      const samples: number[] = []
      for (let time = 0; time < each; time += 1)
        for (const one of cases)
          for (const order of ['asc', 'desc'] as const) samples.push(await ask({ ...one, sort, order }))
      columns.push(timesOf(samples))
    }
    const high = Math.max(...columns.map(({ p95 }) => p95))
    worst = Math.max(worst, high)
    console.log(
      `${name.padEnd(12)} ${columns.map(formatTimes).join('   ')}   × ${(high / reference.p50).toFixed(1)}${high > bar ? '   ABOVE' : ''}`,
    )
  }
  return worst
}

async function combinedFilters(ask: Ask): Promise<void> {
  console.log('\nseveral filters at once (no bar): p50 and p95 over all orders')
  for (const one of combined) {
    const samples: number[] = []
    for (let time = 0; time < 4; time += 1)
      for (const sort of sorts)
        for (const order of ['asc', 'desc'] as const) samples.push(await ask({ ...one, sort, order }))
    console.log(`${formatTimes(timesOf(samples))}   ${JSON.stringify(one)}`)
  }
}

/** Compares page 1,000 with page 1 of a long list, both with a count. */
async function deepPages(store: Store): Promise<void> {
  console.log(`\npage 1,000 beside page 1 in the database; the bar is × ${bars.deep}`)
  for (const [name, filter] of Object.entries({
    none: {},
    state: { state: 'SUCCESS' },
    merchant: { merchant: 'demo-merchant' },
  } as Record<string, TransactionListFilter>))
    for (const sort of sorts) {
      const resolvedTransactionFilter = resolveTransactionFilter({ ...filter, sort }, scope, Date.now())
      let last: ListedTransactionRow | undefined
      for (let page = 0; page < 20; page += 1) {
        const rows = await readTransactionRows(
          resolvedTransactionFilter,
          {
            after: last ? getTransactionCursorPosition(last, resolvedTransactionFilter) : null,
            limit: 2_500,
            accessPath: null,
          },
          store,
        )
        last = rows.at(-1)
      }
      const after = last ? getTransactionCursorPosition(last, resolvedTransactionFilter) : null
      const read = async (from: typeof after) => {
        const { accessPath } = await countTransactions(resolvedTransactionFilter, store)
        await readTransactionRows(resolvedTransactionFilter, { after: from, limit: 51, accessPath }, store)
      }
      const first: number[] = []
      const deep: number[] = []
      for (let time = 0; time < 40; time += 1) {
        first.push(await measureMs(() => read(null)))
        deep.push(await measureMs(() => read(after)))
      }
      const [one, thousand] = [timesOf(first), timesOf(deep)]
      console.log(
        `${name.padEnd(10)} ${sort.padEnd(8)} page 1 ${formatTimes(one)}   page 1,000 ${formatTimes(thousand)}   × ${(thousand.p50 / one.p50).toFixed(2)}`,
      )
    }
}

/** Times observed changes, each in a transaction of its own, as the sync writes them. */
async function writes(store: Store, title: string): Promise<void> {
  const samples: number[] = []
  for (let time = 0; time < 400; time += 1) {
    // Choose recent rows: most changes concern rows of the last days.
    const seq = count - ((time * 7_919) % Math.ceil(count / 50))
    samples.push(
      await measureMs(() =>
        store.db
          .updateTable('transactions')
          .set({
            state: 'SUCCESS',
            reason: time % 2 === 0 ? 'OK' : 'COMPLETE',
            compound: 'SUCCESS.OK',
            changed_at: Date.now() + time,
            read_at: Date.now(),
            final: 1,
            finality: time % 2 === 0 ? 'confirmed' : 'confirmed_by_second_read',
            version: 3,
          })
          .where('seq', '=', seq)
          .execute(),
      ),
    )
  }
  console.log(`one change written, ${title}: p50 and p95 ${formatTimes(timesOf(samples))} ms`)
}

async function beginnings(finance: Visitor): Promise<LatencyPercentiles> {
  const samples: number[] = []
  for (let time = 0; time < each * 4; time += 1)
    for (const text of ['ord-12', `ord-${1_000 + time}`, 'RF0', `RF00${100 + time}`, 'a1b', 'a1b2c3', 'zzz'])
      samples.push(
        await measureMs(async () => {
          const answer = await finance.call(endpoints.suggestIds, {
            params: { env: 'stage' },
            body: { text },
          })
          if (answer.status !== 200) throw new Error(`suggestions answered ${answer.status}: ${answer.text}`)
        }),
      )
  return timesOf(samples)
}

interface Filled {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

async function overHttp({ dataDir, databaseUrl }: Filled): Promise<void> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const sandbox = await startSandbox({ appOrigins: [origin] })
  const bff = startInService({
    ...demoConfig(origin, { service: sandbox.serviceUrl, idp: sandbox.idpUrl }, dataDir),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    PAYDESK_SEARCHES_PER_MINUTE: '10000',
    PAYDESK_REVIEW_CALLS_PER_MINUTE: '100000',
    PAYDESK_SYNC_INTERVAL_MS: '86400000',
    PAYDESK_LOG_LEVEL: 'warn',
  })
  const finance = new Visitor(origin)
  for (let tries = 0; ; tries += 1) {
    const up = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (up) break
    if (tries > 200) throw new Error('the BFF did not start')
    await new Promise((later) => setTimeout(later, 100))
  }
  bff.stdout?.resume()
  await finance.signIn('finance')
  const plain: number[] = []
  for (let time = 0; time < 100; time += 1)
    plain.push(await measureMs(() => finance.call(endpoints.showCurrentSession)))
  console.log(`\nreference: one's own session over HTTP ${formatTimes(timesOf(plain))}`)
  const ask = askBff(finance)
  await ask({})
  const worst = await eachFilter('through the BFF', ask, bars.http, timesOf(plain))
  await combinedFilters(ask)
  console.log(
    `beginnings of ids through the BFF ${formatTimes(await beginnings(finance))}   bar ${bars.http}`,
  )
  console.log(`worst p95 through the BFF ${worst.toFixed(1)} ms, bar ${bars.http}`)
  const ended = new Promise((gone) => bff.once('exit', gone))
  bff.kill('SIGTERM')
  await ended
  await sandbox.stop()
}

async function definer(store: Store, databaseUrl: string | null) {
  if (databaseUrl === null)
    return {
      define: async (text: string) => void (await runStatement(store, text)),
      end: async () => {},
    }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return { define: async (text: string) => void (await client.query(text)), end: () => client.end() }
}

async function inDatabase(store: Store): Promise<void> {
  const plain: number[] = []
  for (let time = 0; time < 200; time += 1)
    plain.push(
      await measureMs(() =>
        runStatement(store, `select * from transactions where seq > ${time * 1_000} order by seq limit 50`),
      ),
    )
  console.log(`reference: fifty rows by their number ${formatTimes(timesOf(plain))}`)
  const worst = await eachFilter('in the database', askDatabase(store), bars.database, timesOf(plain))
  console.log(`worst p95 in the database ${worst.toFixed(1)} ms, bar ${bars.database}`)
  await combinedFilters(askDatabase(store))
  await deepPages(store)
}

/**
 * Measures the list over a million rows on one kind of database: in the database and through the real BFF.
 */
export async function measureIndex(postgresUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-index-'))
  const databaseUrl = postgresUrl === null ? null : await newDatabase(postgresUrl)
  const config = demoConfig(
    'http://localhost:1',
    { service: 'http://localhost:2', idp: 'http://localhost:3' },
    dataDir,
  )
  const store = await openStore({ dataDir, databaseUrl })
  console.log(`\n== ${store.dialect}, ${count.toLocaleString('en')} transactions ==`)
  const { define, end } = await definer(store, databaseUrl)
  const took = await measureMs(() =>
    fillRows(store, { count, dataKey: config.PAYDESK_DATA_KEY, define }, () =>
      writes(store, 'without the indexes of the list'),
    ),
  )
  if (databaseUrl !== null) await define('vacuum analyze')
  const size =
    databaseUrl === null
      ? statSync(join(dataDir, 'paydesk.db')).size
      : ((await runStatement<{ n: number }>(store, `select pg_total_relation_size('transactions') as n`))[0]
          ?.n ?? 0)
  console.log(`filled in ${(took / 1_000).toFixed(0)} s, ${(size / 1_048_576).toFixed(0)} MiB`)
  await writes(store, 'with them')
  await inDatabase(store)
  await end()
  await store.close()
  await overHttp({ dataDir, databaseUrl })
  rmSync(dataDir, { recursive: true, force: true })
}

if (import.meta.main) {
  const which = process.argv[2]
  if (which !== 'postgres') await measureIndex(null)
  if (which !== 'embedded') {
    const server = await startPostgres()
    await measureIndex(server.url)
    await server.stop()
  }
  process.exit(0)
}
