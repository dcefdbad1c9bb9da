import {
  type NotificationFilter,
  receivedNotificationStatusSchema,
} from '@paydesk/shared/payments/notifications'
import fc from 'fast-check'
import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { findReceivedNotifications, type ReceivedNotificationQuery } from './find-received.ts'

type Row = Insertable<DatabaseSchema['notification_queue']>

const merchants = ['demo-merchant', 'demo-outlet']
const effects = ['agrees', 'changed', 'differs', 'not_found'] as const
const kinds = ['transaction', 'incoming_transfer', 'unreadable'] as const
const events = ['payment_success', 'refund']
/** Merchants of transactions in our records, which do not know the last transaction. */
const known: Readonly<Record<string, string>> = { 'tx-0001': 'demo-merchant', 'tx-0002': 'demo-outlet' }

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

/** Many different rows; some name another merchant than their transaction has, or none. */
const rows: readonly Row[] = Array.from({ length: 600 }, (_, n): Row => {
  const random = (n * 2_654_435_761) % 4_294_967_296
  return {
    environment: n % 7 === 3 ? 'production' : 'stage',
    digest: String(n).padStart(64, '0'),
    received_at: n * 60_000,
    last_at: n * 60_000,
    repeats: random % 9 === 0 ? 2 : 0,
    proof: 'checksum',
    sealed: 'x',
    status: pick(receivedNotificationStatusSchema.options, random >>> 3),
    kind: pick([...kinds, 'transaction', 'transaction', null], random >>> 5),
    transaction_id: pick(['tx-0001', 'tx-0002', 'tx-0003', null], random >>> 7),
    merchant: pick([...merchants, 'elsewhere', null], random >>> 9),
    event: pick([...events, null], random >>> 11),
    effect: pick([...effects, null], random >>> 13),
    late: (random >>> 15) % 6 === 0 ? 1 : 0,
  }
})

function matches(row: Row, { environment, merchants, filter, days }: ReceivedNotificationQuery): boolean {
  const at = row.received_at
  if (at < (days?.from ?? at) || at > (days?.to ?? at)) return false
  if (row.environment !== environment) return false
  if (merchants !== null) {
    const named = row.merchant ?? ''
    const found = row.environment === 'stage' ? known[row.transaction_id ?? ''] : undefined
    if (!merchants.includes(named) || !merchants.includes(found ?? named)) return false
  }
  const { status, effect, kind, event, late, repeated } = filter
  return (
    (status === undefined || row.status === status) &&
    (effect === undefined || row.effect === effect) &&
    (kind === undefined || row.kind === kind) &&
    (event === undefined || row.event === event) &&
    (late === undefined || row.late === 1) &&
    (repeated === undefined || (row.repeats ?? 0) > 0)
  )
}

const filters = fc.record(
  {
    status: fc.constantFrom(...receivedNotificationStatusSchema.options),
    effect: fc.constantFrom(...effects),
    kind: fc.constantFrom(...kinds),
    event: fc.constantFrom(...events, 'never_sent'),
    late: fc.constant('1' as const),
    repeated: fc.constant('1' as const),
  },
  { requiredKeys: [] },
)
/** Arrivals of the rows are minutes apart, because numbers are looked for some minutes around the days. */
const minuteMs = 60_000
const end = fc.option(fc.integer({ min: -10, max: 610 }).map((nth) => nth * minuteMs))
const ranges = fc.option(fc.record({ from: end, to: end }))
const scopes = fc.constantFrom(null, ['demo-outlet'], ['demo-merchant'], merchants)

describe.each(databaseKinds)('finding received notifications (%s)', (backing) => {
  let made: TestStore
  const numbers = new Map<string, number>()

  beforeAll(async () => {
    made = await createTestStore(backing)
    const { db } = made.store
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('notification_queue')
        .values(rows.slice(at, at + 100))
        .execute()
    for (const { seq, digest } of await db
      .selectFrom('notification_queue')
      .select(['seq', 'digest'])
      .execute())
      numbers.set(digest, seq)
    const about = { environment: 'stage', state: 'SUCCESS', final: 1, review: 0, first_seen: 1 } as const
    const rest = {
      first_source: 'read',
      changed_at: 1,
      version: 1,
      finality: 'open',
      received: 0,
      gone: 0,
    } as const
    for (const [id, merchant] of Object.entries(known))
      await sql`insert into transactions (id, merchant, ${sql.join(
        Object.keys({ ...about, ...rest }).map((name) => sql.ref(name)),
      )}) values (${id}, ${merchant}, ${sql.join(Object.values({ ...about, ...rest }))})`.execute(db)
  })
  afterAll(() => made.remove())

  it('returns the newest matches and their count', async () => {
    const { store } = made
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          filter: filters,
          merchants: scopes,
          days: ranges,
          environment: fc.constantFrom('stage', 'production'),
        }),
        fc.option(fc.integer({ min: 1, max: 600 })),
        async (question, before) => {
          const all = rows
            .filter((row) => matches(row, question))
            .map(({ digest }) => numbers.get(digest) ?? 0)
            .sort((one, other) => other - one)
          const answer = await findReceivedNotifications(
            { ...question, before },
            { limit: 20, countedTo: 90 },
            store,
          )
          const found = await sql<{ seq: number }>`${answer.numbers}`.execute(store.db)
          expect(found.rows.map(({ seq }) => seq)).toEqual(
            all.filter((seq) => before === null || seq < before).slice(0, 20),
          )
          expect(Math.min(answer.count, 90)).toBe(Math.min(all.length, 90))
        },
      ),
      { numRuns: pickByRunLength(40, 150) },
    )
  })

  it.each<[filter: NotificationFilter, days: ReceivedNotificationQuery['days']]>([
    [{}, null],
    [{}, { from: 100 * minuteMs, to: 200 * minuteMs }],
    [{ status: 'isolated' }, null],
    [{ effect: 'differs' }, null],
    [{ kind: 'incoming_transfer' }, null],
    [{ kind: 'transaction' }, null],
    [{ event: 'refund' }, null],
    [{ late: '1' }, null],
    [{ repeated: '1' }, null],
  ])('%j on days %j scans an index in its order', async (filter, days) => {
    const { store } = made
    for (const merchants of [null, ['demo-outlet']]) {
      const question = { environment: 'stage', merchants, filter, days, before: 500 }
      const { numbers: rawBuilder } = await findReceivedNotifications(
        question,
        { limit: 51, countedTo: 100 },
        store,
      )
      const plan = await store.db.connection().execute(async (one) => {
        if (backing === 'embedded')
          return sql<{ detail: string }>`explain query plan ${rawBuilder}`.execute(one)
        // Disable other plans: the planner reads and sorts a table as small as this one.
        for (const way of ['seqscan', 'bitmapscan', 'sort'])
          await sql.raw(`set enable_${way} = off`).execute(one)
        return sql<{ detail: string }>`explain ${rawBuilder}`.execute(one)
      })
      const lines = plan.rows.map((row) => Object.values(row).join(' '))
      const looks = lines.filter((line) =>
        /\b(notification_queue|notification_queue_\w+|notification_queue_pkey)\b/.test(line),
      )
      expect(looks.length, lines.join('\n')).toBeGreaterThan(0)
      if (backing === 'postgres') expect(lines.join('\n')).not.toMatch(/Seq Scan on notification_queue/)
      else {
        for (const look of looks)
          expect(look).toMatch(
            /SEARCH notification_queue USING (COVERING )?INDEX notification_queue_\w+ \(environment=\?/,
          )
        // Allow one sort for the page of each branch, none within a branch.
        const sorts = lines.filter((line) => line.includes('TEMP B-TREE'))
        expect(sorts.length, lines.join('\n')).toBeLessThanOrEqual(looks.length === 1 ? 0 : looks.length)
      }
    }
  })
})
