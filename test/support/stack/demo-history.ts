import { createHash } from 'node:crypto'
import { buildNotificationCipherContext } from '@paydesk/bff/features/notifications/notification-queue'
import { openStore, type Store } from '@paydesk/bff/platform/database/database'
import { createFieldCipher, type FieldCipher } from '@paydesk/bff/platform/database/field-cipher'
import type { DatabaseSchema } from '@paydesk/bff/platform/database/schema/schema'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { Secret } from '@paydesk/bff/platform/runtime/secret'
import { buildHandleCipherContext } from '@paydesk/bff/records/handles'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import {
  findGrownMerchant,
  findGrownRid,
  findGrownRow,
  type GrownGroup,
  grownId,
} from '../../sandbox/grown.ts'
import { inventAmount } from '../../sandbox/materialise.ts'
import { currencyOf, personFor } from '../../sandbox/persons.ts'
import { type StateRowName, stateRow } from '../../sandbox/states.ts'
import {
  buildCases,
  buildDemoDiscrepancies,
  buildQuestions,
  type DemoRow,
  day,
  demoEnvironment,
  demoStaff,
  type HistoryTransaction,
  hour,
  minute,
} from './demo-cases.ts'
import { buildLargeCustomer } from './demo-large-customer.ts'
import { buildPaymentRequests } from './demo-requests.ts'

type Write = Parameters<Parameters<ReturnType<Store['db']['transaction']>['execute']>[0]>[0]

const historyDays = 90
const workflows = ['DEMO_CARD', 'DEMO_CARD', 'DEMO_OPEN_BANKING'] as const

/** Groups of transactions that the sandbox grows, so that it knows every transaction of the history. */
export const historyGroups = {
  ended: {
    count: 2_400,
    seed: 90,
    customers: 480,
    rows: [
      ...Array.from({ length: 15 }, () => 'success' as const),
      ...(['declined', 'failed', 'expired', 'cancelled'] as const),
    ],
  },
  review: {
    count: 30,
    seed: 91,
    customers: 30,
    rows: ['manual-review', 'piv-review', 'risk-review', 'manual-hold'],
  },
  requested: {
    count: 8,
    seed: 92,
    customers: 8,
    rows: ['contacting-user', 'await-otp', 'processing'],
  },
} as const satisfies Record<
  string,
  { count: number; seed: number; customers: number; rows: readonly StateRowName[] }
>

/** Numbers from 0 to below 1 that are the same in every demo. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

interface HistoryOptions {
  readonly dataDir: string
  readonly dataKey: string
  /** URL of the identity provider, which names the members of staff. */
  readonly issuer: string
  /** URL of the imitated payment service. */
  readonly service: string
  readonly groups: Readonly<Record<keyof typeof historyGroups, GrownGroup>>
  readonly now: number
}

/** Customer by handle, at its merchant. */
interface CustomerHandle {
  readonly handle: string
  readonly merchant: string
}

/**
 * Fills an empty embedded database with 90 invented days: transactions, notifications, payment requests, cases,
 * decisions, discrepancies and questions. Run it before Paydesk opens the database.
 */
export async function fillDemoHistory(options: HistoryOptions): Promise<void> {
  const store = await openStore({ dataDir: options.dataDir, databaseUrl: null })
  try {
    await store.db.transaction().execute((trx) => writeHistory(trx, options))
  } finally {
    await store.close()
  }
}

async function insertAll(trx: Write, table: keyof DatabaseSchema, rows: readonly DemoRow[]): Promise<void> {
  // A statement has a limited number of parameters.
  for (let at = 0; at < rows.length; at += 40)
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + 40) as never)
      .execute()
}

async function writeHistory(trx: Write, options: HistoryOptions): Promise<void> {
  const cipher = createFieldCipher([new Secret(options.dataKey)])
  const random = createRandom(7)
  const person = (who: keyof typeof demoStaff) => {
    const [subject, name] = demoStaff[who]
    return { issuer: options.issuer, subject, name: cipher.seal(staffTextCipherContext, name) }
  }
  const handles = new Map<string, CustomerHandle>()
  const ended = listSeen(options.groups.ended, options.now, random, handles)
  const open = listSeen(options.groups.review, options.now, random, handles)
  const requested = listSeen(options.groups.requested, options.now, random, handles)
  const large = generateId('c')
  const { rows: largeRows, ...largeCustomer } = buildLargeCustomer(large, options.now)
  handles.set(largeCustomer.rid, { handle: large, merchant: largeCustomer.merchant })
  await insertAll(trx, 'handles', buildHandles(handles, cipher, options.now))
  await insertAll(trx, 'transactions', [
    ...ended.map((one, nth) => buildEndedTransaction(one, nth)),
    ...[...open, ...requested].map((one, nth) => buildOpenTransaction(one, nth, options.now)),
    ...largeRows,
  ])
  await insertAll(trx, 'notification_queue', buildNotifications(ended, cipher))
  await insertAll(trx, 'observations', ended.map(buildObservation))
  const cases = buildCases({ ended, open, cipher, person, random, now: options.now })
  await insertAll(trx, 'decisions', cases.decisions)
  await insertAll(trx, 'review_cases', cases.rows)
  const drift = buildDemoDiscrepancies({ ended, cipher, person, random, now: options.now })
  await insertAll(trx, 'discrepancies', drift.rows)
  await insertAll(trx, 'discrepancy_explanations', drift.explanations)
  await insertAll(
    trx,
    'payment_requests',
    buildPaymentRequests({
      requested,
      open,
      ended,
      cipher,
      person,
      service: options.service,
      now: options.now,
    }),
  )
  await insertAll(trx, 'questions', buildQuestions({ ended, cipher, person, now: options.now }))
  await insertAll(trx, 'sync_runs', buildSyncRuns(options.now))
}

/** Spreads a group over the days: more on working days, and a little more each week. */
function listSeen(
  group: GrownGroup,
  now: number,
  random: () => number,
  handles: Map<string, CustomerHandle>,
): HistoryTransaction[] {
  const isOpen = group.seed !== historyGroups.ended.seed
  const steps = group.seed === historyGroups.review.seed ? 34 : 16
  const times = Array.from({ length: group.count }, () => {
    if (isOpen) return now - minute * 12 * 1.22 ** (random() * steps)
    for (;;) {
      const ago = random() ** 1.15 * historyDays
      const weekday = new Date(now - ago * day).getUTCDay()
      if (random() < (weekday === 0 || weekday === 6 ? 0.45 : 1)) return now - ago * day - 90 * minute
    }
  }).sort((one, other) => one - other)
  return times.map((time, nth): HistoryTransaction => {
    const number = group.first + nth
    const rid = findGrownRid(group, number)
    const merchant = findGrownMerchant(group, number)
    const { handle } = handles.get(rid) ?? { handle: generateId('c') }
    handles.set(rid, { handle, merchant })
    const row = findGrownRow(group, number)
    const { state, reason } = stateRow(row)
    const at = Math.round(time)
    const id = grownId(group, number)
    return {
      ...{ id, merchant, customer: handle, state, reason, row, at },
      endedAt: at + Math.round((2 + random() * 70) * minute),
      // As the imitated service has them, so that no page contradicts its record.
      amount: inventAmount(id),
      currency: currencyOf(personFor(rid)),
      workflow: workflows[Math.floor(random() * workflows.length)] ?? workflows[0],
    }
  })
}

function buildHandles(
  handles: ReadonlyMap<string, CustomerHandle>,
  cipher: FieldCipher,
  now: number,
): DemoRow[] {
  return [...handles].map(([rid, { handle, merchant }]) => {
    const context = buildHandleCipherContext('customer', demoEnvironment, merchant)
    return {
      ...{
        handle,
        kind: 'customer' as const,
        environment: demoEnvironment,
        merchant,
        created_at: now - historyDays * day,
      },
      lookup: cipher.blindIndexes(context, rid)[0],
      sealed: cipher.seal(context, rid),
    }
  })
}

function buildTransaction({
  id,
  merchant,
  customer,
  state,
  reason,
  workflow,
  amount,
  currency,
  at,
}: HistoryTransaction) {
  return {
    ...{ environment: demoEnvironment, id, merchant, customer, workflow, state, reason },
    compound: `${state}.${reason}`,
    merchant_transaction_id: `ord-${id.slice(5, 11)}`,
    reference: `INV-${id.slice(5, 11)}`,
    ...{ test: 0, amount_minor: amount, currency, amount_source: 'notification' as const },
    ...{ first_seen: at, first_source: 'notification' as const, changed_from: at, gone: 0, received: 1 },
  }
}

function buildEndedTransaction(one: HistoryTransaction, nth: number): DemoRow {
  // Some of the newest successes still wait for their notification.
  const isUnconfirmed = one.state === 'SUCCESS' && nth > historyGroups.ended.count - 150 && nth % 14 === 0
  return {
    ...buildTransaction(one),
    ...{ final: 1, review: 0, changed_at: one.endedAt, read_at: one.endedAt, version: 2 },
    ...{ final_read_at: one.endedAt, listed_at: one.endedAt, sent: 1, next_read_at: null },
    ...{ expires_at: one.at + day, finality: isUnconfirmed ? 'unconfirmed' : 'confirmed' },
    proof_notification_seq: isUnconfirmed ? null : nth + 1,
    proof_read_at: isUnconfirmed ? null : one.endedAt,
  }
}

function buildOpenTransaction(one: HistoryTransaction, nth: number, now: number): DemoRow {
  return {
    ...buildTransaction(one),
    ...{
      final: 0,
      review: historyGroups.review.rows.some((row) => row === one.row) ? 1 : 0,
      changed_at: one.at,
      read_at: one.at,
      version: 1,
      finality: 'open',
      received: 0,
    },
    ...{ expires_at: now + (3 + nth * 2) * hour, next_read_at: now + (30 + nth * 5) * minute },
  }
}

function buildNotifications(ended: readonly HistoryTransaction[], cipher: FieldCipher): DemoRow[] {
  return ended.map((one, nth) => {
    const event = stateRow(one.row).events.at(-1) ?? 'payment_success'
    const body = JSON.stringify({
      event,
      state: one.state,
      compound_state: `${one.state}.${one.reason}`,
      transaction_id: one.id,
    })
    const digest = createHash('sha256').update(body).digest('hex')
    return {
      ...{
        seq: nth + 1,
        environment: demoEnvironment,
        digest,
        received_at: one.endedAt - 4_000,
        last_at: one.endedAt - 4_000,
      },
      ...{
        repeats: nth % 23 === 0 ? 1 : 0,
        repeats_processed: nth % 23 === 0 ? 1 : 0,
        proof: 'checksum' as const,
      },
      ...{
        status: 'confirmed' as const,
        kind: 'transaction' as const,
        transaction_id: one.id,
        merchant: one.merchant,
        event,
      },
      ...{
        state: one.state,
        compound: `${one.state}.${one.reason}`,
        amount_minor: one.amount,
        currency: one.currency,
      },
      ...{
        effect: nth % 9 === 0 ? ('changed' as const) : ('agrees' as const),
        confirmed_at: one.endedAt,
        listed: 1,
      },
      sealed: cipher.seal(buildNotificationCipherContext(demoEnvironment, digest), body),
    }
  })
}

function buildObservation(one: HistoryTransaction): DemoRow {
  return {
    ...{ environment: demoEnvironment, transaction_id: one.id, version: 2, what: 'state', source: 'read' },
    ...{ from_at: one.at, to_at: one.endedAt, before_value: 'PENDING', after_value: one.state },
    compound: `${one.state}.${one.reason}`,
  }
}

/** Builds a sync every five minutes of a day, the default interval; each takes up to two minutes. */
function buildSyncRuns(now: number): DemoRow[] {
  const count = 288
  return Array.from({ length: count }, (_, nth) => {
    const started = now - (count - nth) * 5 * minute
    const tookMs = (20 + ((nth * 37) % 100)) * 1_000
    return {
      ...{ environment: demoEnvironment, holder: 'demo', started_at: started, ended_at: started + tookMs },
      ...{ read_count: 30 + (nth % 24), changed: nth % 5, failed: 0 },
    }
  })
}
