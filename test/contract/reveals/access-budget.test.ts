import { consumeAccessBudget } from '@paydesk/bff/features/reveals/budget'
import { endpoints } from '@paydesk/shared/endpoints'
import { expect, it } from 'vitest'
import { documentPurpose, openDocumentSession } from '../../support/contract/documents.ts'
import { createPaymentRequest } from '../../support/contract/payment-requests.ts'
import {
  customerOf,
  identityHandleOf,
  onEachDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import { people } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const rids = ['cust-00417', 'cust-tasks', 'cust-card', 'cust-events', 'cust-steps']

onEachDatabase(
  'the hourly budgets of one person',
  (stack) => {
    const alertsOf = async (why: string) => {
      const other = await stack().as('twoRoles')
      await other.get(endpoints.chooseRole, { body: { role: 'compliance' } })
      const { alerts } = await other.get(endpoints.listUnusualAccessAlerts, { params })
      return alerts.filter((one) => one.reason === why)
    }

    it('stop further identity records and raise an alert before; a record opened again counts once', async () => {
      const clara = await stack().as('compliance')
      const identities = await Promise.all(
        rids.map(async (rid) => identityHandleOf(stack(), rid, (await customerOf(stack(), rid)).identity)),
      )
      const open = (nth: number, whole = false) =>
        clara.call(whole ? endpoints.showIdentityRecord : endpoints.showIdentity, {
          params: { ...params, identity: identities[nth] ?? '' },
        })
      for (const nth of [0, 0, 0, 1]) expect((await open(nth, nth === 1)).status).toBe(200)
      expect(await alertsOf('records')).toEqual([])
      for (const nth of [2, 3]) expect((await open(nth)).status).toBe(200)
      expect(await alertsOf('records')).toMatchObject([
        { person: { name: 'Clara Weiss' }, reveals: 4, acknowledgement: null },
      ])
      const { value, rows } = await rowsOf(stack(), () => open(4))
      problemIn(value, 'access_limit_reached')
      expect(rows).toMatchObject([
        { action: 'identity.viewed', result: 'refused', reason: 'access_limit_reached' },
      ])
      // A second session of the same person has no budget of its own.
      const again = await stack().as('compliance')
      const input = { params: { ...params, identity: identities[4] ?? '' } }
      problemIn(await again.call(endpoints.showIdentity, input), 'access_limit_reached')
      expect((await open(0)).status).toBe(200)
    })

    it('stop further exports and raise an alert before', async () => {
      const finance = await stack().as('finance')
      const take = () => finance.call(endpoints.exportTransactions, { params })
      expect((await take()).status).toBe(200)
      expect(await alertsOf('exports')).toEqual([])
      expect((await finance.call(endpoints.exportReconciliationReport, { params })).status).toBe(200)
      expect(await alertsOf('exports')).toMatchObject([{ person: { name: 'Farid Nasser' }, reveals: 2 }])
      const { value, rows } = await rowsOf(stack(), take)
      problemIn(value, 'access_limit_reached')
      expect(rows).toMatchObject([{ action: 'records.exported', result: 'refused' }])
    })

    it('stop further documents and raise an alert before', async () => {
      const { identity: id } = await customerOf(stack(), 'cust-00417')
      const identity = await identityHandleOf(stack(), 'cust-00417', id)
      const clara = await openDocumentSession(stack())
      const of = { ...params, identity }
      const [document] = (await clara.get(endpoints.listDocuments, { params: of })).documents
      const input = { params: { ...of, document: document?.document ?? '' }, body: documentPurpose }
      const open = () => clara.call(endpoints.openDocument, input)
      for (let nth = 0; nth < 4; nth += 1) expect((await open()).status).toBe(200)
      expect(await alertsOf('documents')).toMatchObject([{ reveals: 4 }])
      const { value, rows } = await rowsOf(stack(), open)
      problemIn(value, 'access_limit_reached')
      expect(rows).toMatchObject([{ action: 'document.viewed', result: 'refused' }])
    })

    it('stop further payment links, which are no reveals and raise no alert', async () => {
      const support = await stack().as('support')
      const { request } = await createPaymentRequest(support)
      const get = () => support.call(endpoints.showPaymentLink, { params: { ...params, request } })
      for (let nth = 0; nth < 2; nth += 1) expect((await get()).status).toBe(200)
      const { value, rows } = await rowsOf(stack(), get)
      problemIn(value, 'access_limit_reached')
      expect(rows).toMatchObject([
        { action: 'payment_link.shown', result: 'refused', purpose_code: 'link_handover' },
      ])
      const counted = await stack().deps.store.db.selectFrom('reveals').select('kind').execute()
      expect(counted.map(({ kind }) => kind)).not.toContain('reveal')
      const alerts = await stack().deps.store.db.selectFrom('reveal_alerts').select('subject').execute()
      expect(alerts.map(({ subject }) => subject)).not.toContain(people.support)
    })
  },
  {
    PAYDESK_IDENTITY_RECORDS_PER_HOUR: '4',
    PAYDESK_EXPORTS_PER_HOUR: '2',
    PAYDESK_DOCUMENTS_PER_HOUR: '4',
    PAYDESK_PAYMENT_LINKS_PER_HOUR: '2',
  },
)

onEachDatabase('what no person does by hand, under the usual limits', (stack) => {
  it('raises one alert for documents and one for records: with the person, and how many', async () => {
    const clara = await stack().as('compliance')
    const { session: person } = await stack().deps.sessions.find(clara.jar.get('paydesk_session'))
    if (person === null) throw new Error('there is no session')
    const start = Date.now()
    const { store } = stack().deps
    // The defaults: the stack of the tests has far higher limits.
    const config = {
      ...{ revealsPerHour: 30, documentsPerHour: 100, recordsPerHour: 500, exportsPerHour: 20 },
      paymentLinksPerHour: 60,
    }
    const open = (kind: 'document' | 'record', nth: number, at: number) =>
      consumeAccessBudget(kind, { person, environment: 'stage', about: `i_${nth}` }, { store, config }, at)
    // 60 documents in five seconds, and 1,000 records in ten, by this clock.
    for (let nth = 0; nth < 60; nth += 1) await open('document', nth, start + Math.floor((nth * 5_000) / 60))
    let refused = 0
    for (let nth = 0; nth < 1_000; nth += 1)
      await open('record', nth, start + nth * 10).catch((problem: unknown) => {
        expect(problem).toMatchObject({ id: 'access_limit_reached' })
        refused += 1
      })
    expect(refused).toBe(500)
    const other = await stack().as('twoRoles')
    await other.get(endpoints.chooseRole, { body: { role: 'compliance' } })
    const { alerts } = await other.get(endpoints.listUnusualAccessAlerts, { params })
    expect(alerts.toSorted((one, two) => one.reason.localeCompare(two.reason))).toMatchObject([
      { reason: 'documents', person: { name: 'Clara Weiss' }, reveals: 60, acknowledgement: null },
      { reason: 'records', person: { name: 'Clara Weiss' }, reveals: 500, acknowledgement: null },
    ])
  })
})
