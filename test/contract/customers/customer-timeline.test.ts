import type { ExportSelection } from '@paydesk/shared/cases/export-requests'
import type { CustomerHandle, TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { openDocumentSession } from '../../support/contract/documents.ts'
import { receivedOf } from '../../support/contract/endpoint-subjects.ts'
import { insertDiscrepancy } from '../../support/contract/reconciliation.ts'
import { insertItem } from '../../support/contract/review-cases.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import {
  customerHandleOf,
  customerOf,
  identityHandleOf,
  onEachDatabase,
  problemIn,
} from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const start = Date.parse('2026-03-12T09:00:00Z')
const note = 'Asked the branch about the holder of the account'

onEachDatabase('the timeline of a customer', (stack) => {
  const visitors = new Map<Person, Visitor>()
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  let customer: CustomerHandle
  let own: readonly [TransactionId, TransactionId]
  let foreign: TransactionId

  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
    customer = await customerHandleOf(stack(), 'cust-00417')
    const other = await customerHandleOf(stack(), 'cust-00418')
    own = [await noteTransaction(stack(), { customer }), await noteTransaction(stack(), { customer })]
    foreign = await noteTransaction(stack(), { customer: other })
  })

  const observe = (transaction: TransactionId, times: readonly number[]) =>
    stack()
      .deps.store.db.insertInto('observations')
      .values(
        times.map((at) => ({
          ...{ environment: env, transaction_id: transaction, version: 1, what: 'state' as const },
          ...{ source: 'read' as const, from_at: null, to_at: start + at, after_value: 'PENDING' },
        })),
      )
      .execute()
  const observations = (person: Person, query: { after?: string } = {}) =>
    as(person).get(endpoints.listCustomerObservations, { params: { env, customer }, query })

  it('lists observations of all its transactions page by page, also across rows of one instant', async () => {
    await observe(own[0], [...Array.from({ length: 40 }, () => 1), 5])
    await observe(own[1], [...Array.from({ length: 40 }, () => 1), 4, 6])
    await observe(foreign, [2, 7])
    const first = await observations('support')
    expect(first.observations.slice(0, 3).map(({ transaction }) => transaction)).toEqual([
      own[1],
      own[0],
      own[1],
    ])
    expect(first.observations).toHaveLength(50)
    const second = await observations('support', { after: first.next ?? '' })
    expect(second.next).toBeNull()
    const all = [...first.observations, ...second.observations]
    expect(new Set(all.map(({ seq }) => seq)).size).toBe(83)
    expect(new Set(all.map(({ transaction }) => transaction))).toEqual(new Set(own))
    const after = first.next ?? ''
    const stolen = { params: { env, customer }, query: { after } }
    problemIn(await as('finance').call(endpoints.listCustomerObservations, stolen), 'bad_request')
  })

  it('lists notifications of all its transactions, newest first', async () => {
    const numbers = [
      await receivedOf(stack(), own[0], 'demo-merchant'),
      await receivedOf(stack(), own[1], 'demo-merchant'),
    ]
    await receivedOf(stack(), foreign, 'demo-merchant')
    const { entries, next } = await as('support').get(endpoints.listCustomerNotifications, {
      params: { env, customer },
    })
    expect(next).toBeNull()
    expect(entries.map(({ number }) => String(number))).toEqual(numbers.toReversed())
    expect(entries[0]).toMatchObject({ transaction: own[1], event: { raw: 'payment_success' } })
  })

  it('lists the work on its cases as the role may see it', async () => {
    const [about, other] = own
    const merchant = { merchant: 'demo-merchant', customer }
    await insertItem(stack(), { transaction_id: about, concerns: 'kyc', ...merchant })
    await insertItem(stack(), { transaction_id: other, ...merchant })
    await insertItem(stack(), { transaction_id: foreign, concerns: 'kyc', merchant: 'demo-merchant' })
    for (const transaction of [about, other, foreign]) {
      const params = { env, transaction }
      await as('finance').get(endpoints.claimCase, { params, body: {} })
      await as('finance').get(endpoints.addCaseNote, { params, body: { text: note } })
    }
    const events = (person: Person) =>
      as(person).get(endpoints.listCustomerCaseEvents, { params: { env, customer } })
    const told = (list: readonly { readonly transaction: TransactionId }[]) =>
      list.map(({ transaction }) => transaction)
    const finance = await events('finance')
    expect([told(finance.notes), told(finance.claims)]).toEqual([
      [other, about],
      [other, about],
    ])
    expect(finance).toMatchObject({
      more: false,
      claims: [{ kind: 'claimed', by: { me: true } }, { kind: 'claimed' }],
      notes: [{ kind: 'note', by: { me: true }, text: { visibility: 'clear', text: note } }, {}],
    })
    // Compliance works on cases about identity and documents alone.
    const compliance = await events('compliance')
    expect([told(compliance.notes), told(compliance.claims)]).toEqual([[about], [about]])
    const auditor = await events('auditor')
    expect(auditor.notes).toHaveLength(2)
    expect(JSON.stringify(auditor)).not.toContain(note)
  })

  it('has questions about the customer and its transactions, answered or not, for those who may see them', async () => {
    const question = 'Is the identity of this customer complete by now?'
    const ask = async (subject: object, to = 'compliance') =>
      (
        await as('support').get(endpoints.askQuestion, {
          params: { env },
          body: { about: subject, to, question },
        })
      ).question.id
    const asked = [
      await ask({ kind: 'customer', customer }),
      await ask({ kind: 'transaction', transaction: own[0] }),
    ]
    await ask({ kind: 'transaction', transaction: foreign })
    await as('compliance').get(endpoints.answerQuestion, {
      params: { env, question: asked[0] ?? '' },
      body: { answer: 'yes' },
    })
    const list = async (person: Person) =>
      (
        await as(person).get(endpoints.listQuestions, { params: { env }, query: { show: 'all', customer } })
      ).questions.map(({ id }) => id)
    expect(new Set(await list('support'))).toEqual(new Set(asked))
    expect(new Set(await list('compliance'))).toEqual(new Set(asked))
    expect(await list('finance')).toEqual([])
    // Listing them is no sign that the answer was read.
    const { newAnswers } = await as('support').get(endpoints.listQuestions, { params: { env }, query: {} })
    expect(newAnswers).toBe(1)
  })

  it('has the document requests of all people for this customer alone', async () => {
    const clara = await openDocumentSession(stack(), 'clara.weiss')
    const cora = await openDocumentSession(stack(), 'cora.blum')
    const { identity: id } = await customerOf(stack(), 'cust-00417')
    const identity = await identityHandleOf(stack(), 'cust-00417', id)
    const { documents } = await clara.get(endpoints.listDocuments, { params: { env, identity } })
    const { request } = (
      await clara.get(endpoints.requestDownload, {
        params: { env, identity, document: documents[0]?.document ?? '' },
        body: {
          file: 0,
          purpose: 'identity_check',
          caseRef: 'T-4711',
          text: 'Wanted by the court of the city',
        },
      })
    ).request
    await cora.get(endpoints.decideDownloadRequest, {
      params: { env, request },
      body: { answer: 'refuse', text: 'The ticket is of another customer' },
    })
    const list = async (handle: CustomerHandle) =>
      (
        await cora.get(endpoints.listDownloadRequests, { params: { env }, query: { customer: handle } })
      ).requests.map((one) => [one.request, one.status])
    expect(await list(customer)).toEqual([[request, 'refused']])
    expect(await list(await customerHandleOf(stack(), 'cust-00418'))).toEqual([])
  })

  it('has the discrepancies of its transactions, open or closed, with their explanations as the role sees them', async () => {
    const of = { customer, merchant: 'demo-merchant' }
    const opened = start + 3_600_000
    const discrepancies = {
      bank: await insertDiscrepancy(stack(), { ...of, transaction_id: own[0], opened_to: opened }),
      kyc: await insertDiscrepancy(stack(), {
        ...{ ...of, transaction_id: own[1], kind: 'kyc_done_but_none' },
        ...{ opened_to: opened + 1, closed_at: opened + 2 },
      }),
    }
    await insertDiscrepancy(stack(), { transaction_id: foreign, merchant: 'demo-merchant' })
    await as('finance').get(endpoints.explainDiscrepancy, {
      params: { env, discrepancy: discrepancies.bank },
      body: { reason: 'asked_operator', text: note },
    })
    const list = (person: Person) =>
      as(person).get(endpoints.listCustomerDiscrepancies, { params: { env, customer } })
    const finance = await list('finance')
    expect(finance).toMatchObject({
      more: false,
      rows: [
        { discrepancy: discrepancies.kyc, explanation: null, closedAt: new Date(opened + 2).toISOString() },
        { discrepancy: discrepancies.bank, closedAt: null, explanation: { by: { me: true } } },
      ],
    })
    expect(finance.rows[1]?.explanation?.text).toEqual({ visibility: 'clear', text: note })
    // Compliance works on discrepancies about identity and documents alone.
    expect((await list('compliance')).rows.map(({ discrepancy }) => discrepancy)).toEqual([discrepancies.kyc])
    const auditor = await list('auditor')
    expect(auditor.rows).toHaveLength(2)
    expect(JSON.stringify(auditor)).not.toContain(note)
  })

  it('has the subject access exports of this customer alone, also older ones', async () => {
    const clara = await openDocumentSession(stack(), 'clara.weiss')
    const request = async (of: CustomerHandle) =>
      (
        await clara.get(endpoints.requestSubjectAccessExport, {
          params: { env },
          body: { customer: of, ticket: 'CASE-4711' },
        })
      ).request.request
    const asked = await request(customer)
    await request(await customerHandleOf(stack(), 'cust-00418'))
    await stack()
      .deps.store.db.updateTable('subject_access_requests')
      .set({ at: start, until: start + 1 })
      .where('id', '=', asked)
      .execute()
    const list = async (query: { customer?: CustomerHandle }) =>
      (
        await as('compliance').get(endpoints.listSubjectAccessRequests, { params: { env }, query })
      ).requests.map((one) => [one.request, one.status])
    expect(await list({ customer })).toEqual([[asked, 'expired']])
    expect(await list({})).not.toContainEqual([asked, 'expired'])
    const query = { customer }
    for (const person of ['support', 'finance', 'auditor'] as const)
      problemIn(
        await as(person).call(endpoints.listSubjectAccessRequests, { params: { env }, query }),
        'not_allowed',
      )
  })

  it('has the export requests for its transactions: own ones, and those of all people for approvers', async () => {
    const request = async (person: Person, selection: ExportSelection) =>
      (
        await as(person).get(endpoints.requestExport, {
          params: { env },
          body: { selection, purpose: 'payment_investigation', caseRef: 'CASE-4711', text: note },
        })
      ).request.request
    const about = (of: CustomerHandle) =>
      ({ list: 'customer_transactions', filter: { customer: of } }) as const
    const asked = await request('finance', about(customer))
    await request('finance', about(await customerHandleOf(stack(), 'cust-00418')))
    await request('finance', { list: 'questions', filter: { show: 'all', customer } })
    const audited = await request('auditor', about(customer))
    const list = async (person: Person) =>
      (
        await as(person).get(endpoints.listExportRequests, { params: { env }, query: { customer } })
      ).requests.map((one) => one.request)
    expect(await list('finance')).toEqual([asked])
    expect(await list('auditor')).toEqual([audited])
    expect(new Set(await list('compliance'))).toEqual(new Set([asked, audited]))
    const query = { customer }
    problemIn(
      await as('support').call(endpoints.listExportRequests, { params: { env }, query }),
      'not_allowed',
    )
  })

  it('is closed to other merchants, unknown handles and roles without the permission', async () => {
    const outlet = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
    const names = [
      'listCustomerObservations',
      'listCustomerNotifications',
      'listCustomerCaseEvents',
      'listCustomerDiscrepancies',
    ] as const
    for (const name of names) {
      for (const handle of [outlet, 'c_00000000000000000000'])
        problemIn(
          await as('finance2').call(endpoints[name], { params: { env, customer: handle } }),
          'not_found',
        )
      problemIn(await as('admin').call(endpoints[name], { params: { env, customer } }), 'not_allowed')
    }
    for (const name of ['listCustomerCaseEvents', 'listCustomerDiscrepancies'] as const)
      problemIn(await as('support').call(endpoints[name], { params: { env, customer } }), 'not_allowed')
  })
})
