import { randomUUID } from 'node:crypto'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import {
  askedPaths,
  controlSandbox,
  customerHandleOf,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onOneDatabase,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const unknownUuid = '00000000-0000-4000-8000-000000000000'

/** Options without workers, so that every recorded request comes from the search. */
const alone = { workers: false }

onOneDatabase(
  'the search',
  (stack) => {
    const visitors = new Map<Person, Visitor>()
    beforeAll(async () => {
      for (const person of ['support', 'compliance', 'finance2'] as const)
        visitors.set(person, await stack().as(person))
    })

    async function look(person: Person, text: string) {
      await forgetRequests(stack())
      const visitor = visitors.get(person) ?? stack().visitor()
      const { hits, attempts: tried } = await visitor.get(endpoints.searchRecords, {
        params: { env },
        body: { text },
      })
      return {
        hits,
        tried: tried.map(({ finding, merchant }) => [finding, merchant].join(' ').trim()),
        coverage: tried.flatMap(({ coverage }) => coverage ?? []),
        outcomes: tried.map(({ readAs: as, outcome }) => `${as} ${outcome}`),
        asked: await askedPaths(stack()),
      }
    }

    it('finds a RID, and later finds the same RID in our records without asking again', async () => {
      const first = await look('support', 'cust-card')
      const customer = await customerHandleOf(stack(), 'cust-card')
      expect(first.hits).toEqual([{ kind: 'customer', customer, merchant: 'demo-merchant' }])
      expect(first.tried).toEqual(['rid_listed demo-merchant', 'rid_unknown demo-outlet'])
      const again = await look('support', ' cust-card ')
      expect(again.hits).toEqual(first.hits)
      expect(again.tried[0]).toBe('rid_recorded demo-merchant')
      expect(again.asked).toEqual(['/stage/v1/transaction/states/demo-outlet/cust-card'])
    })

    it('offers each merchant of a RID, within the merchants of the person', async () => {
      const all = await look('support', 'cust-shared')
      expect(all.hits.map((hit) => (hit.kind === 'customer' ? hit.merchant : hit.kind))).toEqual([
        'demo-merchant',
        'demo-outlet',
      ])
      const own = await look('finance2', 'cust-shared')
      expect(own.hits.map((hit) => (hit.kind === 'customer' ? hit.merchant : hit.kind))).toEqual([
        'demo-merchant',
      ])
      expect(own.asked.join()).not.toContain('demo-outlet')
    })

    it.each([
      ['an e-mail address', 'mara.lindqvist@example.test', 'mara.lindqvist@example.test'],
      ['an IBAN', 'SE4550000000058398257466', 'SE4550000000058398257466'],
      ['an IBAN in groups', 'se45 5000 0000 0583 9825 7466', 'SE4550000000058398257466'],
    ])('finds %s, and repeats the value nowhere', async (_, text, rid) => {
      const found = await look('support', text)
      expect(found.hits).toEqual([
        { kind: 'customer', customer: await customerHandleOf(stack(), rid), merchant: 'demo-merchant' },
      ])
      expect(JSON.stringify([found.hits, found.tried])).not.toContain(rid)
      expect(stack().logged.join('')).not.toContain(rid)
    })

    it('finds IDs in a log line and in a URL', async () => {
      const of = await customerOf(stack(), 'cust-00417')
      const transaction = of.transaction(1)
      const line = `12:01:02 GET https://gateway.example.test/v1/authorization/${transaction} 200 "Mara Lindqvist"`
      const found = await look('support', line)
      expect(found.hits).toEqual([{ kind: 'transaction', transaction }])
      expect(found.asked).toEqual([`/stage/v1/authorization/${transaction}`])
    })

    it('leads to the identity record, or to the customer for roles without access to identities', async () => {
      const { identity } = await customerOf(stack(), 'cust-00417')
      const customer = await customerHandleOf(stack(), 'cust-00417')
      const open = await look('compliance', identity)
      expect(open.hits).toEqual([
        { kind: 'identity', identity: await identityHandleOf(stack(), 'cust-00417', identity) },
      ])
      expect(open.outcomes).toEqual(['identity found'])
      const led = await look('support', `identity ${identity}`)
      expect(led.hits).toEqual([{ kind: 'customer', customer, merchant: 'demo-merchant' }])
      expect(led.outcomes).toEqual(['identity not_allowed'])
      expect(JSON.stringify(led)).not.toMatch(/"i_/)
    })

    it('writes an audit event for each customer shown', async () => {
      const visitor = visitors.get('support') ?? stack().visitor()
      const { rows } = await rowsOf(stack(), () =>
        visitor.get(endpoints.searchRecords, { params: { env }, body: { text: 'cust-shared' } }),
      )
      expect(rows.map(({ merchant, subject_id }) => [merchant, subject_id])).toEqual([
        ['demo-merchant', await customerHandleOf(stack(), 'cust-shared')],
        ['demo-outlet', await customerHandleOf(stack(), 'cust-shared', 'demo-outlet')],
      ])
      expect(new Set(rows.map(({ reference }) => reference)).size).toBe(1)
    })

    it('says on a miss what was tried, in order', async () => {
      const miss = await look('support', 'nobody-at-all')
      expect(miss.hits).toEqual([])
      expect(miss.tried).toEqual([
        'rid_unknown demo-merchant',
        'rid_unknown demo-outlet',
        'transaction_unknown',
        'merchant_transaction_id_unknown',
        'reference_unknown',
      ])
      expect(miss.coverage).toMatchObject([{ count: expect.any(Number), hasMore: false }])
      expect((await look('support', unknownUuid)).outcomes).toEqual([
        'transaction not_found',
        'rid not_found',
        'rid not_found',
        'merchant_transaction_id not_found',
        'reference not_found',
      ])
    })

    it('answers a transaction or identity of another merchant like an unknown ID', async () => {
      const outlet = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
      await look('support', 'cust-outlet')
      for (const [text, unknown] of [
        [outlet.transaction(0), unknownUuid],
        [outlet.identity, '_0000000_18000000000__0000'],
        ['cust-outlet', 'cust-none'],
      ] as const) {
        const foreign = await look('finance2', text)
        const none = await look('finance2', unknown)
        expect([foreign.hits, foreign.tried, foreign.outcomes]).toEqual([[], none.tried, none.outcomes])
      }
    })

    it.each([
      ['4111 1111 1111 1111', 'card_number'],
      ['4111111111111111\n', 'card_number'],
      ['Mara Lindqvist', 'no_id'],
      ['../../v1/identity', 'no_id'],
    ])('sends no request about %j', async (text, finding) => {
      const { hits, tried, outcomes, asked } = await look('support', text)
      expect([hits, outcomes, asked]).toEqual([[], ['text not_this_form'], []])
      expect(tried).toEqual([finding])
    })

    it('distinguishes an unavailable payment service from a miss, with a reference', async () => {
      await controlSandbox(stack(), 'POST', 'faults', { account: 'stage', operation: 'any', fault: 'html' })
      const visitor = visitors.get('support') ?? stack().visitor()
      const { value, rows } = await rowsOf(stack(), () =>
        visitor.get(endpoints.searchRecords, { params: { env }, body: { text: unknownUuid } }),
      )
      await controlSandbox(stack(), 'DELETE', 'faults')
      expect(value.hits).toEqual([])
      const asked = value.attempts.filter(({ readAs: as }) => as === 'rid' || as === 'transaction')
      expect(asked).toHaveLength(3)
      for (const one of asked)
        expect(one).toMatchObject({ outcome: 'unavailable', reference: rows[0]?.reference })
      expect(value.attempts).toContainEqual(
        expect.objectContaining({ finding: 'transaction_unavailable', problem: 'upstream_bad_response' }),
      )
    })
  },
  {},
  alone,
)

describe('the rate limit of searches', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded', { config: { PAYDESK_SEARCHES_PER_MINUTE: '2' } })
  })
  afterAll(() => stack.stop())

  it('applies to each person separately, and rejections are audited', async () => {
    const [support, compliance] = [await stack.as('support'), await stack.as('compliance')]
    const input = { params: { env }, body: { text: 'cust-00417' } }
    for (let nth = 0; nth < 2; nth += 1)
      expect((await support.call(endpoints.searchRecords, input)).status).toBe(200)
    await forgetRequests(stack)
    // Windows of the same person share the limit.
    const elsewhere = await stack.as('support')
    const { value, rows } = await rowsOf(stack, () => elsewhere.call(endpoints.searchRecords, input))
    expect(problemIn(value, 'too_many_requests').retryAfter).toBe(30)
    expect(rows).toMatchObject([
      { action: 'search.made', result: 'failed', reason: 'too_many_requests', subject_id: null },
    ])
    expect(await askedPaths(stack)).toEqual([])
    expect((await compliance.call(endpoints.searchRecords, input)).status).toBe(200)
  })

  it('covers IDs that do not exist, and still allows session data and sign-out', async () => {
    const [finance, auditor] = [await stack.as('finance'), await stack.as('auditor')]
    const miss = { params: { env, transaction: unknownUuid } }
    for (let nth = 0; nth < 2; nth += 1)
      problemIn(await finance.call(endpoints.showTransaction, miss), 'not_found')
    await forgetRequests(stack)
    const customer = await customerHandleOf(stack, 'cust-00417')
    const { value, rows } = await rowsOf(stack, () =>
      finance.call(endpoints.showCustomer, { params: { env, customer } }),
    )
    const { reference } = problemIn(value, 'too_many_requests')
    expect(rows).toMatchObject([
      {
        action: 'access.refused',
        result: 'failed',
        reason: 'too_many_requests',
        subject_id: customer,
        reference,
      },
    ])
    problemIn(await finance.call(endpoints.showTransaction, miss), 'too_many_requests')
    expect(await askedPaths(stack)).toEqual([])
    expect((await auditor.call(endpoints.showCustomer, { params: { env, customer } })).status).toBe(200)
    // Session data and sign-out are not limited, because they cannot be guesses.
    expect((await finance.call(endpoints.showCurrentSession)).status).toBe(200)
    expect((await finance.call(endpoints.signOut)).status).toBe(200)
  })

  it.each([
    ['support', endpoints.showTransactionHistory],
    ['compliance', endpoints.listReceivedNotifications],
  ] as const)(
    'covers requests for IDs without records for %s, and counts each ID once',
    async (person, part) => {
      const visitor = await stack.as(person)
      const known = await noteTransaction(stack)
      const ask = (transaction: string) => visitor.call(part, { params: { env, transaction } })
      for (let nth = 0; nth < 5; nth += 1) {
        expect((await ask(known)).status).toBe(200)
        expect((await ask(unknownUuid)).status).toBe(200)
      }
      // Answer the second of two allowed IDs like the first ID.
      expect((await ask(randomUUID())).status).toBe(200)
      problemIn(await ask(randomUUID()), 'too_many_requests')
      problemIn(await ask(known), 'too_many_requests')
    },
  )
})
