import type { Insertable, Kysely } from 'kysely'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFieldCipher } from '../../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../../platform/database/test-store.test-kit.ts'
import { Secret } from '../../../platform/runtime/secret.ts'
import { createTestActor, createTestScope, testMerchants } from '../../transaction-list/rows.test-kit.ts'
import { loadDecisionList } from '../decisions/decision-list.ts'
import { showReviewFiguresRoute } from './review-figures.ts'

const cipher = createFieldCipher([new Secret('some-key-some-key-some-key-some-key-1')])
const many = 10_000
const hour = 3_600_000
const day = 24 * hour
const now = Date.now()
/** Time in review (ms): weeks for a tenth of the cases, during which many others were decided. */
const waited = (nth: number) => (nth % 10 === 0 ? 20 * day : hour / 2)
/** Time of a row (ms since 1970), spread over a thousand days: 90 days are a small part of them. */
const at = (nth: number) => now - Math.round((nth / many) * 1_000 * day) - hour

function endedItem(nth: number): Insertable<DatabaseSchema['review_cases']> {
  const since = at(nth)
  return {
    environment: 'stage',
    transaction_id: `t-${String(nth).padStart(8, '0')}`,
    merchant: testMerchants[nth % testMerchants.length] ?? '',
    kind: 'manual',
    concerns: nth % 3 === 0 ? 'kyc' : '',
    state: 'PENDING',
    since_to: since,
    due_at: since + 4 * hour,
    second: '',
    ended_at: Math.min(since + waited(nth), now),
    ended_state: 'SUCCESS',
  }
}

function decision(nth: number): Insertable<DatabaseSchema['decisions']> {
  const made = at(nth) + hour / 4
  return {
    id: `d_${String(nth).padStart(20, '0')}`,
    environment: 'stage',
    transaction_id: `t-${String(nth).padStart(8, '0')}`,
    merchant: testMerchants[nth % testMerchants.length] ?? '',
    concerns: nth % 3 === 0 ? 'kyc' : '',
    verdict: 'accept',
    reason: 'documents_checked',
    sealed_text: 'x'.repeat(300),
    issuer: 'issuer',
    subject: `person-${nth % 12}`,
    name: 'x'.repeat(60),
    at: made,
    state: 'PENDING',
    record_hash: '0'.repeat(16),
    sealed_record: 'x'.repeat(3_000),
    needed: '',
    status: 'confirmed',
    live: 0,
    follow_up: 'followed',
    outcome_from: made,
    outcome_to: made + hour / 8,
    outcome_state: 'SUCCESS',
  }
}

/** Mentions somebody on every case; nearly all mentions are seen. */
function mention(nth: number): Insertable<DatabaseSchema['review_mentions']> {
  return {
    environment: 'stage',
    item: nth + 1,
    note: nth + 1,
    issuer: 'issuer',
    subject: `person-${nth % 12}`,
    name: 'x'.repeat(60),
    at: at(nth),
    seen_at: nth % 100 === 0 ? null : at(nth) + hour,
  }
}

/** Wraps the database and keeps every statement that runs. */
function recording(db: Kysely<DatabaseSchema>, ran: CompiledQuery[]): Kysely<DatabaseSchema> {
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      ran.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

describe.each(databaseKinds)('review figures over years of data (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
    const { db } = made.store
    for (let from = 0; from < many; from += 200) {
      const some = Array.from({ length: 200 }, (_, nth) => from + nth)
      await db.insertInto('review_cases').values(some.map(endedItem)).execute()
      await db.insertInto('decisions').values(some.map(decision)).execute()
      await db.insertInto('review_mentions').values(some.map(mention)).execute()
    }
    if (backing === 'postgres') await sql`analyze`.execute(db)
  }, 120_000)
  afterAll(() => made.remove())

  async function ask(days: '7' | '30' | '90', role: 'finance' | 'compliance') {
    const ran: CompiledQuery[] = []
    const { db, dialect } = made.store
    const actor = createTestActor(role)
    const call = { params: {}, query: { days }, body: {}, actor, scope: createTestScope(...testMerchants) }
    const needs = {
      store: { db: recording(db, ran), dialect },
      config: { zone: 'Europe/Berlin', review: { slaTargetPercent: 95, slaMs: 4 * hour } },
    }
    const answer = await showReviewFiguresRoute.execute(call as never, needs, 60_000)
    if (!answer.ok) throw answer.thrown
    return { ran, answer: answer.answer }
  }

  /** Access paths of a plan: an index with its bounds, or a full scan. */
  const foundBy = (plan: string) =>
    backing === 'postgres'
      ? plan
          .split('\n')
          .filter((line) => /(Scan using|Bitmap Index Scan on|Seq Scan on) /.test(line))
          // Ignore mentions: the viewer has none, and any path to no rows is fine.
          .filter((line) => !/review_mentions/.test(line))
      : plan.split('\n').filter((line) => /(SEARCH|SCAN) (i|d|review_cases|decisions) /.test(line))
  const bounded =
    backing === 'postgres'
      ? /(using|on) (review_cases_(queue|claimed|ended|pkey)|review_mentions_unseen|decisions_by_(time|status|transaction)) /
      : new RegExp(
          [
            'review_cases_(queue|claimed) \\(',
            'review_cases_ended \\(environment=\\? AND ended_at>\\?',
            'decisions_by_transaction \\(environment=\\? AND transaction_id=\\? AND at>\\?',
            'decisions_by_(time|status) \\(environment=\\?.* AND at>\\?',
          ].join('|'),
        )

  async function planOf(query: CompiledQuery): Promise<string> {
    const words = backing === 'postgres' ? 'explain ' : 'explain query plan '
    const { rows } = await made.store.db.executeQuery({ ...query, sql: words + query.sql })
    return rows.map((row) => Object.values(Object(row)).join(' ')).join('\n')
  }

  it.each(['7', '30', '90'] as const)('uses indexes for %s days, regardless of older rows', async (days) => {
    for (const role of ['finance', 'compliance'] as const) {
      const { ran } = await ask(days, role)
      expect(ran.length).toBeGreaterThanOrEqual(6)
      for (const query of ran) {
        const found = foundBy(await planOf(query))
        expect(found.length, query.sql).toBeGreaterThan(0)
        for (const way of found) expect(way, query.sql).toMatch(bounded)
        // Look up decisions by case, not all decisions made while the case waited.
        if (query.sql.includes('with gone')) expect(found.join('\n')).toContain('decisions_by_transaction')
      }
    }
  })

  it('lists decisions in the order of the index of their time, on every page', async () => {
    const ran: CompiledQuery[] = []
    const store = { ...made.store, db: recording(made.store.db, ran) }
    const who = { actor: createTestActor('finance'), scope: createTestScope(...testMerchants) }
    for (let [page, after] = [0, undefined as string | undefined]; page < 3; page += 1) {
      const listed = await loadDecisionList({ show: 'all', after }, who, { store, cipher } as never)
      expect(listed).toMatchObject({ count: many, more: false })
      after = listed.next ?? ''
    }
    const pages = ran.filter((query) => query.sql.includes(' offset '))
    expect(pages).toHaveLength(3)
    for (const query of pages) {
      const plan = await planOf(query)
      expect(plan).toContain('decisions_by_time')
      expect(plan).not.toMatch(/Seq Scan|SCAN decisions|Sort|TEMP B-TREE/)
    }
  })

  it('counts the inserted rows', async () => {
    const { answer } = await ask('30', 'finance')
    const inDays = Array.from({ length: many }, (_, nth) => at(nth) + hour / 4).filter(
      (one) => one >= now - 29 * day,
    )
    expect(answer).toMatchObject({ outcomes: { notFollowed: 0, opposite: 0 }, left: { late: 0 } })
    const made = Object(answer).decisions.made
    expect(made).toBeGreaterThanOrEqual(inDays.length)
    expect(made).toBeLessThanOrEqual(inDays.length + Math.ceil(many / 1_000) + 1)
  })
})
