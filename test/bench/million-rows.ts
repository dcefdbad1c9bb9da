import type { Store } from '@paydesk/bff/platform/database/database'
import { createFieldCipher } from '@paydesk/bff/platform/database/field-cipher'
import { Secret } from '@paydesk/bff/platform/runtime/secret'

/** Creates seeded random numbers: two runs measure the same rows. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Weighted = readonly (readonly [string, number])[]

function pick(choices: Weighted, at: number): string {
  let left = at * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  return choices[0]?.[0] ?? ''
}

/** Final and open states, each with its reasons: a few are frequent, some are very rare. */
const ends: Weighted = [
  ['SUCCESS', 680],
  ['DECLINED', 150],
  ['FAILED', 60],
  ['EXPIRED', 60],
  ['CANCELLED', 30],
  ['REJECTED', 19],
  ['CARD_EXPIRED', 1],
]
const opens: Weighted = [
  ['PENDING', 700],
  ['PROCESSING_DOCUMENT', 120],
  ['MANUAL_REVIEW', 120],
  ['PREFLIGHT', 50],
  ['MANUAL_HOLD', 10],
]
const reasons: Readonly<Record<string, Weighted>> = {
  SUCCESS: [
    ['COMPLETE', 970],
    ['OK', 30],
  ],
  DECLINED: [
    ['IS0101', 600],
    ['IS0204', 250],
    ['IS0307', 120],
    ['IS0999', 1],
  ],
  FAILED: [
    ['PROVIDER_FAILED', 900],
    ['TIMED_OUT', 100],
  ],
  EXPIRED: [['TRANSACTION_EXPIRED', 1]],
  CANCELLED: [
    ['BY_CUSTOMER', 900],
    ['BY_MERCHANT', 100],
  ],
  REJECTED: [['RISK_REJECTED', 1]],
  CARD_EXPIRED: [['CARD_EXPIRED', 1]],
  PENDING: [
    ['AWAIT_OTP', 300],
    ['AWAIT_SECRET', 250],
    ['PROCESSING_TRANSACTION', 150],
    ['COLLECT_OTP_DETAILS', 100],
    ['CONTACTING_USER', 60],
    ['STARTING_TRANSACTION', 50],
    ['VALIDATING_TRANSACTION', 40],
    ['PIV_REVIEW', 30],
    ['RETRYING_TRANSACTION', 2],
  ],
  PROCESSING_DOCUMENT: [['AWAIT_PIN', 1]],
  MANUAL_REVIEW: [
    ['MANUAL_REVIEW', 900],
    ['RISK_REVIEW', 100],
  ],
  PREFLIGHT: [['PREFLIGHT', 1]],
  MANUAL_HOLD: [['MANUAL_HOLD', 1]],
}
const day = 86_400_000
const merchants = ['demo-merchant', 'demo-outlet'] as const

/** Spreads the first letter, as handles do. */
const handleOf = (n: number) => {
  const spread = ((n * 2_654_435_761) % 4_294_967_296).toString(36).padStart(7, '0')
  return `c_${[...spread].reverse().join('')}${n.toString(36).padStart(13, '0')}`
}
const uuidOf = (random: () => number, n: number) => {
  const part = (length: number) =>
    Math.floor(random() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${n.toString(16).padStart(12, '0')}`
}

/**
 * Builds one transaction. Most end after minutes; open ones are young, but some have been open for months.
 */
function rowOf(
  n: number,
  { count, customers, now }: Required<Omit<FillOptions, 'dataKey' | 'define'>>,
  random: () => number,
) {
  const first = now - Math.floor((365 * day * (count - n)) / count) - 1_000
  const age = now - first
  // Keep a tenth open in all: nearly all of the last weeks, and hardly any of the older ones.
  const open = random() < (age < 30 * day ? 0.9 : 0.03)
  const state = pick(open ? opens : ends, random())
  const reason = pick(reasons[state] ?? [], random())
  const merchant = merchants[random() < 0.7 ? 0 : 1]
  const later = random() < 0.01 ? random() * 60 * day : random() ** 4 * 2 * day
  const changed = Math.min(now - 500, first + Math.floor(later))
  const amount = random() < (open ? 0.15 : 0.65) ? Math.floor(random() ** 3 * 500_000) + 100 : null
  const customer = Math.floor(random() ** 2 * customers)
  const proof = random()
  return {
    environment: 'stage',
    id: uuidOf(random, n),
    merchant,
    customer: handleOf(customer * 2 + (merchant === merchants[0] ? 0 : 1)),
    merchant_transaction_id: `ord-${(n * 7_919) % 10_000_019}`,
    reference: `RF${String((n * 104_729) % 100_000_007).padStart(9, '0')}`,
    workflow: pick(
      [
        ['instant-transfer', 60],
        ['card-with-sca', 35],
        ['document-check', 5],
      ],
      random(),
    ),
    state,
    compound: `${state}.${reason}`,
    reason,
    final: open ? 0 : 1,
    review: open && /REVIEW|HOLD/.test(`${state} ${reason}`) ? 1 : 0,
    test: random() < 0.02 ? 1 : 0,
    amount_minor: amount,
    currency:
      amount === null
        ? null
        : pick(
            [
              ['EUR', 80],
              ['SEK', 19],
              ['CHF', 1],
            ],
            random(),
          ),
    amount_source: amount === null ? null : 'notification',
    expires_at: open ? now + Math.floor((random() * 10 - 1) * day) : null,
    first_seen: first,
    first_source: 'notification',
    changed_from: first,
    changed_at: changed,
    read_at: changed,
    version: 2,
    finality: open
      ? 'open'
      : proof < 0.85
        ? 'confirmed'
        : proof < 0.97
          ? 'confirmed_by_second_read'
          : 'unconfirmed',
    received: 2,
    sent: random() < 0.0005 ? 3 : 2,
    next_read_at: open ? now + Math.floor(random() * 3_600_000) : null,
    gone: 0,
  }
}

const columns = Object.keys(rowOf(0, { count: 1, customers: 1, now: 0 }, () => 0))

/** Runs a statement of the benchmark on the product's connection. */
export async function runStatement<Row>(
  store: Store,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const made = store.db.selectFrom('audit').select('seq').compile()
  const { rows } = await store.db.executeQuery({ ...made, sql: statement, parameters })
  return rows as unknown as Row[]
}

/** Inserts objects of one form as JSON: one parameter for thousands of rows. */
async function insertAll(
  table: string,
  names: readonly string[],
  rows: readonly object[],
  store: Store,
): Promise<void> {
  const from =
    store.dialect === 'sqlite'
      ? `select ${names.map((name) => `value ->> '${name}'`).join(', ')} from json_each(?)`
      : `select ${names.join(', ')} from json_populate_recordset(null::${table}, $1::json)`
  await runStatement(store, `insert into ${table} (${names.join(', ')}) ${from}`, [JSON.stringify(rows)])
}

/** Returns the definitions of the indexes that can be dropped and created again. */
async function indexDefinitions(store: Store): Promise<{ name: string; make: string }[]> {
  return runStatement(
    store,
    store.dialect === 'sqlite'
      ? `select name, sql as make from sqlite_master where type = 'index' and tbl_name = 'transactions' and sql is not null`
      : `select indexname as name, indexdef as make from pg_indexes where tablename = 'transactions' and indexdef not like 'CREATE UNIQUE%'`,
  )
}

async function fillCustomers(store: Store, { dataKey, customers = 100_000 }: FillOptions): Promise<void> {
  const cipher = createFieldCipher([new Secret(dataKey)])
  for (let from = 0; from < customers * 2; from += 5_000) {
    const rows = Array.from({ length: Math.min(5_000, customers * 2 - from) }, (_, at) => {
      const n = from + at
      const merchant = merchants[n % 2] ?? merchants[0]
      const rid = `cust-${String(n).padStart(7, '0')}`
      const purpose = `handle/customer/stage/${merchant}`
      const [lookup] = cipher.blindIndexes(purpose, rid)
      return {
        handle: handleOf(n),
        kind: 'customer',
        environment: 'stage',
        merchant,
        lookup,
        sealed: cipher.seal(purpose, rid),
        created_at: 1,
      }
    })
    await insertAll('handles', Object.keys(rows[0] ?? {}), rows, store)
  }
}

export interface FillOptions {
  readonly count: number
  /** Number of customers at each of the two merchants. */
  readonly customers?: number
  readonly dataKey: string
  readonly define: (statement: string) => Promise<void>
  readonly now?: number
}

/**
 * Fills an empty database with `count` transactions of a year and their customers; the indexes of the list
 * are created at the end. `define` runs a statement that may take long; `before` is called while there are no
 * indexes, to measure a write without them.
 */
export async function fillRows(
  store: Store,
  filling: FillOptions,
  before: () => Promise<void> = async () => {},
): Promise<void> {
  const { count, customers = 100_000, now = Date.now(), define } = filling
  const indexes = await indexDefinitions(store)
  for (const { name } of indexes) await define(`drop index ${name}`)
  const random = seeded(4)
  for (let from = 0; from < count; from += 5_000) {
    const length = Math.min(5_000, count - from)
    const rows = Array.from({ length }, (_, at) => rowOf(from + at, { count, customers, now }, random))
    await insertAll('transactions', columns, rows, store)
  }
  await fillCustomers(store, filling)
  await before()
  for (const { make } of indexes) await define(make)
}
