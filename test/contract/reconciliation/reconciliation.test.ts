import type { DiscrepancyFilter, DiscrepancyId, DiscrepancyList } from '@paydesk/shared/cases/reconciliation'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertDiscrepancy, listDiscrepancyRows } from '../../support/contract/reconciliation.ts'
import { startAnother } from '../../support/contract/second-instance.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { listenToStream, type StreamListener } from '../../support/contract/stream-listener.ts'
import {
  auditRows,
  controlSandbox,
  customerHandleOf,
  customerOf,
  onEachDatabase,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'
import { type Person, Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }
const hour = 3_600_000
const soon = { timeout: 60_000, interval: 20 }
const zeros = 'x_00000000000000000000'

onEachDatabase(
  'a discrepancy',
  (stack) => {
    const visitors = new Map<Person, Visitor>()
    const listeners: StreamListener[] = []

    beforeAll(async () => {
      for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
        visitors.set(person, await stack().as(person))
    })
    beforeEach(async () => {
      const { db } = stack().deps.store
      await db.deleteFrom('discrepancies').execute()
      await db.deleteFrom('discrepancy_explanations').execute()
    })
    afterEach(() => {
      for (const one of listeners.splice(0)) one.leave()
    })

    const as = (person: Person) => visitors.get(person) ?? stack().visitor()
    const ask = (person: Person, filter: DiscrepancyFilter & { after?: string } = {}) =>
      as(person).call(endpoints.listDiscrepancies, {
        params: stage,
        query: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
      })
    const list = async (person: Person, filter: DiscrepancyFilter & { after?: string } = {}) =>
      endpoints.listDiscrepancies.response.parse((await ask(person, filter)).json)
    const idsOf = ({ rows }: DiscrepancyList) => rows.map(({ discrepancy: item }) => item)
    const explaining = (person: Person, discrepancy: string, body: object = { reason: 'asked_operator' }) =>
      as(person).call(endpoints.explainDiscrepancy, { params: { ...stage, discrepancy }, body })
    const explain = async (person: Person, item: string, body?: object) =>
      endpoints.explainDiscrepancy.response.parse((await explaining(person, item, body)).json)
    const csv = (person: Person, query: Readonly<Record<string, string>> = {}) =>
      as(person).call(endpoints.exportReconciliationReport, { params: stage, query })

    it('is opened by a read, is closed by facts and not by an explanation, and reappears as a new discrepancy', async () => {
      const { transaction } = await customerOf(stack(), 'cust-processing')
      const id = transaction(0)
      const move = (state: string, more: object = {}) =>
        controlSandbox(stack(), 'POST', `transactions/${id}/move`, { account: 'stage', state, ...more })
      const announce = () => controlSandbox(stack(), 'POST', `transactions/${id}/notify`, {})
      const listener = await listenToStream(as('finance'))
      listeners.push(listener)
      const record = (state: string) => ({
        account: 'stage',
        operation: 'state',
        id,
        body: {
          id,
          state,
          compound_state: `${state}.X`,
          original_message: { merchant_id: 'demo-merchant', account: { identifier: 'cust-processing' } },
          workflow_state: { docs: 'NA', kyc: 'NA', capture: 'PENDING' },
        },
      })
      await controlSandbox(stack(), 'POST', 'override', record('PROCESSING_DOCUMENT'))
      await announce()
      await vi.waitFor(async () => expect((await list('finance')).rows).toHaveLength(1), soon)
      const [row] = (await list('finance')).rows
      expect(row).toMatchObject({
        kind: 'documents_without_step',
        transaction: id,
        state: { raw: 'PROCESSING_DOCUMENT' },
        closedAt: null,
        explanation: null,
      })
      const item = row?.discrepancy ?? zeros
      const said = await explain('compliance', item, {
        reason: 'asked_operator',
        text: 'They look at it on Monday',
        ticket: 'T-77',
      })
      expect(said).toMatchObject({ answer: 'explained', row: { closedAt: null } })
      // An explained discrepancy is not closed: only the list of explained discrepancies shows the row.
      expect(idsOf(await list('finance'))).toEqual([])
      const [explained] = (await list('finance', { status: 'explained' })).rows
      expect(explained?.explanation).toMatchObject({
        reason: { code: 'asked_operator' },
        text: { visibility: 'clear', text: 'They look at it on Monday' },
        ticket: { visibility: 'clear', text: 'T-77' },
        by: { name: 'Clara Weiss', me: false },
      })
      await controlSandbox(stack(), 'DELETE', 'overrides')
      await move('PENDING', { event: 'payment_success' })
      const closed = async () => (await list('finance', { status: 'closed' })).rows
      await vi.waitFor(
        async () => expect((await closed()).map((one) => one.discrepancy)).toEqual([item]),
        soon,
      )
      expect((await closed())[0]?.explanation).not.toBeNull()
      expect((await explain('finance', item)).answer).toBe('closed')
      expect((await list('finance', { status: 'explained' })).rows).toEqual([])
      await controlSandbox(stack(), 'POST', 'override', record('PROCESSING_DOCUMENT'))
      await move('PROCESSING_DOCUMENT', { event: 'payment_success' })
      await vi.waitFor(async () => expect((await list('finance')).rows).toHaveLength(1), soon)
      expect(idsOf(await list('finance'))).not.toContain(item)
      await controlSandbox(stack(), 'DELETE', 'overrides')
      const told = () => listener.changes().filter((one) => one.kind === 'discrepancy' && one.id === item)
      await vi.waitFor(() => expect(told().map(({ version }) => version)).toEqual([1, 2, 3]), soon)
    })

    it('adds each explanation to the earlier explanations with its author, and overwrites nothing', async () => {
      const item = await insertDiscrepancy(stack(), { kind: 'other_customer' })
      const first = await rowsOf(stack(), () => explain('finance', item, { reason: 'known_effect' }))
      expect(first.rows).toMatchObject([
        { action: 'discrepancy.explained', result: 'allowed', subject_kind: 'discrepancy', subject_id: item },
      ])
      await explain('compliance', item, { reason: 'asked_provider', text: 'They have answered' })
      const [row] = (await list('finance', { status: 'explained' })).rows
      expect(row?.explanation).toMatchObject({ reason: { code: 'asked_provider' }, by: { me: false } })
      expect(row?.earlierExplanations).toMatchObject([{ reason: { code: 'known_effect' }, by: { me: true } }])
      expect(row?.version).toBe(3)
      // Explain 25 times at once: each explanation is kept once.
      await Promise.all(
        Array.from({ length: 25 }, () => explain('finance', item, { reason: 'test_payment' })),
      )
      const kept = await stack().deps.store.db.selectFrom('discrepancy_explanations').select('nth').execute()
      expect(kept.map(({ nth }) => nth).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 27 }, (_, n) => n + 1),
      )
      expect((await list('finance', { status: 'explained' })).rows[0]?.earlierExplanations).toHaveLength(19)
    })

    it('rejects invalid reasons and tickets, discrepancies outside the access of the person, and unknown IDs', async () => {
      const item = await insertDiscrepancy(stack(), { merchant: 'demo-outlet' })
      const fields = async (body: object) =>
        problemIn(await explaining('finance', item, body), 'bad_request').fields?.map(({ name }) => name)
      expect(await fields({ reason: 'no_such_reason' })).toEqual(['reason'])
      expect(await fields({ reason: 'test_payment', ticket: 'DE89370400440532013000' })).toEqual(['ticket'])
      expect(await fields({ reason: 'test_payment', text: 'x' })).toEqual(['text'])
      expect(await fields({})).toEqual(['reason'])
      for (const person of ['finance2', 'compliance'] as const)
        problemIn(await explaining(person, item), 'not_found')
      problemIn(await explaining('finance', zeros), 'not_found')
      for (const person of ['auditor', 'support', 'admin'] as const)
        problemIn(await explaining(person, item), 'not_allowed')
      expect(await listDiscrepancyRows(stack(), item)).toEqual([])
      expect(
        await stack().deps.store.db.selectFrom('discrepancy_explanations').selectAll().execute(),
      ).toEqual([])
    })

    it('is visible to the roles that work on it, within the access of each person', async () => {
      const at = (hours: number) => ({ opened_to: Date.now() - hours * hour })
      const money = await insertDiscrepancy(stack(), { ...at(4), amount_minor: 123_456, currency: 'EUR' })
      const outlet = await insertDiscrepancy(stack(), { ...at(3), merchant: 'demo-outlet' })
      const identity = await insertDiscrepancy(stack(), { ...at(2), kind: 'kyc_done_but_none' })
      const amounts = await insertDiscrepancy(stack(), { ...at(1), kind: 'amounts_differ' })
      const seen: Readonly<Partial<Record<Person, readonly DiscrepancyId[]>>> = {
        finance: [money, outlet, identity, amounts],
        finance2: [money, identity, amounts],
        compliance: [identity],
        // Hide kinds that are derived from amounts, because they tell about amounts.
        auditor: [money, outlet, identity],
      }
      for (const [person, items] of Object.entries(seen) as [Person, readonly DiscrepancyId[]][]) {
        const page = await list(person)
        expect(idsOf(page), person).toEqual(items)
        expect([page.count, page.figures.open], person).toEqual([items.length, items.length])
        expect(page.mayExplain, person).toBe(person !== 'auditor')
      }
      expect((await list('compliance')).kinds).toEqual([
        'documents_without_step',
        'kyc_done_but_none',
        'other_customer',
        'review_without_step',
        'lifetime_below_seen',
      ])
      for (const person of ['support', 'admin'] as const)
        for (const answer of [
          await ask(person),
          await csv(person),
          await as(person).call(endpoints.showReconciliationReport, { params: stage }),
        ])
          problemIn(answer, 'not_allowed')
      const finance = (await list('finance')).figures.kinds.find(
        ({ kind }) => kind === 'manual_reconciliation',
      )
      expect(finance).toMatchObject({ open: 2, explained: 0, amounts: [{ currency: 'EUR', minor: 123_456 }] })
      const audited = await ask('auditor')
      expect(audited.text).not.toContain('123456')
      const { figures, rows, byAmount } = await list('auditor')
      expect(byAmount).toBe(false)
      expect(figures.kinds.every((one) => one.amounts === null)).toBe(true)
      expect(rows[0]?.amount).toMatchObject({ visibility: 'masked', mask: 'band' })
      const { fields } = problemIn(await ask('auditor', { sort: 'amount' }), 'bad_request')
      expect(fields?.map(({ name }) => name)).toEqual(['sort'])
    })

    it('is filtered, sorted and paged, with cursors valid for the same person and filter only', async () => {
      const items: DiscrepancyId[] = []
      for (let n = 0; n < 60; n++)
        items.push(
          await insertDiscrepancy(stack(), {
            opened_to: Date.now() - (60 - n) * hour,
            kind: n % 2 === 0 ? 'manual_reconciliation' : 'expired_but_open',
            amount_minor: n < 30 ? n : null,
            currency: n < 30 ? 'EUR' : null,
          }),
        )
      const first = await list('finance')
      expect([first.rows.length, first.count, first.more]).toEqual([50, 60, false])
      const after = first.next ?? ''
      expect(idsOf(first).concat(idsOf(await list('finance', { after })))).toEqual(items)
      const largest = await list('finance', { sort: 'amount' })
      const rest = await list('finance', { sort: 'amount', after: largest.next ?? '' })
      const ordered = [...items.slice(0, 30).reverse(), ...items.slice(30).reverse()]
      expect([...idsOf(largest), ...idsOf(rest)]).toEqual(ordered)
      expect((await list('finance', { kind: 'expired_but_open' })).count).toBe(30)
      expect((await list('finance', { kind: 'expired_but_open,manual_reconciliation' })).count).toBe(60)
      expect((await list('finance', { age: '2d' })).count).toBe(13)
      expect(idsOf(await list('finance', { order: 'desc' }))[0]).toBe(items.at(-1))
      for (const answer of [
        await ask('finance2', { after }),
        await ask('finance', { after, age: '1h' }),
        await ask('finance', { after, sort: 'amount' }),
      ])
        expect(problemIn(answer, 'bad_request').fields?.map(({ name }) => name)).toEqual(['after'])
      for (const query of [{ kind: 'nonsense' }, { age: '3 days' }, { status: 'gone' }, { surplus: '1' }])
        problemIn(
          await as('finance').call(endpoints.listDiscrepancies, { params: stage, query }),
          'bad_request',
        )
    })

    it('shows an amount in another form than documented as it came, and exports no number for it', async () => {
      const received = { amount_text: '125.50', currency_text: 'eur', amount_source: 'notification' }
      const transaction_id = await noteTransaction(stack(), received)
      await insertDiscrepancy(stack(), { transaction_id })
      const clear = (text: string) => ({ visibility: 'clear', text })
      const [row] = (await list('finance')).rows
      expect(row).toMatchObject({ amount: clear('125.50'), currency: clear('eur') })
      expect((await ask('auditor')).text).not.toMatch(/125\.50|"eur"/)
      const [, codes = '', line = ''] = (await csv('finance')).text.split('\r\n')
      const cell = (code: string) => line.split(',')[codes.split(',').indexOf(code)]
      expect([cell('amount_minor'), cell('currency'), cell('amount')]).toEqual(['', 'eur', ''])
    })

    it('of a kind from another release is left out everywhere and breaks nothing', async () => {
      const known = await insertDiscrepancy(stack(), { amount_minor: 100, currency: 'EUR' })
      const other = await insertDiscrepancy(stack(), {
        kind: 'of_another_release',
        amount_minor: 7,
        currency: 'EUR',
      })
      for (const person of ['finance', 'compliance', 'auditor'] as const) {
        const { rows, figures } = await list(person)
        const expected = person === 'compliance' ? [] : [known]
        expect([rows.map(({ discrepancy: item }) => item), figures.open]).toEqual([expected, expected.length])
      }
      const sheet = await as('finance').get(endpoints.showReconciliationReport, { params: stage })
      expect([sheet.total.atEnd, sheet.kinds.map(({ kind }) => kind)]).toEqual([1, ['manual_reconciliation']])
      expect((await csv('finance')).text).not.toContain(other)
      problemIn(await explaining('finance', other), 'not_found')
    })

    it('is exported by day as CSV, safe for spreadsheets, with the masks of the role, and the export is audited', async () => {
      const rid = 'mara.lindqvist@example.test'
      const customer = await customerHandleOf(stack(), rid)
      const item = await insertDiscrepancy(stack(), {
        ...{ customer, kind: 'kyc_done_but_none', amount_minor: 123_456, currency: 'EUR' },
        state: '=HYPERLINK("http://x.test")',
      })
      const long = Date.now() - 90 * 24 * hour
      await insertDiscrepancy(stack(), { opened_to: long, closed_at: long + hour })
      await explain('finance', item, { reason: 'test_payment', text: '=1+1 is what they said' })
      const { value, rows } = await rowsOf(stack(), async () => {
        const answer = await csv('finance')
        await vi.waitFor(async () => {
          expect((await auditRows(stack())).at(-1)?.action).toBe('reconciliation.export.ended')
        }, soon)
        return answer
      })
      expect(value.headers.get('content-disposition')).toBe(
        'attachment; filename="paydesk-reconciliation-stage-today.csv"',
      )
      const lines = value.text.split('\r\n')
      expect(lines).toHaveLength(4)
      expect(lines[0]).toMatch(/^Discrepancy ID,Kind,/)
      expect(lines[1]).toMatch(/^discrepancy_id,kind,/)
      expect(lines[2]).toContain(item)
      expect(lines[2]).toContain(',123456,EUR,')
      expect(lines[2]).toContain(`"'=HYPERLINK(`)
      expect(lines[2]).toContain(`"'=1+1 is what they said"`)
      expect(lines[2]).not.toContain(rid)
      expect(rows.map(({ action, reason, result }) => [action, reason, result])).toEqual([
        ['reconciliation.exported', null, 'allowed'],
        ['reconciliation.export.ended', 'rows:1', 'allowed'],
      ])
      const audited = await csv('auditor')
      expect(audited.text).toContain(item)
      expect(audited.text).not.toMatch(/123456|what they said|mara\.lindqvist/)
      expect(audited.text).toMatch(/minor units,.*present/s)
      // Leave out discrepancies that were not open on the day of the report.
      expect((await csv('finance', { day: new Date(long).toISOString().slice(0, 10) })).text).not.toContain(
        item,
      )
      problemIn(await csv('finance', { day: '2999-01-01' }), 'bad_request')
      problemIn(await csv('finance', { day: 'yesterday' }), 'bad_request')
    })
  },
  { PAYDESK_SYNC_INTERVAL_MS: '86400000' },
)

describe('an explanation that timed out (postgres)', () => {
  it('is not recorded afterwards', async () => {
    const given = await startOn('postgres', { workers: false })
    // Times out before the database does; calls that must not time out go to the other instance.
    const hurried = await startAnother(given, { upstreamDeadlineMs: 700 })
    try {
      const { db } = given.deps.store
      const farid = await given.as('finance')
      const inHaste = new Visitor(hurried.origin)
      for (const [name, value] of farid.jar) inHaste.jar.set(name, value)
      const item = await insertDiscrepancy(given)
      const call = { params: { ...stage, discrepancy: item }, body: { reason: 'known_effect' } } as const
      const isHeld = Promise.withResolvers<void>()
      const letGo = Promise.withResolvers<void>()
      const holding = db.transaction().execute(async (trx) => {
        await trx.updateTable('discrepancies').set({ customer: null }).where('id', '=', item).execute()
        isHeld.resolve()
        await letGo.promise
      })
      await isHeld.promise
      problemIn(await inHaste.call(endpoints.explainDiscrepancy, call), 'upstream_timeout')
      letGo.resolve()
      await holding
      // The next call about this discrepancy runs after the call that timed out.
      expect((await farid.get(endpoints.explainDiscrepancy, call)).row.earlierExplanations).toEqual([])
      const said = await db.selectFrom('discrepancy_explanations').select('nth').execute()
      expect(said).toEqual([{ nth: 1 }])
    } finally {
      await hurried.stop()
      await given.stop()
    }
  })
})
