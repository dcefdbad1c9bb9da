import { randomUUID } from 'node:crypto'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import type { ReviewFigureDays, ReviewFigures } from '@paydesk/shared/cases/review-figures'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { insertItem } from '../../support/contract/review-cases.ts'
import { awayFromMidnight, onEachDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Row = Readonly<Record<string, string | number | null>>

onEachDatabase('the review figures', (stack) => {
  const visitors = new Map<Person, Visitor>()

  beforeAll(async () => {
    await awayFromMidnight(stack())
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
  })
  beforeEach(async () => {
    await stack().deps.store.db.deleteFrom('review_cases').execute()
    await stack().deps.store.db.deleteFrom('decisions').execute()
  })

  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const ask = (person: Person, query: Record<string, string> = {}) =>
    as(person).call(endpoints.showReviewFigures, { params: stage, query })
  const figures = (person: Person, days?: ReviewFigureDays) =>
    as(person).get(endpoints.showReviewFigures, { params: stage, query: days === undefined ? {} : { days } })

  /** Inserts a decision that needed no approval; `more` replaces columns. */
  async function insertDecision(transaction: string, at: number, more: Row = {}) {
    const row = {
      id: generateId('d'),
      environment: 'stage',
      transaction_id: transaction,
      merchant: 'demo-merchant',
      concerns: '',
      verdict: 'accept' as const,
      reason: 'documents_checked',
      sealed_text: '',
      issuer: 'issuer',
      subject: 'somebody',
      name: '',
      at,
      state: 'PENDING',
      record_hash: '0'.repeat(16),
      needed: '',
      status: 'confirmed' as const,
      live: 0,
      follow_up: 'waiting' as const,
      ...more,
    }
    await stack().deps.store.db.insertInto('decisions').values(row).execute()
  }

  /**
   * Inserts a case that left the queue `ago` ms before now after waiting `waited` ms, with a decision if
   * `decidedAfter` (ms since the case was first seen) is given.
   */
  async function gone(
    ago: number,
    { waited, decidedAfter }: { waited: number; decidedAfter?: number },
    more: Row = {},
  ) {
    const ended = Date.now() - ago
    const since = ended - waited
    const { merchant = 'demo-merchant', concerns = '' } = more
    const stay = { since_to: since, due_at: since + 4 * hour, ended_at: ended, ended_state: 'SUCCESS' }
    const transaction = await insertItem(stack(), { ...stay, merchant, concerns })
    if (decidedAfter !== undefined)
      await insertDecision(transaction, since + decidedAfter, {
        ...{ merchant, concerns, follow_up: 'followed', outcome_to: ended },
        ...more,
      })
    return transaction
  }

  const total = (of: ReviewFigures, what: 'entered' | 'decided' | 'left') =>
    of.perDay.reduce((sum, each) => sum + each[what], 0)

  it('are empty without decisions, and have one row for every requested day', async () => {
    for (const [days, count] of [
      ['7', 7],
      ['30', 30],
      ['90', 90],
      [undefined, 30],
    ] as const) {
      const found = await figures('finance', days)
      expect([found.days, found.perDay.length]).toEqual([count, count])
      expect(found.left).toEqual({ onTime: 0, late: 0, undecided: 0 })
      expect(found.outcomes).toMatchObject({ followed: 0, medianMs: null, p90Ms: null })
      expect(new Set(found.perDay.map((one) => one.day)).size).toBe(count)
    }
    expect(
      problemIn(await ask('finance', { days: '8' }), 'bad_request').fields?.map(({ name }) => name),
    ).toEqual(['days'])
  })

  it('measure the SLA up to the confirmation of a decision, not up to its start', async () => {
    await gone(hour, { waited: 9 * hour, decidedAfter: 3 * hour })
    await gone(hour, { waited: 9 * hour, decidedAfter: 5 * hour })
    const at = Date.now() - hour - 9 * hour
    // Made within the SLA, but approved after the SLA.
    await gone(
      hour,
      { waited: 9 * hour, decidedAfter: 2 * hour },
      { approval_at: at + 6 * hour, needed: 'amount' },
    )
    await gone(hour, { waited: 9 * hour })
    await gone(
      hour,
      { waited: 9 * hour, decidedAfter: hour },
      { status: 'refused', follow_up: null, outcome_to: null },
    )
    const found = await figures('finance', '7')
    expect(found.left).toEqual({ onTime: 1, late: 2, undecided: 2 })
    expect(found.decisions).toEqual({ made: 4, confirmed: 3, waiting: 0, dropped: 1 })
    expect([total(found, 'left'), total(found, 'decided'), total(found, 'entered')]).toEqual([5, 4, 5])
  })

  it('do not count a decision of an earlier stay in review for a later stay', async () => {
    const transaction = await gone(hour, { waited: 2 * hour })
    await insertDecision(transaction, Date.now() - 5 * hour, {
      follow_up: 'not_followed',
      outcome_to: Date.now() - 4 * hour,
    })
    expect((await figures('finance', '7')).left).toEqual({ onTime: 0, late: 0, undecided: 1 })
  })

  it('show the time from confirmation to outcome, and the outcomes that did not follow', async () => {
    const at = Date.now() - 2 * day
    const outcomes = [
      [5 * minute, 'followed'],
      [30 * minute, 'followed'],
      [2 * hour, 'not_followed'],
      [5 * hour, 'opposite'],
      [30 * hour, 'followed'],
    ] as const
    for (const [took, follow_up] of outcomes)
      await insertDecision(randomUUID(), at, { follow_up, outcome_to: at + took })
    // Approved 20 h later, and followed within 10 min of the approval.
    await insertDecision(randomUUID(), at, {
      ...{ approval_at: at + 20 * hour, follow_up: 'followed', outcome_to: at + 20 * hour + 10 * minute },
    })
    await insertDecision(randomUUID(), at)
    await insertDecision(randomUUID(), at, { status: 'waiting', follow_up: null })
    await insertDecision(randomUUID(), at, { status: 'overtaken', follow_up: null, outcome_to: at + minute })
    const { decisions, outcomes: seen } = await figures('finance', '7')
    expect(decisions).toEqual({ made: 9, confirmed: 7, waiting: 1, dropped: 1 })
    expect(seen).toMatchObject({ waiting: 1, followed: 4, notFollowed: 1, opposite: 1 })
    expect(seen.spans.map((span) => span.decisions)).toEqual([2, 1, 1, 1, 1, 0])
    expect([seen.medianMs, seen.p90Ms]).toEqual([30 * minute, 30 * hour])
  })

  it('count by day, and leave out what happened before the first day', async () => {
    const now = Date.now()
    await insertItem(stack(), { since_to: now - minute })
    await insertItem(stack(), { since_to: now - 40 * day })
    await gone(2 * day, { waited: hour, decidedAfter: minute })
    await gone(20 * day, { waited: 15 * day, decidedAfter: minute })
    const week = await figures('finance', '7')
    expect([total(week, 'entered'), total(week, 'decided'), total(week, 'left')]).toEqual([2, 1, 1])
    const wordOf = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: week.zone }).format(at)
    const left = week.perDay.filter((one) => one.left > 0)
    expect(left.map((one) => one.day)).toEqual([wordOf(now - 2 * day)])
    expect(week.perDay.at(-1)?.day).toBe(wordOf(now))
    const month = await figures('finance', '30')
    expect([total(month, 'entered'), total(month, 'decided'), total(month, 'left')]).toEqual([2, 1, 2])
    const quarter = await figures('finance', '90')
    expect([total(quarter, 'entered'), total(quarter, 'decided'), total(quarter, 'left')]).toEqual([4, 2, 2])
    // Count waiting cases regardless of the selected days.
    expect([week.queue.cases, quarter.queue.cases]).toEqual([2, 2])
    expect(week.queue.sla).toEqual({ on_time: 2, due_soon: 0, overdue: 0 })
    expect(week.queue.bands.map(({ cases }) => cases)).toEqual([1, 0, 0, 0, 1])
  })

  it('count for each person what they may see', async () => {
    const both = { waited: hour, decidedAfter: minute }
    await gone(hour, both)
    await gone(hour, both, { concerns: 'kyc' })
    await gone(hour, both, { merchant: 'demo-outlet' })
    await insertItem(stack(), { concerns: 'piv' })
    await insertItem(stack(), { merchant: 'demo-outlet' })
    await insertItem(stack(), { environment: 'live', concerns: 'piv' })
    const expected = {
      finance: [3, 3, 2],
      auditor: [3, 3, 2],
      finance2: [2, 2, 1],
      compliance: [1, 1, 1],
    } as const
    for (const person of ['finance', 'auditor', 'finance2', 'compliance'] as const) {
      const found = await figures(person, '7')
      const { left, outcomes, queue } = found
      expect([left.onTime, outcomes.followed, queue.cases], person).toEqual(expected[person])
      expect([total(found, 'left'), total(found, 'decided')], person).toEqual(expected[person].slice(0, 2))
      expect(total(found, 'entered'), person).toBe(expected[person][0] + expected[person][2])
    }
    for (const person of ['support', 'admin'] as const) problemIn(await ask(person), 'not_allowed')
    const { rows } = await rowsOf(stack(), () => figures('auditor'))
    expect(rows.map(({ action, subject_id, result }) => [action, subject_id, result])).toEqual([
      ['review.figures.viewed', null, 'allowed'],
    ])
  })
})
