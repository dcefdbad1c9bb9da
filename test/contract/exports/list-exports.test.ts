import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { insertDecision, insertNotification } from '../../support/contract/list-rows.ts'
import { insertRequest } from '../../support/contract/payment-requests.ts'
import { insertItem } from '../../support/contract/review-cases.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import {
  auditRows,
  customerHandleOf,
  onEachDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const minuteMs = 60_000

/** Lines of a CSV as cells; no cell of these files holds a comma. */
const readLines = (text: string) =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

/** Rows of a CSV by the code of their column. */
function readRows(text: string): Record<string, string>[] {
  const [, codes = [], ...lines] = readLines(text)
  return lines.map((cells) => Object.fromEntries(codes.map((code, at) => [code, cells[at] ?? ''])))
}

onEachDatabase('exports of lists', (stack) => {
  let finance: Visitor
  let auditor: Visitor

  beforeAll(async () => {
    finance = await stack().as('finance')
    auditor = await stack().as('auditor')
  })

  /** Calls an export, and waits until its end is recorded. */
  async function exportWith<Result>(action: string, call: () => Promise<Result>) {
    const { value, rows } = await rowsOf(stack(), async () => {
      const answer = await call()
      await expect.poll(async () => (await auditRows(stack())).at(-1)?.action).toBe(`${action}.export.ended`)
      return answer
    })
    return { value, events: rows.map((row) => [row.action, row.result, row.reason]) }
  }

  it('have every payment request of the filter once, in the masks of the role, and never a link', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    // More than one batch, with rows of the same instant on both sides of its end.
    const count = 510
    const begin = Date.parse('2026-02-03T04:05:06.000Z')
    const ids: string[] = []
    for (let nth = 0; nth < count; nth += 1)
      ids.push(
        await insertRequest(
          stack(),
          { customer, merchant: 'demo-merchant' },
          { created_at: begin + Math.floor(nth / 20) * minuteMs, amount_minor: 12_550, currency: 'EUR' },
        ),
      )
    const outlet = await insertRequest(stack(), { customer, merchant: 'demo-outlet' })
    await insertRequest(stack(), { customer, merchant: 'demo-merchant' }, { status: 'draft' })

    const take = (visitor: Visitor, query: Record<string, string>) =>
      visitor.call(endpoints.exportPaymentRequests, { params, query })
    const days = { to: '2026-02-28' }
    const { value: whole, events } = await exportWith('payment_requests', () =>
      take(finance, { ...days, customer }),
    )
    expect(whole.headers.get('content-disposition')).toMatch(
      /^attachment; filename="paydesk-payment-requests-stage-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(events).toEqual([
      ['payment_requests.exported', 'allowed', null],
      ['payment_requests.export.ended', 'allowed', `rows:${count}`],
    ])
    const rows = readRows(whole.text)
    expect(rows.map(({ request_id }) => request_id).toSorted()).toEqual(ids.toSorted())
    const times = rows.map(({ created_at = '' }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(rows[0]).toMatchObject({
      ...{ status: 'created', rid: 'cust-00417', merchant: 'demo-merchant', created_by_kind: 'person' },
      ...{ amount_minor: '12550', currency: 'EUR', amount: '125.50' },
    })
    expect(whole.text).not.toMatch(/https?:/)

    const masked = readRows((await take(auditor, { ...days, customer })).text)
    expect(masked).toHaveLength(count)
    expect(masked[0]).toMatchObject({ amount_minor: '10000 to 99999 minor units', amount: '' })
    expect(JSON.stringify(masked)).not.toMatch(/\b12550\b|125\.50|cust-00417/)

    const ofOutlet = async (visitor: Visitor) =>
      readRows((await take(visitor, { customer })).text).some(({ request_id }) => request_id === outlet)
    expect(await ofOutlet(finance)).toBe(true)
    expect(await ofOutlet(await stack().as('finance2'))).toBe(false)
    expect(readRows((await take(finance, { show: 'own', customer })).text)).toEqual([])
    const workbook = await take(finance, { ...days, customer, format: 'xlsx' })
    expect(workbook.text.split('\n').slice(0, 3)[1]?.split('\t').slice(0, 2)).toEqual([
      'request_id',
      'status',
    ])
    problemIn(await take(await stack().as('support'), {}), 'not_allowed')
  })

  it('have every decision of the filter once, with reason and comment as the role may read them', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    const transaction = await noteTransaction(stack(), { customer, amount_minor: 17_919, currency: 'EUR' })
    const of = { merchant: 'demo-merchant', transaction_id: transaction }
    const at = Date.parse('2026-02-03T04:05:06.000Z')
    const ids: string[] = []
    for (let nth = 0; nth < 510; nth += 1)
      ids.push(await insertDecision(stack(), of, { at: at + Math.floor(nth / 20) * minuteMs }))
    // Compliance works on cases about identity and documents only.
    const other = await insertDecision(stack(), of, { at, concerns: '' })
    const take = (visitor: Visitor) =>
      visitor.call(endpoints.exportDecisions, { params, query: { to: '2026-02-28' } })
    const { value, events } = await exportWith('decisions', () => take(finance))
    expect(events).toEqual([
      ['decisions.exported', 'allowed', null],
      ['decisions.export.ended', 'allowed', 'rows:511'],
    ])
    const rows = readRows(value.text)
    expect(rows.map(({ decision_id }) => decision_id).toSorted()).toEqual([...ids, other].toSorted())
    expect(rows[0]).toMatchObject({
      ...{ transaction_id: transaction, verdict: 'accept', status: 'confirmed', decided_by: 'Bo Lund' },
      ...{ comment: 'The bank has confirmed the amount', amount_minor: '17919', amount: '179.19' },
      ...{ reason: 'amount_checked', state_at_decision: 'MANUAL_REVIEW' },
    })
    const masked = readRows((await take(auditor)).text)
    expect(masked[0]).toMatchObject({ amount_minor: '10000 to 99999 minor units', comment: 'present' })
    const ofCompliance = readRows((await take(await stack().as('compliance'))).text)
    expect(ofCompliance.map(({ decision_id }) => decision_id).toSorted()).toEqual(ids.toSorted())
    problemIn(await take(await stack().as('support')), 'not_allowed')
  })

  it('have every received notification of the filter once, of the merchants of the person', async () => {
    const received_at = Date.parse('2026-02-03T04:05:06.000Z')
    const place = (nth: number, merchant = 'demo-merchant') => ({ merchant, transaction_id: `heard-${nth}` })
    for (let nth = 0; nth < 510; nth += 1)
      await insertNotification(stack(), place(nth), { received_at, last_at: received_at, late: nth % 2 })
    await insertNotification(stack(), place(510, 'demo-outlet'), { received_at, last_at: received_at })
    const take = async (visitor: Visitor, query: Record<string, string> = {}) =>
      visitor.call(endpoints.exportNotifications, { params, query: { to: '2026-02-28', ...query } })
    const { value, events } = await exportWith('notification_queue', () => take(finance))
    expect(events).toEqual([
      ['notification_queue.exported', 'allowed', null],
      ['notification_queue.export.ended', 'allowed', 'rows:511'],
    ])
    const rows = readRows(value.text)
    expect(new Set(rows.map(({ transaction_id }) => transaction_id)).size).toBe(511)
    const numbers = rows.map(({ number }) => Number(number))
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
    expect(rows[0]).toMatchObject({ kind: 'transaction', status: 'confirmed', proof: 'checksum', late: 'no' })
    expect(readRows((await take(finance, { late: '1' })).text)).toHaveLength(255)
    expect(readRows((await take(await stack().as('finance2'))).text)).toHaveLength(510)
    problemIn(await take(await stack().as('support')), 'not_allowed')
  })

  it('have every case of the filter once, in batches, as the role may see it', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    const since_to = Date.parse('2026-02-03T04:05:06.000Z')
    const of = { customer, kind: 'risk', due_at: since_to, amount_minor: 17_919, currency: 'EUR' }
    const ids: string[] = []
    for (let nth = 0; nth < 110; nth += 1)
      ids.push(
        await insertItem(stack(), { ...of, concerns: 'kyc', since_to: since_to + Math.floor(nth / 20) }),
      )
    const other = await insertItem(stack(), { ...of, since_to })
    await insertItem(stack(), { ...of, since_to, merchant: 'demo-outlet' })
    const take = (visitor: Visitor, query: Record<string, string> = {}) =>
      visitor.call(endpoints.exportCases, { params, query: { kind: 'risk', ...query } })
    const { value, events } = await exportWith('review', () => take(finance, { sort: 'amount' }))
    expect(events).toEqual([
      ['review.exported', 'allowed', null],
      ['review.export.ended', 'allowed', 'rows:112'],
    ])
    const two = await stack().as('finance2')
    const rows = readRows((await take(two)).text)
    expect(rows.map(({ transaction_id }) => transaction_id).toSorted()).toEqual([...ids, other].toSorted())
    const times = rows.map(({ in_review_until = '' }) => in_review_until)
    expect(times).toEqual(times.toSorted())
    expect(rows[0]).toMatchObject({
      rid: 'cust-00417',
      amount_minor: '17919',
      amount: '179.19',
      sla: 'overdue',
    })
    expect(readRows(value.text)).toHaveLength(112)
    const masked = readRows((await take(auditor)).text)
    expect(masked[0]).toMatchObject({ amount_minor: '10000 to 99999 minor units', amount: '' })
    expect(JSON.stringify(masked)).not.toContain('cust-00417')
    const ofCompliance = readRows((await take(await stack().as('compliance'))).text)
    expect(ofCompliance.map(({ transaction_id }) => transaction_id)).not.toContain(other)
    problemIn(await take(await stack().as('support')), 'not_allowed')
  })

  it('have the questions that the person may see, and mark no answer as seen', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    const question = 'Is the identity of this customer complete by now?'
    const about = { kind: 'customer', customer }
    const { id } = (
      await finance.get(endpoints.askQuestion, { params, body: { about, to: 'compliance', question } })
    ).question
    const compliance = await stack().as('compliance')
    const answerOf = { params: { ...params, question: id }, body: { answer: 'yes' } }
    await compliance.get(endpoints.answerQuestion, answerOf)
    const take = (visitor: Visitor, query: Record<string, string> = { show: 'all' }) =>
      visitor.call(endpoints.exportQuestions, { params, query })
    const { value, events } = await exportWith('questions', () => take(finance))
    expect(events).toEqual([
      ['questions.exported', 'allowed', null],
      ['questions.export.ended', 'allowed', 'rows:1'],
    ])
    expect(readRows(value.text)).toMatchObject([
      {
        question_id: id,
        about: 'customer',
        rid: 'cust-00417',
        question,
        answer: 'yes',
        asked_role: 'compliance',
      },
    ])
    const { newAnswers } = await finance.get(endpoints.listQuestions, { params, query: {} })
    expect(newAnswers).toBe(1)
    expect(readRows((await take(compliance)).text)).toMatchObject([{ question_id: id }])
    expect(readRows((await take(finance, { show: 'open' })).text)).toEqual([])
    for (const person of ['finance2', 'auditor'] as const)
      expect(readRows((await take(await stack().as(person))).text)).toEqual([])
    problemIn(await take(await stack().as('support')), 'not_allowed')
  })

  it('have the transactions of one customer alone, and none without a customer', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00418')
    const own = { customer, amount_minor: 17_919, currency: 'EUR' }
    const ids = [
      await noteTransaction(stack(), own),
      await noteTransaction(stack(), { ...own, first_seen: Date.parse('2026-03-13T09:00:00Z') }),
    ]
    await noteTransaction(stack(), { customer: await customerHandleOf(stack(), 'cust-00417') })
    const outlet = await noteTransaction(stack(), { ...own, merchant: 'demo-outlet' })
    const take = (visitor: Visitor, query: Record<string, string> = { customer }) =>
      visitor.call(endpoints.exportCustomerTransactions, { params, query })
    const two = await stack().as('finance2')
    const { value, rows: events } = await rowsOf(stack(), async () => {
      const answer = await take(two)
      await expect.poll(async () => (await auditRows(stack())).at(-1)?.action).toBe('records.export.ended')
      return answer
    })
    expect(events).toMatchObject([
      { action: 'records.exported', subject_kind: 'customer', subject_id: customer },
      { action: 'records.export.ended', reason: 'rows:2' },
    ])
    expect(readRows(value.text).map(({ transaction_id }) => transaction_id)).toEqual(ids.toReversed())
    const all = readRows((await take(finance)).text).map(({ transaction_id }) => transaction_id)
    expect(all.toSorted()).toEqual([...ids, outlet].toSorted())
    expect(readRows((await take(finance, {})).text)).toEqual([])
    const masked = readRows((await take(auditor)).text)
    expect(masked[0]).toMatchObject({ amount_minor: '10000 to 99999 minor units', amount: '' })
    expect(JSON.stringify(masked)).not.toContain('cust-00418')
    problemIn(await take(await stack().as('support')), 'not_allowed')
  })

  it.each([
    ['exportCases', 'cases', { kind: 'risk' }],
    ['exportQuestions', 'questions', { show: 'all' }],
    ['exportCustomerTransactions', 'customer_transactions', {}],
  ] as const)('need an approval for many rows: %s', async (name, list, filter) => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    const selection = { list, filter: list === 'customer_transactions' ? { customer } : filter }
    const { config } = stack().deps
    const limit = config.exportRowsWithoutApproval
    Object.assign(config, { exportRowsWithoutApproval: 0 })
    try {
      const refused = await finance.call(endpoints[name], { params, query: selection.filter })
      problemIn(refused, 'export_needs_approval')
      const why = { purpose: 'payment_investigation', caseRef: 'CASE-4711', text: 'The bank wants every row' }
      const { request } = (
        await finance.get(endpoints.requestExport, { params, body: { selection, ...why } })
      ).request
      const clara = await stack().as('compliance')
      const answerOf = { params: { ...params, request }, body: { answer: 'confirm' } }
      await clara.get(endpoints.decideExportRequest, answerOf)
      const taken = await finance.call(endpoints[name], { params, query: { request } })
      expect(taken.status).toBe(200)
      expect(readRows(taken.text).length).toBeGreaterThan(0)
    } finally {
      Object.assign(config, { exportRowsWithoutApproval: limit })
    }
  })
})
