import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertDiscrepancy } from '../../support/contract/reconciliation.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  customerHandleOf,
  customerOf,
  isTriedOn,
  onEachDatabase,
  problemIn,
  untilNoted,
} from '../../support/contract/support.ts'
import type { Answer, Person, Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }
const soon = { timeout: 60_000, interval: 50 }
/** Largest amount (minor units) that a notification may name. */
const most = 999_999_999_999_999

onEachDatabase(
  'discrepancy edge cases',
  (stack, backing) => {
    const visitors = new Map<Person, Visitor>()
    beforeAll(async () => {
      for (const person of ['finance', 'finance2', 'compliance', 'auditor'] as const)
        visitors.set(person, await stack().as(person))
    })
    beforeEach(async () => {
      const { db } = stack().deps.store
      await db.deleteFrom('discrepancies').execute()
      await db.deleteFrom('discrepancy_explanations').execute()
    })
    const as = (person: Person) => visitors.get(person) ?? stack().visitor()
    const list = (person: Person, query: Readonly<Record<string, string>> = {}) =>
      as(person).call(endpoints.listDiscrepancies, { params: stage, query })
    const sheet = (person: Person, query: Readonly<Record<string, string>> = {}) =>
      as(person).call(endpoints.showReconciliationReport, { params: stage, query })
    const csv = (person: Person, query: Readonly<Record<string, string>> = {}) =>
      as(person).call(endpoints.exportReconciliationReport, { params: stage, query })
    const read = <R>({ status, text, json }: Answer, parse: (json: unknown) => R): R => {
      expect(status, text).toBe(200)
      return parse(json)
    }

    it.runIf(isTriedOn(backing)).each(['1970-01-01', '1999-12-31', '2024-02-29', '2026-03-29', '2026-10-25'])(
      'the day %s has a reconciliation report',
      async (day) => {
        const found = read(await sheet('finance', { day, days: '30' }), (json) =>
          endpoints.showReconciliationReport.response.parse(json),
        )
        expect([found.day, found.series.length, found.series.at(-1)?.day]).toEqual([day, 30, day])
        expect((await csv('finance', { day })).status).toBe(200)
      },
    )

    it
      .runIf(isTriedOn(backing))
      .each([
        ...['0000-01-01', '0001-01-01', '0099-12-31', '1883-01-01', '1969-12-31'],
        ...['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '9999-12-31'],
        ...['-000001-01-01', '+010000-01-01', '2026-01-01T00:00:00Z', '२०२६-०१-०१', ' 2026-01-01', '', 'NaN'],
      ])('the day "%s" is rejected as invalid', async (day) => {
      for (const answer of [
        await sheet('finance', { day, days: '30' }),
        await sheet('auditor', { day }),
        await csv('finance', { day }),
      ])
        expect(problemIn(answer, 'bad_request').fields?.map(({ name }) => name)).toEqual(['day'])
    })

    it('a sum beyond the range of numbers is left out, and everything else is shown', async () => {
      const huge = { amount_minor: most, currency: 'EUR' }
      for (let n = 0; n < 12; n += 1) await insertDiscrepancy(stack(), huge)
      await insertDiscrepancy(stack(), { amount_minor: 700, currency: 'USD' })
      await insertDiscrepancy(stack(), { ...huge, kind: 'expired_but_open' })
      const page = read(await list('finance'), (json) => endpoints.listDiscrepancies.response.parse(json))
      expect([page.count, page.figures.open]).toEqual([14, 14])
      expect(page.figures.kinds.map(({ kind, amounts }) => [kind, amounts])).toEqual([
        ['manual_reconciliation', [{ currency: 'USD', minor: 700 }]],
        ['expired_but_open', [{ currency: 'EUR', minor: most }]],
      ])
      const day = read(await sheet('finance'), (json) =>
        endpoints.showReconciliationReport.response.parse(json),
      )
      const sums = day.kinds.map(({ amounts }) => amounts?.map(({ currency, atEnd }) => [currency, atEnd]))
      expect(sums).toEqual([[['USD', 700]], [['EUR', most]]])
      expect((await csv('finance')).status).toBe(200)
    })

    it('a sum of a customer’s payments beyond the range of numbers does not prevent reading them', async () => {
      const rid = 'cust-low-lifetime'
      const customer = await customerHandleOf(stack(), rid)
      const transaction = (await customerOf(stack(), rid)).transaction(0)
      for (let n = 0; n < 12; n += 1)
        await noteTransaction(stack(), {
          ...{ customer, state: 'SUCCESS', final: 1, test: 0, amount_minor: most, currency: 'EUR' },
          final_read_at: Date.now() - 7_200_000,
        })
      const show = () => as('finance').call(endpoints.showTransaction, { params: { ...stage, transaction } })
      read(await show(), () => null)
      await untilNoted(stack(), transaction)
      await vi.waitFor(async () => {
        const { contradictions } = read(await show(), (json) =>
          endpoints.showTransaction.response.parse(json),
        )
        expect(contradictions.map(({ id }) => id)).toContain('lifetime_below_seen')
      }, soon)
    })

    it('compliance gets live updates only of discrepancies that it may see', async () => {
      const [clara, farid, auden] = [
        await listenToStream(as('compliance')),
        await listenToStream(as('finance')),
        await listenToStream(as('auditor')),
      ]
      const items = [
        await insertDiscrepancy(stack()),
        await insertDiscrepancy(stack(), { kind: 'other_customer' }),
      ]
      for (const item of items) {
        const explaining = { params: { ...stage, discrepancy: item }, body: { reason: 'test_payment' } }
        expect((await as('finance').call(endpoints.explainDiscrepancy, explaining)).status).toBe(200)
      }
      const heard = (listener: typeof clara) =>
        listener
          .changes()
          .flatMap(({ kind, id }) => (kind === 'discrepancy' && items.some((one) => one === id) ? [id] : []))
      // Wait for the second discrepancy, which everybody may see and which is announced last.
      await vi.waitFor(() => {
        for (const listener of [clara, farid, auden]) expect(heard(listener)).toContain(items[1])
      }, soon)
      expect([heard(clara), heard(farid), heard(auden)]).toEqual([[items[1]], items, items])
      for (const listener of [clara, farid, auden]) listener.leave()
    })

    it('concurrent explanations of one discrepancy wait for each other without taking all connections', async () => {
      const id = await insertDiscrepancy(stack())
      const explaining = { params: { ...stage, discrepancy: id }, body: { reason: 'test_payment' } }
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => as('finance').call(endpoints.explainDiscrepancy, explaining)),
      )
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      const [row] = await stack().deps.store.db.selectFrom('discrepancies').selectAll().execute()
      expect(row).toMatchObject({ explained: 60, version: 61 })
    })

    describe('requests beyond the access of a person', () => {
      const item = (id: string, person: Person = 'finance') =>
        as(person).call(endpoints.explainDiscrepancy, {
          params: { ...stage, discrepancy: id },
          body: { reason: 'test_payment' },
        })

      it('only the exact ID of a discrepancy is accepted, within its merchant and environment', async () => {
        const own = await insertDiscrepancy(stack(), { kind: 'other_customer', merchant: 'demo-outlet' })
        for (const id of [
          own.toUpperCase(),
          own.slice(0, -1),
          `${own}0`,
          `${own}%00`,
          `${own}\n`,
          'x_..%2f..%2f..%2f..%2f..',
          '__proto__',
          'constructor',
        ])
          problemIn(await item(id), 'bad_request', 'not_found', 'no_such_page')
        // Reject the ID for a person of another merchant, and in another environment.
        problemIn(await item(own, 'finance2'), 'not_found')
        const there = { params: { env: 'production', discrepancy: own }, body: { reason: 'test_payment' } }
        problemIn(await as('finance').call(endpoints.explainDiscrepancy, there), 'not_found', 'not_allowed')
        expect(
          await stack().deps.store.db.selectFrom('discrepancy_explanations').selectAll().execute(),
        ).toEqual([])
      })

      it
        .runIf(isTriedOn(backing))
        .each<object>([
          { closed: true },
          { status: 'closed' },
          { closed_at: 1 },
          { nth: 1 },
          { by: 'Somebody else' },
          { issuer: 'x', subject: 'y' },
          { constructor: { prototype: { admin: true } } },
          { text: null },
          { text: ['abc', 'def'] },
          { reason: 'toString' },
          { reason: ['test_payment'] },
        ])('%j beside a reason is rejected and changes nothing', async (more) => {
        const id = await insertDiscrepancy(stack())
        const body = { reason: 'test_payment', ...more }
        problemIn(
          await as('finance').call(endpoints.explainDiscrepancy, {
            params: { ...stage, discrepancy: id },
            body,
          }),
          'bad_request',
        )
        const [row] = await stack().deps.store.db.selectFrom('discrepancies').selectAll().execute()
        expect(row).toMatchObject({ closed_at: null, explained: 0, version: 1 })
      })

      it('page cursors of other lists, people, merchants and roles are rejected', async () => {
        for (let n = 0; n < 51; n += 1) await insertDiscrepancy(stack(), { kind: 'other_customer' })
        const page = read(await list('finance'), (json) => endpoints.listDiscrepancies.response.parse(json))
        const after = page.next ?? ''
        expect(after).not.toBe('')
        for (const person of ['finance2', 'compliance', 'auditor'] as const)
          problemIn(await list(person, { after }), 'bad_request')
        for (const endpoint of [endpoints.listCases, endpoints.listDecisions, endpoints.listQuestions])
          problemIn(await as('finance').call(endpoint, { params: stage, query: { after } }), 'bad_request')
        for (const odd of [after.slice(1), after.toLowerCase(), '0', '[null,1,1]', 'a'.repeat(401)])
          problemIn(await list('finance', { after: odd }), 'bad_request')
      })

      it('amounts shown as ranges affect neither order nor counts', async () => {
        const told = async () => {
          const page = read(await list('auditor'), (json) => endpoints.listDiscrepancies.response.parse(json))
          const day = read(await sheet('auditor'), (json) =>
            endpoints.showReconciliationReport.response.parse(json),
          )
          const { text } = await csv('auditor')
          const shown = page.rows.map(({ discrepancy: _, openedAt, transaction, ...row }) => row)
          return [
            shown,
            page.figures.kinds.map(({ oldestAt, ...rest }) => rest),
            day.kinds,
            text.split('\n').length,
          ]
        }
        const world = async (amount: number, kind: string) => {
          await stack().deps.store.db.deleteFrom('discrepancies').execute()
          await insertDiscrepancy(stack(), { amount_minor: amount, currency: 'EUR' })
          await insertDiscrepancy(stack(), { amount_minor: 10_400, currency: 'EUR' })
          await insertDiscrepancy(stack(), { amount_minor: amount, currency: 'EUR', kind })
          return told()
        }
        expect(await world(10_300, 'amounts_differ')).toEqual(await world(10_500, 'other_currency'))
        for (const query of [{ sort: 'amount' }, { sort: 'amount', order: 'asc', status: 'closed' }])
          problemIn(await list('auditor', query), 'bad_request')
        const hidden = read(await list('auditor', { kind: 'amounts_differ' }), (json) =>
          endpoints.listDiscrepancies.response.parse(json),
        )
        expect([hidden.count, hidden.rows]).toEqual([0, []])
      })
    })
  },
  // Allow the last of the concurrent calls to wait for all others, on slow machines too.
  { PAYDESK_SYNC_INTERVAL_MS: '86400000', PAYDESK_SERVICE_DEADLINE_MS: '20000' },
  { workers: false },
)
