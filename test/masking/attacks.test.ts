import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { Endpoint } from '@paydesk/shared/endpoints'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOn } from '../support/contract/support.ts'
import type { Stack, Visitor } from '../support/stack/start.ts'
import { createHandles } from './handles.ts'
import {
  allCalls,
  buildSearchCall,
  type EndpointCall,
  loadNormalizedAnswers,
  normalizeAnswer,
} from './harness.ts'
import { type GeneratedCustomer, makeCustomer } from './records.ts'
import { leavesOf, selectUniqueLeaves, visibleTo } from './response-fields.ts'
import { env, putCustomer, situationOf } from './service.ts'
import type { WalkSubject } from './walk.ts'
import { signInEveryRole, type VisitorsByRole } from './worlds.ts'

let stack: Stack
let eyes: VisitorsByRole
let subject: WalkSubject

/** Values of this customer that support may not see: whole, in capitals, cut, and within a line of text. */
function hiddenTexts(customer: GeneratedCustomer): string[] {
  const leaves = leavesOf(customer)
  const visible = visibleTo('support', leaves)
  const ids = [customer.rid, customer.identity, customer.transaction]
  return selectUniqueLeaves(leaves)
    .filter(({ value }) => !visible.includes(value) && !ids.includes(value))
    .flatMap(({ value }, nth) => {
      const forms = [value, value.toUpperCase(), value.slice(0, -1), `name: ${value}`]
      return forms.filter((_, at) => isFullRun || at === nth % forms.length)
    })
}

const ours = makeCustomer({ seed: 71, rid: 'email' })
const zeros = '0'.repeat(20)
const guesses = hiddenTexts(ours).map(buildSearchCall)
/** Answers to the guesses before Paydesk knows the customer. */
let before: string[]

beforeAll(async () => {
  stack = await startOn('embedded')
  eyes = await signInEveryRole(stack)
  before = await loadNormalizedAnswers(eyes.support, guesses)
  await putCustomer(stack, ours)
  subject = await createHandles(eyes.compliance, { ...ours, transactions: [ours.transaction] })
})
afterAll(() => stack.stop())

describe('guessing a hidden value finds nothing', () => {
  it('in the search, whole or in part, for support', async () => {
    expect(await loadNormalizedAnswers(eyes.support, guesses)).toEqual(before)
    expect(before.filter((answer) => !answer.includes('"hits":[]'))).toEqual([])
    expect(guesses.length).toBeGreaterThan(pickByRunLength(50, 200))
  })

  it('in query parameters that no route has: filter, order, prefix, page, fields', async () => {
    const reads = Object.values(endpoints).filter(({ method }) => method === 'GET')
    const params = {
      env,
      customer: subject.customer,
      transaction: ours.transaction,
      identity: subject.identityHandle,
      // Well-formed handles without a record: the query is validated before the record is loaded.
      ...{ import: `m_${zeros}`, notification: '1', view: `dv_${zeros}`, breakGlass: `g_${zeros}` },
      person: `p_${zeros}`,
      ...{ kind: 'question', about: ours.transaction },
    }
    const requestOf = ({ path }: Endpoint) => (path.includes('/download-') ? `dr_${zeros}` : `q_${zeros}`)
    const names = [
      'q',
      'filter',
      'sort',
      'order',
      'prefix',
      'from',
      'cursor',
      'page',
      'limit',
      'fields',
      'group',
      'email',
    ]
    const known = String(leavesOf(ours).find(({ path }) => path === 'identity.profile.email')?.value)
    const unknown = known.replace(/^./, 'q')
    for (const [nth, endpoint] of reads.entries()) {
      for (const name of names.filter((_, at) => isFullRun || at % 4 === nth % 4)) {
        const input = { params: { ...params, request: requestOf(endpoint) } }
        const asked = (text: string): EndpointCall => ({
          endpoint,
          input: { ...input, query: { [name]: text } },
        })
        for (const visitor of [eyes.support, eyes.compliance]) {
          const answer = await visitor.call(endpoint, asked(known).input)
          expect([400, 403], `${endpoint.path} ${name}`).toContain(answer.status)
          expect(normalizeAnswer(answer)).toBe(
            normalizeAnswer(await visitor.call(endpoint, asked(unknown).input)),
          )
        }
      }
    }
  })
})

describe('a record outside the scope looks like one that does not exist', () => {
  let limited: Visitor
  let outlet: WalkSubject
  const nobody: WalkSubject = {
    rid: 'cust-outlex',
    transactions: ['0d9c8b7a-6f5e-4d3c-8b2a-1f0e9d8c7b6a'],
    identity: '_0d9c8b7_158a2f3a951__7e13',
    customer: 'c_0d9c8b7a6f5e4d3c2b1a',
    identityHandle: 'i_0d9c8b7a6f5e4d3c2b1a',
  }

  beforeAll(async () => {
    limited = await stack.as('finance2')
    outlet = await createHandles(eyes.compliance, await situationOf(stack, 'cust-outlet'))
  })

  it('although it exists for users who may see it', async () => {
    for (const { endpoint, input } of allCalls(outlet)) {
      const eye = endpoint === endpoints.listDocuments ? eyes.compliance : eyes.finance
      expect((await eye.call(endpoint, input)).status).toBe(200)
    }
    const { hits } = await eyes.finance.get(endpoints.searchRecords, {
      params: { env },
      body: { text: 'cust-outlet' },
    })
    expect(hits).toHaveLength(1)
  })

  it('through every route, by id and by handle', async () => {
    const there = allCalls(outlet)
    const nowhere = allCalls(nobody)
    for (const [at, call] of there.entries()) {
      const [known] = await loadNormalizedAnswers(limited, [call])
      const [unknown] = await loadNormalizedAnswers(limited, nowhere.slice(at, at + 1))
      expect(known, call.endpoint.path).toBe(unknown)
    }
  })

  it('when it is named beside a record in the scope', async () => {
    const bound = (customer: string): EndpointCall => ({
      endpoint: endpoints.showTransaction,
      input: { params: { env, transaction: ours.transaction }, query: { customer } },
    })
    expect(await loadNormalizedAnswers(limited, [bound(outlet.customer)])).toEqual(
      await loadNormalizedAnswers(limited, [bound(nobody.customer)]),
    )
  })

  it('and a handle has no record in another environment', async () => {
    const elsewhere = ({ endpoint, input }: EndpointCall): EndpointCall => ({
      endpoint,
      input: { ...input, params: { ...input.params, env: 'production' } },
    })
    const calls = (of: WalkSubject) =>
      allCalls(of).filter(({ endpoint }: { endpoint: Endpoint }) => endpoint.method === 'GET')
    const known = await loadNormalizedAnswers(eyes.compliance, calls(subject).map(elsewhere))
    const unknown = await loadNormalizedAnswers(eyes.compliance, calls(nobody).map(elsewhere))
    expect(known).toEqual(unknown)
  })
})

describe('a person with two roles', () => {
  it('sees in each role what that role sees, and nothing of the other role after a change', async () => {
    const both = await stack.as('twoRoles')
    const become = (role: 'support' | 'compliance') => both.get(endpoints.chooseRole, { body: { role } })
    const calls = allCalls(subject)
    for (const role of ['support', 'compliance', 'support'] as const) {
      await become(role)
      expect(await loadNormalizedAnswers(both, calls)).toEqual(await loadNormalizedAnswers(eyes[role], calls))
    }
    const refused = await both.call(endpoints.chooseRole, { body: { role: 'auditor' } })
    expect(refused.status).toBe(403)
    expect(await loadNormalizedAnswers(both, calls)).toEqual(await loadNormalizedAnswers(eyes.support, calls))
  })
})
