import { reconciliationReportSchema } from '@paydesk/shared/cases/reconciliation'
import { customerHandleSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { type Insertable, type Selectable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { discrepancyRules } from '../../records/rules/discrepancy-kinds.ts'
import { listTimeZoneDays } from '../../records/zone-days.ts'
import {
  createTestActor,
  createTestScope,
  testEnvironment,
  testMerchants,
} from '../transaction-list/rows.test-kit.ts'
import { selectCustomerDiscrepancies } from './customer-discrepancies.ts'
import { parseDiscrepancyOrder, whereDiscrepancyMatchesFilter } from './filters.ts'
import { selectDiscrepancyPage } from './list.ts'
import { listDiscrepancySeqs, loadReconciliationReport, parseReconciliationReportPeriod } from './report.ts'

type NewItem = Insertable<DatabaseSchema['discrepancies']>
type Item = Selectable<DatabaseSchema['discrepancies']>

const zone = 'Europe/Berlin'
const hour = 3_600_000
const kinds = ['manual_reconciliation', 'other_customer', 'amounts_differ'] as const

/** Arbitrary discrepancy: opened within the last days, closed at any time after that, or still open. */
const anyItem = fc.record({
  merchant: fc.constantFrom(...testMerchants),
  kind: fc.constantFrom(...kinds),
  amount: fc.constantFrom(null, 0, 100, 2_500),
  currency: fc.constantFrom('EUR', 'SEK'),
  opened: fc.integer({ min: 0, max: 40 * 24 }),
  lasted: fc.constantFrom(null, 0, 1, 5, 30, 200),
  explained: fc.option(fc.integer({ min: 0, max: 40 * 24 }), { nil: null }),
  /** Days ago: opened at the first instant of that day, closed at the first instant of the next. */
  edge: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
})
const [ownMerchant] = testMerchants
if (ownMerchant === undefined) throw new Error('no merchant')
type AnyItem = typeof anyItem extends fc.Arbitrary<infer One> ? One : never

let nth = 0

function itemOf(one: AnyItem, now: number): NewItem {
  // Count up instead of using random ids: there are many, and randomness takes time.
  const id = String(++nth).padStart(20, '0')
  const [first, next] = one.edge === null ? [] : listTimeZoneDays(zone, now, one.edge + 1)
  const opened = first?.from ?? now - one.opened * hour
  const closed = one.lasted === null ? null : (next?.from ?? opened + one.lasted * hour)
  return {
    id: `x_${id}`,
    environment: testEnvironment,
    transaction_id: `t_${id}`,
    merchant: one.merchant,
    kind: one.kind,
    state: 'PENDING',
    amount_minor: one.amount,
    currency: one.amount === null ? null : one.currency,
    opened_to: opened,
    closed_at: closed !== null && closed <= now ? closed : null,
    explained: one.explained === null ? 0 : 1,
  }
}

describe.each(databaseKinds)('daily reconciliation report (%s)', (backing) => {
  let made: TestStore

  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  beforeEach(async () => {
    await made.store.db.deleteFrom('discrepancies').execute()
    await made.store.db.deleteFrom('discrepancy_explanations').execute()
  })
  afterAll(() => made.remove())

  const needs = () => ({ store: made.store, config: { zone } })
  const all = () => made.store.db.selectFrom('discrepancies').selectAll().execute()

  async function fill(some: readonly AnyItem[], now: number): Promise<void> {
    const { db } = made.store
    await db.deleteFrom('discrepancies').execute()
    await db.deleteFrom('discrepancy_explanations').execute()
    const items = some.map((one) => itemOf(one, now))
    for (const item of items) await db.insertInto('discrepancies').values(item).execute()
    for (const [at, { explained }] of some.entries()) {
      if (explained === null) continue
      const said = {
        issuer: 'i',
        subject: 's',
        name: 'x',
        reason: 'test_payment',
        environment: testEnvironment,
      }
      const row = { ...said, item: items[at]?.id ?? '', nth: 1, at: now - explained * hour }
      await db.insertInto('discrepancy_explanations').values(row).execute()
    }
  }

  const wasOpen = (item: Item, at: number) =>
    item.opened_to < at && (item.closed_at === null || item.closed_at >= at)

  it('open at the end is open at the start plus opened less closed, by kind, by amount and by day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyItem, { maxLength: 40 }),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom('14', '30'),
        fc.subarray([...testMerchants], { minLength: 1 }),
        async (some, back, days, own) => {
          const now = Date.now()
          await fill(some, now)
          const day = listTimeZoneDays(zone, now, back + 1)[0]?.day ?? ''
          const caller = { actor: createTestActor('finance'), scope: createTestScope(...own) }
          const sheet = reconciliationReportSchema.parse(
            await loadReconciliationReport({ day, days }, caller, needs()),
          )
          const [from, to] = [Date.parse(sheet.from), Date.parse(sheet.to)]
          const items = (await all()).filter(({ merchant }) => own.some((one) => one === merchant))
          for (const one of [sheet.total, ...sheet.kinds]) {
            expect(one.atStart + one.opened - one.closed).toBe(one.atEnd)
          }
          const opened = (item: Item) => item.opened_to >= from && item.opened_to < to
          const closed = (item: Item) =>
            item.closed_at !== null && item.closed_at >= from && item.closed_at < to
          const count = (some: readonly Item[], is: (item: Item) => boolean) => some.filter(is).length
          for (const { kind, ...line } of [...sheet.kinds, { kind: null, ...sheet.total, amounts: [] }]) {
            const of = items.filter((item) => kind === null || item.kind === kind)
            expect([line.atStart, line.opened, line.closed, line.atEnd]).toEqual([
              count(of, (item) => wasOpen(item, from)),
              count(of, opened),
              count(of, closed),
              count(of, (item) => wasOpen(item, to)),
            ])
            for (const sum of line.amounts ?? []) {
              expect(sum.atStart + sum.opened - sum.closed).toBe(sum.atEnd)
              const left = of.filter((item) => item.currency === sum.currency && wasOpen(item, to))
              expect(left.reduce((minor, item) => minor + (item.amount_minor ?? 0), 0)).toBe(sum.atEnd)
            }
          }
          expect(sheet.series).toHaveLength(Number(days))
          expect(sheet.series.at(-1)).toMatchObject({
            day,
            opened: sheet.total.opened,
            atEnd: sheet.total.atEnd,
          })
          sheet.series.slice(1).forEach((one, at) => {
            expect((sheet.series[at]?.atEnd ?? 0) + one.opened - one.closed).toBe(one.atEnd)
          })
          const said = await made.store.db.selectFrom('discrepancy_explanations').selectAll().execute()
          const own1 = new Set(items.map(({ id }) => id))
          const ofDay = said.filter(({ item, at }) => own1.has(item) && at >= from && at < to)
          expect(sheet.total.explained).toBe(ofDay.length)
          const listed = await listDiscrepancySeqs(made.store, seesAll(own), { from, to })
          const there = items.filter((item) => wasOpen(item, from) || opened(item))
          expect(listed.toSorted((a, b) => a - b)).toEqual(there.map(({ seq }) => seq))
        },
      ),
      { numRuns: pickByRunLength(12, 40) },
    )
  }, 240_000)

  const seesAll = (own: readonly string[]) => ({
    environment: testEnvironment,
    merchants: own,
    kinds: discrepancyRules.map(({ kind }) => kind),
    dialect: made.store.dialect,
  })

  it('gives no sums and no amount discrepancies to a role that sees only ranges', async () => {
    const now = Date.now()
    await fill(
      kinds.map((kind) => ({
        ...{ merchant: ownMerchant, kind, amount: 2_500, currency: 'EUR', opened: 0 },
        ...{ lasted: null, explained: null, edge: null },
      })),
      now,
    )
    const sheet = await loadReconciliationReport(
      {},
      { actor: createTestActor('auditor'), scope: createTestScope(...testMerchants) },
      needs(),
    )
    expect(sheet.kinds.map(({ kind, amounts }) => [kind, amounts])).toEqual([
      ['manual_reconciliation', null],
      ['other_customer', null],
    ])
    expect(sheet.total.opened).toBe(2)
    const compliance = await loadReconciliationReport(
      {},
      { actor: createTestActor('compliance'), scope: createTestScope(...testMerchants) },
      needs(),
    )
    expect(compliance.kinds.map(({ kind }) => kind)).toEqual(['other_customer'])
  })

  it('rejects a day that has not begun', () => {
    expect(() =>
      parseReconciliationReportPeriod(zone, '2026-03-13', 1, Date.parse('2026-03-12T12:00:00Z')),
    ).toThrow()
    // In Berlin that day begins an hour before the UTC day.
    expect(
      parseReconciliationReportPeriod(zone, '2026-03-13', 1, Date.parse('2026-03-12T23:00:00Z')).from,
    ).toBe(Date.parse('2026-03-12T23:00:00Z'))
  })

  const customerOf = (nth: number) => customerHandleSchema.parse(`c_${String(nth).padStart(20, '0')}`)

  it('lists many open discrepancies among many more closed ones through an index', async () => {
    const now = Date.now()
    const [one] = fc.sample(anyItem, 1)
    if (one === undefined) throw new Error('no item')
    const rows = Array.from(
      { length: pickByRunLength(backing === 'embedded' ? 3_000 : 12_000, 60_000) },
      (_, n) => ({
        customer: customerOf(n % 300),
        ...itemOf(
          {
            ...one,
            merchant: testMerchants[n % testMerchants.length] ?? ownMerchant,
            kind: n % 12 === 0 ? kinds[0] : kinds[1],
            opened: n % 960,
            edge: null,
            lasted: n % 6 === 0 ? null : 0,
            amount: n % 3 === 0 ? null : 100,
            explained: n % 18 === 0 ? 1 : null,
          },
          now,
        ),
      }),
    )
    const { db, dialect } = made.store
    for (let at = 0; at < rows.length; at += 200)
      await db
        .insertInto('discrepancies')
        .values(rows.slice(at, at + 200))
        .execute()
    if (dialect === 'postgres') await sql`analyze discrepancies`.execute(db)
    const sees = seesAll(testMerchants)
    const explainWord = dialect === 'postgres' ? 'explain ' : 'explain query plan '
    const explain = sql.raw(explainWord)
    for (const filter of [
      {},
      { sort: 'amount' },
      { status: 'explained', kind: 'other_customer' },
      { status: 'closed' },
      { status: 'closed', age: '3d', order: 'asc' },
      { customer: customerOf(7) },
      { status: 'closed', customer: customerOf(7) },
    ] as const) {
      const which = 'status' in filter && filter.status === 'closed' ? 'closed' : 'open'
      const [condition, order] = [
        whereDiscrepancyMatchesFilter(filter, now),
        parseDiscrepancyOrder(filter, true),
      ]
      const customer = 'customer' in filter ? filter.customer : undefined
      const places = selectDiscrepancyPage({ ...sees, customer }, which, condition, order, {
        value: now - hour,
        seq: 5,
      })
      const plan = JSON.stringify((await sql`${explain}${places}`.execute(db)).rows)
      expect(plan).toMatch(customer ? /discrepancies_by_customer/ : /discrepancies_(open|closed|once)/)
      expect(plan).not.toMatch(/Seq Scan|SCAN i(?! USING)/)
    }
    const ofCustomer = selectCustomerDiscrepancies(customerOf(7), sees, made.store).limit(201)
    const query = ofCustomer.compile()
    const { rows: steps } = await db.executeQuery<object>({ ...query, sql: `${explainWord}${query.sql}` })
    const plan = JSON.stringify(steps)
    expect(plan).toContain('discrepancies_by_customer')
    expect(plan).not.toMatch(/Seq Scan|SCAN discrepancies/)
  }, 240_000)
})
