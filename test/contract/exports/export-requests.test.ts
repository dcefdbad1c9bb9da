import { authenticatedRoutes } from '@paydesk/bff/app/create-app'
import type { ExportSelection } from '@paydesk/shared/cases/export-requests'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { insertDecision, insertNotification } from '../../support/contract/list-rows.ts'
import { insertRequest } from '../../support/contract/payment-requests.ts'
import { insertDiscrepancy } from '../../support/contract/reconciliation.ts'
import { insertItem, startSessionOf } from '../../support/contract/review-cases.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  auditRows,
  customerHandleOf,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const why = {
  purpose: 'payment_investigation',
  caseRef: 'CASE-4711',
  text: 'The bank wants every payment of the day',
} as const
const all: ExportSelection = { list: 'transactions', filter: {} }

/** Streams that are no export of a list of people, with the reason. */
const otherStreams = new Map<string, string>([
  ['/api/events', 'live updates: ids and versions'],
  ['/api/:env/exports/field-permissions', 'rules of the access policy: no row is about a person'],
  [
    '/api/:env/exports/refused-import-lines/:import',
    'numbers and reasons: no text of a line and no row about a person',
  ],
  ['/api/:env/subject-access/:request/content', 'approved by a second person in any case'],
  ['/api/:env/identities/:identity/views/:view/content', 'one document, counted when it is opened'],
  ['/api/:env/download-requests/:request/content', 'approved by a second person in any case'],
])

onOneDatabase(
  'exports of many rows',
  (stack) => {
    let customer = ''
    let finance: Visitor
    let auditor: Visitor
    let first: Visitor
    let second: Visitor

    beforeAll(async () => {
      const as = (subject: string, ...roles: Role[]) => startSessionOf(stack(), subject, roles)
      finance = await as('fay.finance', 'finance', 'auditor')
      await finance.get(endpoints.chooseRole, { body: { role: 'finance' } })
      // The audit log is exported only by people of every merchant.
      auditor = await stack().as('auditor')
      first = await as('ada.first', 'compliance')
      second = await as('bo.second', 'compliance')
      customer = await customerHandleOf(stack(), 'cust-00417')
      const question = 'Is the identity of this customer complete by now?'
      for (const state of ['PENDING', 'PENDING', 'SUCCESS']) {
        const transaction = await noteTransaction(stack(), {
          ...{ state, customer, amount_minor: 17_919, currency: 'EUR', amount_source: 'create' },
        })
        await insertItem(stack(), { transaction_id: transaction })
        const about = { kind: 'transaction', transaction }
        await finance.get(endpoints.askQuestion, { params, body: { about, to: 'compliance', question } })
      }
      for (let nth = 0; nth < 3; nth += 1) {
        await insertDiscrepancy(stack())
        await insertRequest(stack(), { customer, merchant: 'demo-merchant' })
        const of = { merchant: 'demo-merchant', transaction_id: `listed-${nth}` }
        await insertDecision(stack(), of)
        await insertNotification(stack(), of)
      }
    })
    beforeEach(async () => {
      await stack().deps.store.db.deleteFrom('export_requests').execute()
    })

    const take = (visitor: Visitor, query: Record<string, string> = {}) =>
      visitor.call(endpoints.exportTransactions, { params, query })
    const ask = (visitor = finance, selection: ExportSelection = all) =>
      visitor.get(endpoints.requestExport, { params, body: { selection, ...why } })
    const answer = (visitor: Visitor, request: string, body: object = { answer: 'confirm' }) =>
      visitor.call(endpoints.decideExportRequest, { params: { ...params, request }, body })
    const withdraw = (visitor: Visitor, request: string) =>
      visitor.call(endpoints.withdrawExportRequest, { params: { ...params, request } })
    const list = (visitor: Visitor) => visitor.get(endpoints.listExportRequests, { params })
    const approved = async (selection = all, visitor = finance) => {
      const { request } = (await ask(visitor, selection)).request
      expect((await answer(second, request)).status).toBe(200)
      return request
    }
    const change = (set: { at?: number; until?: number; download_until?: number; row_count?: number }) =>
      stack().deps.store.db.updateTable('export_requests').set(set).execute()

    it('are refused for every list without a request, and every other stream has a reason', async () => {
      const exports = authenticatedRoutes
        .filter((route) => 'open' in route)
        .map(({ endpoint }) => endpoint)
        .filter(({ path }) => !otherStreams.has(path))
      expect(exports.map(({ path }) => path).toSorted()).toEqual([
        '/api/:env/exports/audit-entries',
        '/api/:env/exports/audit-log',
        '/api/:env/exports/cases',
        '/api/:env/exports/customer-transactions',
        '/api/:env/exports/decisions',
        '/api/:env/exports/notifications',
        '/api/:env/exports/payment-requests',
        '/api/:env/exports/questions',
        '/api/:env/exports/reconciliation-report',
        '/api/:env/exports/transactions',
      ])
      const calls = exports.flatMap((endpoint) => [
        { endpoint, format: {} },
        ...(endpoint.stream === 'text/csv' ? [{ endpoint, format: { format: 'xlsx' } }] : []),
      ])
      expect(calls).toHaveLength(19)
      for (const { endpoint, format } of calls) {
        const { path } = endpoint
        // Auditors ask nothing and are asked nothing.
        const visitor = path.endsWith('/questions') ? finance : auditor
        const query = path.endsWith('/customer-transactions') ? { customer, ...format } : format
        const { value, rows } = await rowsOf(stack(), () => visitor.call(endpoint, { params, query }))
        const { needsApproval } = problemIn(value, 'export_needs_approval')
        expect(needsApproval?.limit).toBe(2)
        expect(needsApproval?.rows, endpoint.path).toBeGreaterThan(2)
        expect(rows).toMatchObject([{ result: 'failed', reason: 'export_needs_approval' }])
      }
    })

    it('need no request up to the configured number of rows', async () => {
      expect((await take(finance, { state: 'PENDING' })).text.trim().split('\r\n')).toHaveLength(4)
    })

    it('are requested for a purpose, approved by a second person, and downloaded for an hour', async () => {
      const listener = await listenToStream(first)
      const asked = await rowsOf(stack(), () => ask())
      expect(asked.rows).toMatchObject([
        {
          ...{ action: 'export.requested', result: 'allowed', reason: 'rows:3', case_ref: why.caseRef },
          ...{ purpose_code: why.purpose, subject_kind: 'export_request' },
        },
      ])
      const { request } = asked.value.request
      expect(asked.value).toMatchObject({
        answer: 'asked',
        request: { rows: 3, selection: all, status: 'waiting', mayAnswer: false, mayDownload: false },
      })
      expect(await ask()).toMatchObject({ answer: 'open_already', request: { request } })
      problemIn(await take(finance, { request }), 'not_found')
      problemIn(await answer(finance, request), 'not_allowed')
      expect(await list(auditor)).toMatchObject({ requests: [], waiting: 0 })
      expect(await list(second)).toMatchObject({
        waiting: 1,
        requests: [{ request, rows: 3, selection: all, purpose: why.purpose, mayAnswer: true }],
      })
      expect((await answer(second, request)).json).toMatchObject({ answer: 'done' })
      expect((await answer(first, request, { answer: 'refuse', text: 'Too late' })).json).toMatchObject({
        answer: 'too_late',
        request: { status: 'confirmed', answer: { answer: 'confirm' } },
      })
      // Nobody but the requester has the file, also not the approver.
      problemIn(await take(second, { request }), 'not_allowed')
      problemIn(await take(auditor, { request }), 'not_found')
      problemIn(await take(finance, { request, state: 'PENDING' }), 'bad_request')
      problemIn(
        await finance.call(endpoints.exportReconciliationReport, { params, query: { request } }),
        'not_found',
      )
      const { value, rows } = await rowsOf(stack(), async () => {
        const sent = await take(finance, { request })
        await expect.poll(async () => (await auditRows(stack())).at(-1)?.action).toBe('records.export.ended')
        return sent
      })
      expect(value.text.trim().split('\r\n')).toHaveLength(5)
      expect(rows).toMatchObject([
        {
          ...{ action: 'records.exported', result: 'allowed', reason: 'rows:3', subject_id: request },
          ...{ purpose_code: why.purpose, case_ref: why.caseRef },
        },
        { action: 'records.export.ended', reason: 'rows:3' },
      ])
      const told = () => listener.changes().filter(({ kind }) => kind === 'export_request')
      await vi.waitFor(() => expect(told().map(({ version }) => version)).toEqual([1, 2, 3]), 60_000)
      listener.leave()
      // The approval is about the rows: it holds for both formats.
      const workbook = await take(finance, { request, format: 'xlsx' })
      expect(workbook.headers.get('content-type')).toMatch(/spreadsheetml/)
    })

    it('are masked for the role in which the file is downloaded', async () => {
      const request = await approved()
      await finance.get(endpoints.chooseRole, { body: { role: 'auditor' } })
      const masked = (await take(finance, { request })).text
      await finance.get(endpoints.chooseRole, { body: { role: 'finance' } })
      const clear = (await take(finance, { request })).text
      expect(masked).not.toBe(clear)
      expect(await list(finance)).toMatchObject({ requests: [{ downloads: 2 }] })
      // A filter by amount would tell a role amounts that it sees as ranges only.
      const byAmount = await approved({ list: 'transactions', filter: { sort: 'amount' } })
      await finance.get(endpoints.chooseRole, { body: { role: 'auditor' } })
      problemIn(await take(finance, { request: byAmount }), 'bad_request')
      await finance.get(endpoints.chooseRole, { body: { role: 'finance' } })
    })

    it('are not sent when refused, withdrawn, expired, over, or grown', async () => {
      const refused = (await ask()).request.request
      await answer(second, refused, { answer: 'refuse', text: 'Narrow the filter to the day' })
      problemIn(await take(finance, { request: refused }), 'not_found')

      const withdrawn = (await ask()).request.request
      problemIn(await withdraw(second, withdrawn), 'not_allowed')
      const { rows } = await rowsOf(stack(), () => withdraw(finance, withdrawn))
      expect(rows).toMatchObject([{ action: 'export.withdrawn', subject_id: withdrawn }])
      expect((await answer(second, withdrawn)).json).toMatchObject({
        answer: 'too_late',
        request: { status: 'withdrawn' },
      })
      problemIn(await take(finance, { request: withdrawn }), 'not_found')

      const request = await approved()
      await change({ row_count: 0 })
      problemIn(await take(finance, { request }), 'export_needs_approval')
      await change({ row_count: 3, download_until: 1 })
      problemIn(await take(finance, { request }), 'not_found')
      expect(await list(finance)).toMatchObject({ requests: [{ status: 'over' }, {}, {}] })

      const expired = (await ask()).request.request
      await change({ until: 1 })
      expect((await answer(second, expired)).json).toMatchObject({ request: { status: 'expired' } })
    })

    it('are forgotten after one of their merchants is taken away, and can be requested again', async () => {
      const { sessions, store } = stack().deps
      const visitor = await stack().as('finance')
      const { request } = (await ask(visitor)).request
      await answer(await stack().as('compliance'), request)
      expect((await ask(visitor, { list: 'cases', filter: {} })).request.merchants).toEqual([
        'demo-merchant',
        'demo-outlet',
      ])
      const { session } = await sessions.find(visitor.jar.get('paydesk_session'))
      if (session === null) throw new Error('the session is gone')
      const person = {
        ...session,
        roles: [...session.roles],
        merchants: [merchantIdSchema.parse('demo-outlet')],
      }
      await sessions.storeRights(session, person, { isConfirmed: true })
      problemIn(await take(visitor, { request }), 'not_found')
      problemIn(await withdraw(visitor, request), 'not_found')
      expect(await list(visitor)).toEqual({ requests: [], waiting: 0 })
      expect((await visitor.get(endpoints.listInbox, { params })).entries).toEqual([])
      expect(await ask(visitor, { list: 'cases', filter: {} })).toMatchObject({
        answer: 'asked',
        request: { merchants: ['demo-outlet'] },
      })
      expect(await store.db.selectFrom('export_requests').select('downloads').execute()).toEqual([
        { downloads: 0 },
        { downloads: 0 },
        { downloads: 0 },
      ])
    })

    it('keep the time from which their filter counts', async () => {
      const selection: ExportSelection = { list: 'transactions', filter: { olderThan: '1d' } }
      const request = await approved(selection)
      await change({ at: Date.parse('2026-03-12T10:00:00Z') })
      // The rows were first seen an hour before that time, so none is older than a day.
      expect((await take(finance, { request })).text.trim().split('\r\n')).toHaveLength(2)
    })

    it('stay with the roles that export the list, and their approval with compliance', async () => {
      const body = { selection: { list: 'audit_log', filter: {} }, ...why }
      problemIn(await finance.call(endpoints.requestExport, { params, body }), 'not_allowed')
      const { request } = (await ask(auditor, { list: 'audit_log', filter: {} })).request
      problemIn(await answer(finance, request), 'not_allowed')
      // An approver sees every merchant of what they approve.
      problemIn(await answer(second, request), 'not_found')
      await answer(await stack().as('compliance'), request)
      const sent = await auditor.call(endpoints.exportAuditLog, { params, query: { request } })
      expect(sent.text).toContain('"paydesk_audit_export":1')
      problemIn(await auditor.call(endpoints.exportAuditEntries, { params }), 'export_needs_approval')
      const entries = (await ask(auditor, { list: 'audit_entries', filter: { group: 'lists' } })).request
      await answer(await stack().as('compliance'), entries.request)
      const query = { request: entries.request }
      const file = await auditor.call(endpoints.exportAuditEntries, { params, query })
      // Entries that were written after the request are no part of it.
      expect(file.text.trimEnd().split('\r\n')).toHaveLength(entries.rows + 2)
      // Nobody approves their own request, in another session either.
      const own = (await ask(first)).request.request
      problemIn(await answer(await startSessionOf(stack(), 'ada.first', ['compliance']), own), 'not_allowed')
    })
  },
  { PAYDESK_EXPORT_ROWS_WITHOUT_APPROVAL: '2' },
)
