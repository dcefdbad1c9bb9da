import type { CustomerHandle, IdentityHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { enterView } from '../../support/contract/audit-entries.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import {
  customerHandleOf,
  customerOf,
  identityHandleOf,
  onEachDatabase,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const rid = 'cust-documents-1'
const earlier = 'c_earlier0000000000000'

onEachDatabase('record access of an identity record', (stack) => {
  let support: Visitor
  let compliance: Visitor
  let customer: CustomerHandle
  let identity: IdentityHandle

  beforeAll(async () => {
    support = await stack().as('support')
    compliance = await startSessionOf(stack(), 'ada.first', ['compliance'])
    customer = await customerHandleOf(stack(), rid)
    identity = await identityHandleOf(stack(), rid, (await customerOf(stack(), rid)).identity)
  })

  /** Returns the access report without the reader's own events, as each report adds one event. */
  const seen = async (subject: string = identity) => {
    const answer = await compliance.get(endpoints.showRecordAccess, { params, body: { subject } })
    const sum = answer.people.reduce((all, { times }) => all + times, 0)
    expect(sum).toBe(answer.entries)
    const people = answer.people.filter(({ person }) => !person.me)
    return {
      records: answer.records,
      names: people.map(({ person: { name } }) => (name.visibility === 'clear' ? name.text : null)),
      entries: people.reduce((all, { times }) => all + times, 0),
      told: people.flatMap(({ events }) =>
        events.map(({ action, kind, field }) => `${action} ${kind}${field === null ? '' : `: ${field}`}`),
      ),
    }
  }
  const enter = (id: string, merchant = 'demo-merchant') =>
    enterView(stack(), '', { action: 'customer.identity.viewed', about: { kind: 'customer', id, merchant } })

  it('lists readers of the identity summary, and not readers of the customer alone', async () => {
    expect(await seen()).toEqual({ records: 1, names: [], entries: 0, told: [] })
    await support.get(endpoints.showCustomer, { params: { ...params, customer } })
    expect(await seen()).toEqual({ records: 1, names: [], entries: 0, told: [] })
    await support.get(endpoints.showCustomerIdentity, { params: { ...params, customer } })
    expect(await seen()).toEqual({
      ...{ records: 1, names: ['Ana Ruiz'], entries: 1 },
      told: ['customer.identity.viewed customer'],
    })
    const other = await identityHandleOf(stack(), 'cust-00417', 'another')
    expect((await seen(other)).entries).toBe(0)
  })

  it('lists people who verified a caller by the profile, and not by an account', async () => {
    const before = await seen()
    const check = (kind: 'iban' | 'dob', claim: string) =>
      support.get(endpoints.verifyCaller, { params: { ...params, customer }, body: { kind, claim } })
    await check('iban', 'GB33BUKB20201555555555')
    expect(await seen()).toEqual(before)
    await check('dob', '18.04.1988')
    const after = await seen()
    expect(after.entries).toBe(before.entries + 1)
    expect(after.told).toContainEqual(expect.stringMatching(/customer: profile\.dob$/))
  })

  it('lists people who filtered a list by the customer, or asked for an export of the customer alone', async () => {
    const finance = await stack().as('finance')
    await finance.get(endpoints.listPaymentRequests, { params, query: { customer } })
    await finance.get(endpoints.listPaymentRequests, { params })
    const ask = (handle: CustomerHandle) =>
      finance.get(endpoints.requestExport, {
        params,
        body: {
          selection: { list: 'customer_transactions', filter: { customer: handle } },
          ...{
            purpose: 'payment_investigation',
            caseRef: 'CASE-4711',
            text: 'Wanted by the court of the city',
          },
        },
      })
    await ask(customer)
    await ask(await customerHandleOf(stack(), 'cust-00417'))
    const { told } = await seen(customer)
    const lists = told.filter((one) => /^(payment_requests|export)/.test(one))
    expect(lists.toSorted()).toEqual(['export.requested export_request', 'payment_requests.listed customer'])
    expect((await seen()).told).not.toContain('payment_requests.listed customer')
  })

  it('hides events of other merchants', async () => {
    const { entries } = await seen()
    await enter(customer, 'demo-outlet')
    expect((await seen()).entries).toBe(entries)
    await enter(customer)
    expect((await seen()).entries).toBe(entries + 1)
  })

  it('counts each event once, also after a report about the customer, and events of an earlier handle', async () => {
    const { entries } = await seen()
    await seen(customer)
    expect((await seen()).entries).toBe(entries)
    const { db } = stack().deps.store
    const noted = (owner: string) =>
      db.updateTable('identity_owners').set({ customer: owner }).where('identity', '=', identity).execute()
    await enter(earlier)
    await noted(earlier)
    expect((await seen()).entries).toBe(entries + 1)
    // Simulates an owner that could not be decrypted, because its key is gone.
    await noted('')
    expect((await seen()).entries).toBe(entries)
  })
})
