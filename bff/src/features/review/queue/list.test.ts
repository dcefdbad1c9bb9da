import { type CaseFilter, caseListSchema, staffHandleSchema } from '@paydesk/shared/cases/review-cases'
import type { Role } from '@paydesk/shared/core/permissions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFieldCipher } from '../../../platform/database/field-cipher.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../../platform/database/test-store.test-kit.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { pickByRunLength } from '../../../platform/runtime/run-length.test-kit.ts'
import { Secret } from '../../../platform/runtime/secret.ts'
import {
  createTestActor,
  createTestScope,
  testEnvironment,
  testMerchants,
} from '../../transaction-list/rows.test-kit.ts'
import {
  arbitraryCase,
  arbitraryReviewFilter,
  buildCaseRow,
  insertCases,
  type StoredCase,
  testSlaMs,
} from '../cases.test-kit.ts'
import { computeSlaState, presentCaseRow } from '../present.ts'
import { parseReviewQueueOrder, whereCaseMatchesFilter } from './filters.ts'
import { loadCasePage, selectCasePage } from './list.ts'
import { findQueuePosition } from './queue-routes.ts'

const cipher = createFieldCipher([new Secret('some-key-some-key-some-key-some-key-1')])

interface Whose {
  readonly own: readonly string[]
  readonly allKinds: boolean
  readonly now: number
}

/** Returns true if the person may see the case at all. */
function isSeen(item: StoredCase, { own, allKinds }: Whose): boolean {
  const here = item.environment === testEnvironment && own.includes(item.merchant) && item.ended_at === null
  return here && (allKinds || item.concerns !== '')
}

/** Reference implementation of the filter, field by field. */
function fits(item: StoredCase, filter: CaseFilter, now: number): boolean {
  const among = (text: string | undefined, values: readonly string[]) =>
    text === undefined || text.split(',').some((one) => values.includes(one))
  const owner = item.claim_until <= now ? 'nobody' : item.claim_subject === 'ana' ? 'me' : 'others'
  const decided = item.decision_status === 'confirmed' ? 'decided' : (item.decision_status ?? 'none')
  return [
    among(filter.kind, [item.kind]),
    among(filter.concern, item.concerns.split(',')),
    filter.claim === undefined || filter.claim === owner,
    filter.sla === undefined || filter.sla === computeSlaState(item.due_at, testSlaMs, now),
    filter.needsApproval === undefined || (filter.needsApproval === '1') === (item.second !== ''),
    filter.decision === undefined || filter.decision === decided,
    filter.snoozed === '1' || item.snoozed_until <= now,
  ].every(Boolean)
}

/** Reference order of the list: rows without a value last, equal values by `seq`. */
function compare(one: StoredCase, other: StoredCase, { sort = 'age', order }: CaseFilter): number {
  const column = ({ age: 'since_to', expiry: 'expires_at', amount: 'amount_minor' } as const)[sort]
  const down = (order ?? (sort === 'amount' ? 'desc' : 'asc')) === 'desc'
  const [a, b] = [one[column], other[column]]
  if ((a === null) !== (b === null)) return a === null ? 1 : -1
  return (down ? -1 : 1) * ((a ?? 0) - (b ?? 0) || one.seq - other.seq)
}

const wholeOrders = (['age', 'expiry', 'amount'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).map((order): CaseFilter => ({ sort, order, snoozed: '1' })),
)

describe.each(databaseKinds)('review queue list (%s)', (backing) => {
  let made: TestStore

  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  beforeEach(() => made.store.db.deleteFrom('review_cases').execute())
  afterAll(() => made.remove())

  const needs = () => ({
    store: made.store,
    cipher,
    handles: { resolveAll: async () => new Map() },
    config: { review: { slaMs: testSlaMs } },
  })

  async function fill(count: number): Promise<StoredCase[]> {
    const now = Date.now()
    const some = fc.sample(arbitraryCase, count).map((one) => buildCaseRow(one, now, cipher))
    await insertCases(some, made.store)
    return made.store.db.selectFrom('review_cases').selectAll().execute()
  }

  async function allPages(filter: CaseFilter, role: Role, own: readonly (typeof testMerchants)[number][]) {
    const [actor, scope] = [createTestActor(role), createTestScope(...own)]
    const pages = []
    for (let after: string | undefined; ; ) {
      const page = await loadCasePage({ ...filter, after }, { actor, scope }, needs())
      const caseViewer = {
        fieldAccess: actor.fieldAccess,
        session: actor.session,
        cipher,
        slaMs: testSlaMs,
        now: page.now,
      }
      const rows = page.lines.map((line) => presentCaseRow(line, caseViewer))
      const { lines: _, now: __, ...rest } = page
      pages.push(caseListSchema.parse({ ...rest, rows, reasons: [] }))
      if (page.next === null) return pages
      after = page.next
    }
  }

  it('returns exactly the matching cases in order over all pages, with correct counts', async () => {
    const items = await fill(300)
    const scope = fc.subarray([...testMerchants], { minLength: 1 })
    const role = fc.constantFrom('finance' as const, 'compliance' as const)
    await fc.assert(
      fc.asyncProperty(arbitraryReviewFilter, scope, role, async (filter, own, as) => {
        const now = Date.now()
        const seen = items.filter((item) => isSeen(item, { own, allKinds: as === 'finance', now }))
        const wanted = seen
          .filter((item) => fits(item, filter, now))
          .sort((one, other) => compare(one, other, filter))
        const pages = await allPages(filter, as, own)
        expect(pages.flatMap(({ rows }) => rows.map(({ transaction }) => transaction))).toEqual(
          wanted.map(({ transaction_id }) => transaction_id),
        )
        const counted = (of: CaseFilter) => seen.filter((item) => fits(item, { snoozed: '1', ...of }, now))
        const listed = (of: CaseFilter) => seen.filter((item) => fits(item, of, now))
        for (const { count, more, figures } of pages) {
          expect([count, more]).toEqual([wanted.length, false])
          expect(figures).toMatchObject({
            cases: seen.length,
            mine: counted({ claim: 'me' }).length,
            waitingForApproval: counted({ decision: 'waiting' }).length,
            snoozed: seen.length - seen.filter((item) => fits(item, {}, now)).length,
            sla: {
              on_time: listed({ sla: 'on_time' }).length,
              due_soon: listed({ sla: 'due_soon' }).length,
              overdue: listed({ sla: 'overdue' }).length,
            },
            slaMs: testSlaMs,
          })
          const ages = figures.bands.map(({ fromMs, toMs }) =>
            listed({}).filter(
              ({ since_to }) => now - since_to >= fromMs && now - since_to < (toMs ?? Infinity),
            ),
          )
          expect(figures.bands.map((band) => band.cases)).toEqual(ages.map(({ length }) => length))
        }
      }),
      // Cover every order over several pages, with rows without a value on the last pages.
      {
        numRuns: pickByRunLength(20, 60),
        examples: wholeOrders.map((filter) => [filter, [...testMerchants], 'finance']),
      },
    )
  })

  it('is filtered by the colleague who has claimed a case', async () => {
    await fill(200)
    const { issuer, subject } = createTestActor('finance').session
    const assignee = staffHandleSchema.parse(`s_${'0'.repeat(20)}`)
    const member = { handle: assignee, issuer, subject, name: '', roles: 'finance', merchants: null }
    await made.store.db
      .insertInto('staff')
      .values({ ...member, seen_at: Date.now() })
      .execute()
    const rowsOf = async (filter: CaseFilter) =>
      (await allPages({ snoozed: '1', ...filter }, 'finance', testMerchants)).flatMap(({ rows }) => rows)
    const own = await rowsOf({ claim: 'me' })
    expect(own.length).toBeGreaterThan(0)
    expect(await rowsOf({ assignee })).toEqual(own)
    expect(await rowsOf({ assignee: staffHandleSchema.parse(`s_${'1'.repeat(20)}`) })).toEqual([])
  })

  it('uses the index of the queue even with many ended cases', async () => {
    const now = Date.now()
    const [one] = fc.sample(arbitraryCase, 1)
    if (one === undefined) throw new Error('no item')
    const some = Array.from({ length: 3_000 }, (_, n) =>
      buildCaseRow({ ...one, environment: 'stage', ended: n % 10 !== 0, age: n * 1_000 }, now, cipher),
    )
    await insertCases(some, made.store)
    const { db, dialect } = made.store
    if (dialect === 'postgres') await sql`analyze review_cases`.execute(db)
    const reviewScope = { environment: testEnvironment, merchants: testMerchants, allKinds: true }
    const asking = { reviewScope, person: createTestActor('finance').session, dialect, slaMs: testSlaMs, now }
    for (const sort of ['age', 'expiry', 'amount'] as const) {
      const order = parseReviewQueueOrder({ sort }, true)
      const filter = whereCaseMatchesFilter({ claim: 'nobody' }, asking)
      for (const after of [null, { value: now, seq: 1_500 }]) {
        const places = selectCasePage(asking, filter, order, after)
        const explain = sql.raw(dialect === 'postgres' ? 'explain ' : 'explain query plan ')
        const plan = JSON.stringify((await sql`${explain}${places}`.execute(db)).rows)
        expect(plan).toMatch(/review_cases_(queue|once)/)
        expect(plan).not.toMatch(/Seq Scan|SCAN i(?! USING)/)
      }
    }
  })

  it('presents owner, snooze and approval rules of a row as the viewer may see them', async () => {
    await fill(120)
    const [rows] = [(await allPages({ snoozed: '1' }, 'finance', testMerchants)).flatMap((page) => page.rows)]
    const stored = new Map(
      (await made.store.db.selectFrom('review_cases').selectAll().execute()).map((item) => [
        item.transaction_id,
        item,
      ]),
    )
    for (const row of rows) {
      const item = stored.get(row.transaction)
      const held = item !== undefined && item.claim_until > Date.now()
      expect(row.claim?.by).toEqual(
        held ? { name: item.claim_subject, me: item.claim_subject === 'ana' } : undefined,
      )
      expect(row.snoozedUntil === null).toBe(item?.snoozed_until === 0)
      expect(row.approvalRules.join(',')).toBe(item?.second)
    }
  })

  it('neither skips nor repeats a case when others come and go between pages', async () => {
    const all = await fill(200)
    const own = all.filter((item) => isSeen(item, { own: testMerchants, allKinds: true, now: 0 }))
    const [actor, scope] = [createTestActor('finance'), createTestScope(...testMerchants)]
    const met: string[] = []
    let after: string | undefined
    do {
      const page = await loadCasePage({ snoozed: '1', after }, { actor, scope }, needs())
      met.push(...page.lines.map(({ row }) => row.transaction_id))
      after = page.next ?? undefined
      await insertCases(
        fc.sample(arbitraryCase, 5).map((one) => buildCaseRow(one, Date.now(), cipher)),
        made.store,
      )
      const { db } = made.store
      const gone = met.slice(-3)
      await db.updateTable('review_cases').set({ ended_at: 5 }).where('transaction_id', 'in', gone).execute()
    } while (after !== undefined)
    expect(new Set(met).size).toBe(met.length)
    for (const { transaction_id } of own) expect(met).toContain(transaction_id)
  })

  it('rejects an order by masked amounts and the cursor of another list', async () => {
    await fill(300)
    const [actor, scope] = [createTestActor('auditor'), createTestScope(...testMerchants)]
    const refused = async (query: CaseFilter & { after?: string }) => {
      const thrown = await loadCasePage(query, { actor, scope }, needs()).catch((one: unknown) => one)
      return thrown instanceof ProblemError ? thrown.fields?.map(({ name }) => name) : null
    }
    expect(await refused({ sort: 'amount' })).toEqual(['sort'])
    const page = await loadCasePage({}, { actor, scope }, needs())
    expect(page.byAmount).toBe(false)
    expect(await refused({ sort: 'expiry', after: page.next ?? '' })).toEqual(['after'])
    expect(await refused({ after: `0${page.next}` })).toEqual(['after'])
    expect(await refused({ after: page.next ?? '' })).toBeNull()
  })

  it('numbers a case by age among the cases of the person’s merchants', async () => {
    const items = await fill(150)
    for (const own of [testMerchants, testMerchants.slice(0, 1)]) {
      const seen = items
        .filter((item) => isSeen(item, { own, allKinds: true, now: 0 }))
        .sort((one, other) => compare(one, other, {}))
      for (const item of items.slice(0, 40)) {
        const at = seen.indexOf(item)
        const place = await findQueuePosition(
          made.store,
          { environment: testEnvironment, merchants: own },
          item.transaction_id,
        )
        expect([place.queuedCase?.position ?? null, place.of]).toEqual([at < 0 ? null : at + 1, seen.length])
      }
    }
  })
})
