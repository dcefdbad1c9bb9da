import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import {
  callerOf,
  type EndpointInput,
  type EndpointName,
  endpointNames,
  inputsAbout,
  mayCall,
  ofQueue,
  ownNotes,
  subjectOf,
} from '../../support/contract/endpoint-calls.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import {
  controlSandbox,
  customerHandleOf,
  customerOf,
  identityHandleOf,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const nobody = {
  customer: 'c_00000000000000000000',
  transaction: '00000000-0000-4000-8000-000000000000',
  identity: 'i_00000000000000000000',
  decision: 'd_00000000000000000000',
  question: 'h_00000000000000000000',
  discrepancy: 'x_00000000000000000000',
}
/** Endpoints about one record that finance may call: the person with one merchant has that role. */
const withSubject = endpointNames.filter(
  (name) => subjectOf(endpoints[name]) !== null && mayCall('finance', name),
)
/** Lists that can be filtered by a customer, and reads that name one beside the record. */
const withCustomerQuery = endpointNames.filter(
  (name) => endpoints[name].query.safeParse({ customer: nobody.customer }).success,
)
const withEnvironment = endpointNames.filter((name) => endpoints[name].path.includes(':env'))

const unknownEnvironments = pickByRunLength(
  ['staging', 'constructor'],
  ['staging', 'sandbox', 'prototype', 'constructor', 'stage2'],
)

onOneDatabase('scope', (stack) => {
  let limited: Visitor
  let compliance: Visitor
  let limitedCompliance: Visitor
  let limitedFinance: Visitor
  let inputs: Record<EndpointName, EndpointInput>
  let ofOutlet: Record<EndpointName, EndpointInput>
  let callers: ReadonlyMap<string, Visitor>

  beforeAll(async () => {
    limited = await stack().as('finance2')
    compliance = await stack().as('compliance')
    // Other people than `limited`, whose guesses of unknown records are counted.
    limitedFinance = await startSessionOf(stack(), 'fay.limited', ['finance'])
    limitedCompliance = await startSessionOf(stack(), 'cora.blum', ['compliance'])
    const others = [...new Set(endpointNames.map(callerOf))].filter((who) => who !== 'compliance')
    const signedIn = others.map(async (who) => [who, await stack().as(who)] as const)
    callers = new Map<string, Visitor>([['compliance', compliance], ...(await Promise.all(signedIn))])
    inputs = await inputsAbout(stack(), 'cust-00417')
    ofOutlet = await inputsAbout(stack(), 'cust-outlet', 'demo-outlet')
  })

  /** Returns the response with the parts that vary from call to call removed or made equal. */
  const without = (answer: { status: number; text: string; headers: Headers }) => ({
    status: answer.status,
    body: answer.text.replace(/PD-[0-9A-Z]{10}/, 'PD-'),
    headers: [...answer.headers].filter(([name]) => name !== 'date'),
  })

  it.each(withSubject)('%s: answers alike for another merchant’s and an unknown record', async (name) => {
    const endpoint = endpoints[name]
    const kind = subjectOf(endpoint) ?? 'customer'
    const foreign = await rowsOf(stack(), () => limited.call(endpoint, ofOutlet[name]))
    const unknown = await limited.call(endpoint, {
      ...ofOutlet[name],
      params: { env: 'stage', [kind]: nobody[kind] },
    })
    const told = ownNotes.has(name) ? null : 'not_found'
    if (told === null) expect(unknown.status).toBe(200)
    else problemIn(unknown, told)
    expect(without(foreign.value)).toEqual(without(unknown))
    expect(foreign.rows).toMatchObject([
      { result: told === null ? 'allowed' : 'failed', reason: told, actor_subject: 'fiona.brandt' },
    ])
    expect((await compliance.call(endpoint, ofOutlet[name])).status).toBe(200)
  })

  it.each(withCustomerQuery)(
    '%s: answers alike by a customer of another merchant and by an unknown one',
    async (name) => {
      const endpoint = endpoints[name]
      const caller = mayCall('finance', name) ? limitedFinance : limitedCompliance
      const by = (customer = '') => caller.call(endpoint, { ...ofOutlet[name], query: { customer } })
      const foreign = await by(ofOutlet.showCustomer.params.customer)
      expect(without(foreign)).toEqual(without(await by(nobody.customer)))
      expect(foreign.text).not.toContain('cust-outlet')
    },
  )

  it('answers alike for a record of a foreign merchant and an unknown record', async () => {
    const { identity } = await customerOf(stack(), 'cust-foreign', 'foreign-merchant')
    const customer = await customerHandleOf(stack(), 'cust-foreign', 'foreign-merchant')
    const handle = await identityHandleOf(stack(), 'cust-foreign', identity, 'foreign-merchant')
    // Leaves out endpoints of cases, because transactions of a foreign merchant never enter the review queue.
    const ofNobody: readonly (string | null)[] = ['customer', 'identity']
    for (const name of withSubject.filter((one) => ofNobody.includes(subjectOf(endpoints[one])))) {
      const kind = subjectOf(endpoints[name]) ?? 'customer'
      const params = { env: 'stage', customer, identity: handle }
      const unknown = await compliance.call(endpoints[name], {
        params: { ...params, [kind]: nobody[kind] },
      })
      expect(without(await compliance.call(endpoints[name], { params }))).toEqual(without(unknown))
    }
  })

  it('hides a transaction of a foreign merchant', async () => {
    const { transaction } = await customerOf(stack(), 'cust-foreign', 'foreign-merchant')
    for (const name of withSubject.filter((one) => subjectOf(endpoints[one]) === 'transaction')) {
      const answer = await compliance.call(endpoints[name], {
        ...ofOutlet[name],
        params: { env: 'stage', transaction: transaction(0) },
      })
      if (!ownNotes.has(name)) problemIn(answer, ofQueue.has(name) ? 'not_found' : 'upstream_mismatch')
      expect(answer.text).not.toContain('foreign')
    }
  })

  it('hides a record without a merchant if the environment has several merchants', async () => {
    // Uses a transaction outside our records, because our records would name its merchant.
    const { transaction } = await customerOf(stack(), 'cust-forty')
    const params = { env: 'stage', transaction: transaction(3) }
    const body = { id: transaction(3), state: 'PENDING', original_message: { reference: 'INV-1' } }
    await controlSandbox(stack(), 'POST', 'override', {
      account: 'stage',
      operation: 'state',
      id: transaction(3),
      body,
    })
    for (const visitor of [limited, compliance]) {
      const answer = await visitor.call(endpoints.showTransaction, { params, query: { fresh: '1' } })
      problemIn(answer, 'not_found')
      const { hits } = await visitor.get(endpoints.searchRecords, {
        params: { env: 'stage' },
        body: { text: transaction(3) },
      })
      expect(hits).toEqual([])
    }
    await controlSandbox(stack(), 'DELETE', 'overrides')
  })

  it('assigns a record without a merchant to the only merchant of the environment', async () => {
    const { transaction } = await customerOf(stack(), 'live-0001', 'demo-merchant-live')
    const params = { env: 'production', transaction: transaction(0) }
    const body = { id: transaction(0), state: 'PENDING', original_message: { reference: 'INV-1' } }
    await controlSandbox(stack(), 'POST', 'override', {
      account: 'production',
      operation: 'state',
      id: transaction(0),
      body,
    })
    const shown = await compliance.get(endpoints.showTransaction, { params, query: { fresh: '1' } })
    expect(shown.state.raw).toBe('PENDING')
    await controlSandbox(stack(), 'DELETE', 'overrides')
  })

  it.each(withEnvironment)('%s: does not find an environment that is not configured', async (name) => {
    const caller = callers.get(callerOf(name)) ?? compliance
    for (const env of unknownEnvironments) {
      const params = { ...inputs[name].params, env }
      problemIn(await caller.call(endpoints[name], { ...inputs[name], params }), 'not_found')
    }
  })

  it.each(withEnvironment)(
    '%s: refuses an environment without a merchant of this person, and records the refusal',
    async (name) => {
      const params = { ...inputs[name].params, env: 'production' }
      const { value, rows } = await rowsOf(stack(), () =>
        limited.call(endpoints[name], { ...inputs[name], params }),
      )
      const { reference } = problemIn(value, 'not_allowed')
      expect(rows).toMatchObject([
        {
          action: 'access.refused',
          result: 'refused',
          environment: 'production',
          actor_subject: 'fiona.brandt',
          reference,
        },
      ])
    },
  )

  it('does not find a handle of another environment', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    const answer = await compliance.call(endpoints.showCustomer, {
      params: { env: 'production', customer },
    })
    problemIn(answer, 'not_found')
  })
})
