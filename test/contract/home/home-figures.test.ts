import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import {
  type HomeCountedListName,
  type HomeFigureName,
  homeFigureNames,
  homeFigureSources,
  homeListPermissions,
} from '@paydesk/shared/cases/home'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { insertDiscrepancy } from '../../support/contract/reconciliation.ts'
import { insertItem } from '../../support/contract/review-cases.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { awayFromMidnight, onEachDatabase } from '../../support/contract/support.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }
const hour = 3_600_000
const day = 24 * hour
const people = ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const

/** Endpoint of each list, and the member of its answer that has the rows. */
const lists = {
  cases: ['listCases', 'rows'],
  decisions: ['listDecisions', 'decisions'],
  discrepancies: ['listDiscrepancies', 'rows'],
  transactions: ['listTransactions', 'rows'],
  questions: ['listQuestions', 'questions'],
  paymentRequests: ['listPaymentRequests', 'requests'],
  downloads: ['listDownloadRequests', 'requests'],
} as const satisfies Record<HomeCountedListName, readonly [keyof typeof endpoints, string]>

/** Rows of all pages behind the link of a figure. */
async function rowsBehind(visitor: Visitor, name: HomeFigureName): Promise<unknown[]> {
  const { list, filter } = homeFigureSources[name]
  const [endpoint, member] = lists[list]
  const rows: unknown[] = []
  let after: string | null = null
  do {
    const query = { ...filter, ...(after === null ? {} : { after }) }
    const answer = await visitor.call(endpoints[endpoint] as never, { params: stage, query } as never)
    expect(answer.status, name).toBe(200)
    const page = answer.json as Record<string, unknown> & { next?: string | null }
    rows.push(...(page[member] as unknown[]))
    after = page.next ?? null
  } while (after !== null)
  return rows
}

/** Fills every list with rows of both merchants: counted ones, and ones that a figure must leave out. */
async function fillLists(stack: Stack): Promise<void> {
  const { db } = stack.deps.store
  const now = Date.now()
  for (const merchant of ['demo-merchant', 'demo-outlet'])
    for (let nth = 0; nth < 31; nth += 1) {
      const since = now - nth * 5 * hour
      const transaction = await insertItem(stack, {
        merchant,
        since_to: since,
        due_at: since + 4 * hour,
        concerns: nth % 3 === 0 ? 'kyc' : '',
        snoozed_until: nth % 7 === 0 ? now + hour : 0,
      })
      await insertItem(stack, {
        merchant,
        since_to: since,
        due_at: since,
        ended_at: now - nth * hour,
        ended_state: 'SUCCESS',
      })
      await db
        .insertInto('decisions')
        .values({
          id: generateId('d'),
          environment: 'stage',
          transaction_id: transaction,
          merchant,
          concerns: nth % 3 === 0 ? 'kyc' : '',
          verdict: 'accept',
          reason: 'documents_checked',
          sealed_text: '',
          issuer: 'issuer',
          subject: 'somebody',
          name: '',
          at: now - nth,
          state: 'PENDING',
          record_hash: '0'.repeat(16),
          needed: 'amount',
          status: nth % 2 === 0 ? 'waiting' : 'confirmed',
          live: 1,
          expires_at: nth % 4 === 0 ? now - 1 : now + day,
        })
        .execute()
      const discrepancy = await insertDiscrepancy(stack, {
        merchant,
        kind: nth % 3 === 0 ? 'kyc_done_but_none' : 'manual_reconciliation',
        explained: nth % 4 === 0 ? 1 : 0,
        amount_minor: nth % 5 === 0 ? null : 1_000 + nth,
        currency: nth % 5 === 0 ? null : nth % 2 === 0 ? 'EUR' : 'GBP',
        opened_to: now - nth * day,
      })
      if (nth % 4 === 0)
        await db
          .insertInto('discrepancy_explanations')
          .values({
            ...{ item: discrepancy, environment: 'stage', nth: 1, at: now - 1_000, reason: 'asked_provider' },
            ...{ issuer: 'issuer', subject: 'somebody', name: '' },
          })
          .execute()
      await noteTransaction(stack, {
        merchant,
        state: nth % 5 === 0 ? 'FAILED' : 'SUCCESS',
        final: 1,
        finality: nth % 2 === 0 ? 'unconfirmed' : 'confirmed',
        amount_minor: 10_000 + nth,
        currency: 'EUR',
        workflow: nth % 2 === 0 ? 'DEMO_CARD' : null,
        first_seen: now - nth * 12 * hour,
      })
      await db
        .insertInto('questions')
        .values({
          id: generateId('h'),
          environment: 'stage',
          merchant,
          subject_kind: 'transaction',
          subject_id: transaction,
          desk: nth % 2 === 0 ? 'finance' : 'compliance',
          issuer: 'issuer',
          subject: `person-${nth}`,
          name: '',
          sealed_question: '',
          at: now - nth,
          ...(nth % 5 === 0 ? { answer: 'text', answered_at: now } : {}),
        } as never)
        .execute()
    }
}

onEachDatabase('the figures of home', (stack) => {
  const visitors = new Map<Person, Visitor>()
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const figuresOf = (person: Person) => as(person).get(endpoints.showHomeFigures, { params: stage })

  beforeAll(async () => {
    await awayFromMidnight(stack())
    for (const person of people) visitors.set(person, await stack().as(person))
    await fillLists(stack())
  })

  it.each(people)('equal, for %s, the number of rows behind their links', async (person) => {
    const { figures } = await figuresOf(person)
    const session = await as(person).get(endpoints.showCurrentSession, { params: {} })
    const open = homeFigureNames.filter((name) =>
      session.permissions.includes(homeListPermissions[homeFigureSources[name].list]),
    )
    expect(Object.keys(figures).sort()).toEqual([...open].sort())
    for (const name of open) {
      const rows = await rowsBehind(as(person), name)
      expect(figures[name], name).toMatchObject({ count: rows.length, more: false })
    }
  })

  it('leave out what the merchants of a person do not include, and count something', async () => {
    const [all, one] = [await figuresOf('finance'), await figuresOf('finance2')]
    for (const name of [
      'casesWaiting',
      'casesOverdue',
      'approvals',
      'discrepancies',
      'unconfirmed',
    ] as const) {
      const [whole, part] = [all.figures[name]?.count ?? 0, one.figures[name]?.count ?? 0]
      expect(part, name).toBeGreaterThan(0)
      expect(whole, name).toBeGreaterThan(part)
    }
  })

  it('have sums of amounts for roles that see amounts, and for no other', async () => {
    const { figures } = await figuresOf('finance')
    const unconfirmed = await rowsBehind(as('finance'), 'unconfirmed')
    const minor = unconfirmed.reduce<number>(
      (sum, row) => sum + Number((row as { amount: { text: string } }).amount.text),
      0,
    )
    expect(figures.unconfirmed?.amounts).toEqual([{ currency: 'EUR', minor }])
    expect(figures.discrepancies?.amounts?.map(({ currency }) => currency)).toEqual(['EUR', 'GBP'])
    const masked = (await figuresOf('auditor')).figures
    expect([masked.unconfirmed?.amounts, masked.discrepancies?.amounts]).toEqual([null, null])
  })

  it('have lines whose last value is the figure, without snoozed cases', async () => {
    const { figures, days } = await figuresOf('finance')
    const { casesWaiting, casesOverdue, discrepancies } = figures
    for (const one of [casesWaiting, casesOverdue, discrepancies]) expect(one?.line?.length).toBe(days.length)
    const whole = await as('finance').get(endpoints.listCases, { params: stage, query: { snoozed: '1' } })
    expect(whole.figures.cases).toBeGreaterThan(casesWaiting?.count ?? 0)
    expect(casesWaiting?.line?.at(-1)).toBe(casesWaiting?.count)
    expect(casesOverdue?.line?.at(-1)).toBe(casesOverdue?.count)
    expect(discrepancies?.line?.at(-1)).toBe(discrepancies?.count)
    expect(Math.min(...(casesWaiting?.line ?? [0]))).toBeLessThan(whole.figures.cases)
  })

  it('come with a trend that counts each transaction on the day it was first seen', async () => {
    const trend = await as('finance').get(endpoints.showTransactionTrend, { params: stage })
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
    const { transactions } = await as('finance').get(endpoints.showRecordsCoverage, { params: stage })
    expect(sum(trend.total.seen) + sum(trend.previous.seen)).toBe(transactions)
    expect(trend.workflows.map(({ workflow }) => workflow).sort()).toEqual(['DEMO_CARD', null])
    for (const of of ['seen', 'ended', 'succeeded'] as const)
      expect(sum(trend.workflows.flatMap((one) => one[of])), of).toBe(sum(trend.total[of]))
    expect(sum(trend.total.succeeded)).toBeLessThan(sum(trend.total.ended))
  })
})
