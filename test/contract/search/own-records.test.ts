import { randomUUID } from 'node:crypto'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import {
  askedPaths,
  customerHandleOf,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onEachDatabase,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'

onEachDatabase('the search in our records', (stack) => {
  const visitors = new Map<Person, Visitor>()
  beforeAll(async () => {
    for (const person of ['support', 'finance2', 'auditor', 'compliance'] as const)
      visitors.set(person, await stack().as(person))
  })
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()

  async function look(person: Person, text: string) {
    await forgetRequests(stack())
    const answer = await as(person).get(endpoints.searchRecords, { params: { env }, body: { text } })
    return { ...answer, asked: await askedPaths(stack()) }
  }
  const transactionsOf = (answer: { hits: { kind: string; transaction?: string }[] }) =>
    answer.hits.map((hit) => hit.transaction)

  it('opens a transaction in our records without asking the payment service', async () => {
    const id = await noteTransaction(stack(), { id: 'TX-known-0001' })
    for (const text of [id, `see ${id}, please`, `GET /v1/authorization/${id} 200`]) {
      const found = await look('support', text)
      expect([transactionsOf(found), found.asked], text).toEqual([[id], []])
      expect(found.attempts).toEqual([
        { readAs: 'transaction', outcome: 'found', finding: 'transaction_recorded' },
      ])
    }
  })

  it('finds by merchant transaction ID and by reference, alone or in a line, and lists every match', async () => {
    const named = { merchant_transaction_id: 'ORDER/2026-0417' }
    const first = await noteTransaction(stack(), named)
    const second = await noteTransaction(stack(), { reference: 'Rechnung 88 / März' })
    const third = await noteTransaction(stack(), { reference: 'ORDER/2026-0417' })
    expect(transactionsOf(await look('support', ' ORDER/2026-0417 ')).sort()).toEqual([first, third].sort())
    const asReference = await look('auditor', 'Rechnung 88 / März')
    expect([transactionsOf(asReference), asReference.asked]).toEqual([[second], []])
    const line = await look('support', '12:01 WARN payment "ORDER/2026-0417" stuck (retry 3)')
    expect(transactionsOf(line).sort()).toEqual([first, third].sort())
    expect(line.attempts.map(({ readAs: how, outcome }) => `${how} ${outcome}`)).toEqual([
      'merchant_transaction_id found',
      'reference found',
    ])
    // Matching is case-sensitive.
    expect((await look('support', 'order/2026-0417')).hits).toEqual([])
  })

  it('lists at most ten matches', async () => {
    for (let nth = 0; nth < 12; nth += 1) await noteTransaction(stack(), { reference: 'batch-7001' })
    expect((await look('support', 'batch-7001')).hits).toHaveLength(10)
  })

  it('answers IDs of another merchant like unknown IDs, after the same work', async () => {
    const foreign = await noteTransaction(stack(), {
      merchant: 'demo-outlet',
      merchant_transaction_id: 'OUTLET-1009',
      reference: 'OUTLET-REF-1009',
    })
    for (const [text, unknown] of [
      [foreign, '00000000-0000-4000-8000-00000000abcd'],
      ['OUTLET-1009', 'NOWHERE-1009'],
      ['OUTLET-REF-1009', 'NOWHERE-REF-1009'],
      ['a line with OUTLET-1009 in it', 'a line with NOWHERE-1009 in it'],
    ] as const) {
      const [other, none] = [await look('finance2', text), await look('finance2', unknown)]
      expect(other.hits).toEqual([])
      expect(other.attempts).toEqual(none.attempts)
      expect(other.asked.map((path) => path.replace(text, ''))).toEqual(
        none.asked.map((path) => path.replace(unknown, '')),
      )
    }
    // People with access to that merchant find the transaction.
    expect(transactionsOf(await look('support', 'OUTLET-1009'))).toEqual([foreign])
  })

  it('asks the payment service for a cached transaction of another merchant like for an unknown transaction', async () => {
    const outlet = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
    const id = outlet.transaction(0)
    for (const round of ['first', 'from memory']) {
      const found = await look('finance2', id)
      expect([round, found.hits, found.asked.filter((path) => path.includes('authorization'))]).toEqual([
        round,
        [],
        [`/stage/v1/authorization/${id}`],
      ])
    }
  })

  it('opens the URL of a Paydesk page, within the access of the person', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    const of = await customerOf(stack(), 'cust-00417')
    const identity = await identityHandleOf(stack(), 'cust-00417', of.identity)
    const page = `https://paydesk.example.test/stage/customers/${customer}?part=identity`
    expect((await look('support', page)).hits).toEqual([
      { kind: 'customer', customer, merchant: 'demo-merchant' },
    ])
    const record = `https://paydesk.example.test/stage/identities/${identity}`
    expect((await look('compliance', record)).hits).toEqual([{ kind: 'identity', identity }])
    expect((await look('support', record)).hits).toEqual([])
    const foreign = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
    expect((await look('finance2', `/stage/customers/${foreign}`)).hits).toEqual([])
  })

  it('finds a RID in a line: a known RID anywhere, an unknown RID in a URL of the payment service', async () => {
    const known = await customerHandleOf(stack(), 'cust-00417')
    const line = await look('support', '{"level":"warn","customer":"cust-00417","ms":12}')
    expect(line.hits).toEqual([{ kind: 'customer', customer: known, merchant: 'demo-merchant' }])
    const address = 'GET /v1/transaction/states/demo-merchant/cust-siin 200 in 31 ms'
    const found = await look('support', address)
    expect(found.hits).toEqual([
      { kind: 'customer', customer: await customerHandleOf(stack(), 'cust-siin'), merchant: 'demo-merchant' },
    ])
  })

  const mail = 'mara.lindqvist@example.test'

  it.each([
    ['cust-00417', 'a mark that nobody sees', '\u200bcust-00417'],
    ['cust-00417', 'a hyphen that does not break', 'cust\u201100417'],
    [mail, 'an address to write to', `mailto:${mail}`],
    [
      mail,
      'an address of the service with a percent form',
      'GET /v1/transaction/states/demo-merchant/mara.lindqvist%40example.test 200',
    ],
  ])('reads %s from %s', async (rid, _, text) => {
    const customer = await customerHandleOf(stack(), rid)
    const found = await look('support', text)
    expect(found.hits).toEqual([{ kind: 'customer', customer, merchant: 'demo-merchant' }])
    // Requests for the other merchant use the RID as read from the text.
    for (const path of found.asked) expect(decodeURIComponent(path)).toMatch(new RegExp(`/${rid}$`))
  })

  it.each([
    ['cust-success', 'RID: cust-success'],
    ['cust-success', 'rid=cust-success'],
    ['cust-success', '{"level":"warn","customer":"cust-success"}'],
    [mail, `<${mail}>`],
    [mail, `Mara <${mail}>`],
    [mail, `2026-11-24 INFO customer ${mail} asked`],
    ['SE4550000000058398257466', 'rid SE45 5000 0000 0583 9825 7466'],
  ])('finds the known RID %s in %j', async (rid, text) => {
    const customer = await customerHandleOf(stack(), rid)
    const found = await look('support', text)
    expect(found.hits).toEqual([{ kind: 'customer', customer, merchant: 'demo-merchant' }])
    for (const path of found.asked) expect(decodeURIComponent(path)).toMatch(new RegExp(`/${rid}$`))
  })

  it.each([
    ['fault-503 cust-00417', ['fault-503', 'cust-00417']],
    ['cust-00417 and fault-503', ['cust-00417', 'fault-503']],
    ['RID: cust-success, not xcust-success, nor rid=fault-503', ['cust-success', 'fault-503']],
    [
      `rid se45 5000 0000 0583 9825 7466 or ${mail} or cust-00417`,
      ['SE4550000000058398257466', mail, 'cust-00417'],
    ],
    [
      `GET /v1/transaction/states/demo-merchant/cust-success 200 after fault-503`,
      ['cust-success', 'fault-503'],
    ],
  ])('offers every known RID in %j, in order, without asking the payment service', async (text, rids) => {
    const customers = await Promise.all(rids.map((rid) => customerHandleOf(stack(), rid)))
    const found = await look('support', text)
    expect(found.hits).toEqual(
      customers.map((customer, at) => ({
        kind: 'customer',
        customer,
        merchant: 'demo-merchant',
        position: at + 1,
      })),
    )
    expect(found.asked).toEqual([])
    expect(found.attempts.map(({ readAs: how, outcome }) => `${how} ${outcome}`)).toEqual(
      rids.map(() => 'rid found'),
    )
    for (const rid of rids) expect(JSON.stringify([found.hits, found.attempts])).not.toContain(rid)
  })

  it('opens the only known RID beside unknown RIDs, within the access of the person', async () => {
    const customer = await customerHandleOf(stack(), 'cust-00417')
    await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
    const one = [{ kind: 'customer', customer, merchant: 'demo-merchant' }]
    expect((await look('support', 'cust-99999 or cust-00417')).hits).toEqual(one)
    const [foreign, none] = [
      await look('finance2', 'cust-outlet or cust-00417'),
      await look('finance2', 'cust-nobody or cust-00417'),
    ]
    expect(foreign.hits).toEqual(one)
    expect([foreign.attempts, foreign.asked]).toEqual([none.attempts, none.asked])
    expect((await look('support', 'cust-outlet or cust-00417')).hits).toHaveLength(2)
  })

  it('opens the transaction pasted beside a known RID', async () => {
    await customerHandleOf(stack(), 'cust-00417')
    const { transaction } = await customerOf(stack(), 'cust-card')
    const id = transaction(0)
    await stack().deps.store.db.deleteFrom('transactions').where('id', '=', id).execute()
    const found = await look('support', `cust-00417 asks about ${id}`)
    expect([transactionsOf(found), found.asked.some((path) => path.endsWith(id))]).toEqual([[id], true])
    const none = await look('support', `cust-00417 asks about ${randomUUID()}`)
    expect(none.hits.map(({ kind }) => kind)).toEqual(['customer'])
    const own = await noteTransaction(stack(), { merchant_transaction_id: 'INV-2026-1' })
    const both = await look('support', `INV-2026-1 of cust-00417, tx ${randomUUID()}`)
    expect(both.hits).toMatchObject([{ kind: 'transaction', transaction: own }, { kind: 'customer' }])
  })

  it('finds a RID of letters, and a RID with digits, in a line full of numbers', async () => {
    const numbers = Array.from({ length: 12 }, (_, nth) => `field${nth}=${nth}00417`).join(' ')
    for (const rid of ['cust-success', 'cust-00417']) {
      const customer = await customerHandleOf(stack(), rid)
      const found = await look('support', `level=warn ${numbers} customer=${rid}`)
      expect(found.hits, rid).toEqual([{ kind: 'customer', customer, merchant: 'demo-merchant' }])
    }
    const { attempts: tried } = await look('support', `level=warn ${numbers} customer=cust-nobody`)
    expect(tried).toContainEqual({
      ...{ readAs: 'rid', outcome: 'not_asked' },
      ...{ finding: 'no_likely_part_recorded', count: 12 },
    })
  })

  it('offers a known RID at each of its merchants, and at most ten customers', async () => {
    for (const merchant of ['demo-merchant', 'demo-outlet'])
      await customerHandleOf(stack(), 'cust-shared', merchant)
    const two = await look('support', 'cust-shared cust-00417')
    expect(two.hits.map((hit) => (hit.kind === 'customer' ? [hit.merchant, hit.position] : []))).toEqual([
      ['demo-merchant', 1],
      ['demo-outlet', 1],
      ['demo-merchant', 2],
    ])
    const many = Array.from({ length: 12 }, (_, nth) => `many-${nth}000`)
    for (const rid of many) await customerHandleOf(stack(), rid)
    expect((await look('support', many.join(' '))).hits).toHaveLength(10)
  })

  it.each([
    ['RID: cust-nobody', 'no_part_recorded'],
    ['2026-11-24 INFO customer cust-nobody asked', 'no_part_recorded'],
    ['rid=cust-nobody', 'no_other_part_recorded'],
    ['nobody@example.test of INV-99999', 'no_other_part_recorded'],
  ])('says for %j that the payment service was not asked about its parts', async (text, finding) => {
    const { hits, attempts: tried, asked } = await look('support', text)
    expect([hits, asked.some((path) => path.endsWith('/cust-nobody'))]).toEqual([[], false])
    expect(tried.filter(({ outcome }) => outcome === 'not_asked')).toEqual([
      { readAs: 'rid', outcome: 'not_asked', finding },
    ])
  })

  it.each(['<nobody@example.test>', 'Rechnung 88 / März', 'ORDER/2026', 'nobody-at-all'])(
    'does not mention parts of a text that has none: %j',
    async (text) => {
      const { attempts: tried } = await look('finance2', `${text} `)
      expect(tried.filter(({ outcome }) => outcome === 'not_asked')).toEqual([])
    },
  )

  it('says if no ID was found in the text, and that nothing was asked', async () => {
    const { hits, attempts: tried, asked } = await look('support', 'Mara Lindqvist called again')
    expect([hits, asked]).toEqual([[], []])
    expect(tried).toMatchObject([{ readAs: 'text', outcome: 'not_this_form', finding: 'no_id' }])
  })

  it('asks the payment service about the only e-mail address in a line, and about no other word', async () => {
    const asked = async (text: string) => (await look('support', text)).asked.map(decodeURIComponent).sort()
    expect(await asked('the customer@example.test of not-known, at: nobody, INV-00099 x_y-z')).toEqual([
      '/stage/v1/transaction/states/demo-merchant/customer@example.test',
      '/stage/v1/transaction/states/demo-outlet/customer@example.test',
    ])
    expect(await asked('one@example.test or two@example.test, RID: not-known')).toEqual([])
  })

  it.each(['4111\u20111111\u20111111\u20111111', '4111%2D1111%2D1111%2D1111', 'mailto:4111111111111111'])(
    'rejects a card number written as %s',
    async (text) => {
      const { hits, attempts: tried, asked } = await look('support', text)
      expect([hits, asked]).toEqual([[], []])
      expect(tried).toMatchObject([{ finding: 'card_number' }])
    },
  )

  it('searches a bounded part of a long text, and repeats nothing of the text', async () => {
    const id = await noteTransaction(stack(), { reference: 'needle-5550199-in-a-long-text' })
    const noise = Array.from({ length: 300 }, (_, nth) => `w${nth}0`).join(' ')
    const found = await look('support', `${noise} needle-5550199-in-a-long-text`.slice(0, 4_000))
    expect(transactionsOf(found)).toEqual([id])
    expect(JSON.stringify(found.attempts)).not.toContain('5550199')
    expect(stack().logged.join('')).not.toContain('needle-5550199')
    const rows = await stack().deps.store.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('needle-5550199')
  })

  describe('suggestions while typing', () => {
    const suggest = async (person: Person, text: string) =>
      (await as(person).get(endpoints.suggestIds, { params: { env }, body: { text } })).suggestions

    it('are at most eight IDs that start with the text, case-sensitive, with their state', async () => {
      const id = await noteTransaction(stack(), {
        // Start the ID with letters: 13 digits in a row could be a card number and are not searched.
        id: randomUUID().replace(/^..../, 'c0de'),
        merchant_transaction_id: 'SUG-0001',
        reference: 'sug-ref-1',
        state: 'SUCCESS',
      })
      for (let nth = 2; nth < 12; nth += 1)
        await noteTransaction(stack(), { merchant_transaction_id: `SUG-${String(nth).padStart(4, '0')}` })
      const some = await suggest('support', 'SUG-')
      expect(some).toHaveLength(8)
      expect(some[0]).toEqual({
        kind: 'merchant_transaction_id',
        text: 'SUG-0001',
        transaction: id,
        state: { raw: 'SUCCESS', documented: true, final: true },
      })
      expect(some.map(({ text }) => text)).toEqual(some.map(({ text }) => text).sort())
      expect((await suggest('support', 'sug-')).map(({ text }) => text)).toEqual(['sug-ref-1'])
      const byId = await suggest('auditor', id.slice(0, 13))
      expect(byId).toMatchObject([{ kind: 'transaction', text: id, transaction: id }])
    })

    it('include every character after the prefix, in every database collation', async () => {
      for (const reference of ['pre_Za', 'pre_aZ', 'pre_zz', 'prea', 'Pre_a', 'pre-a'])
        await noteTransaction(stack(), { reference })
      expect((await suggest('support', 'pre_')).map(({ text }) => text)).toEqual([
        'pre_Za',
        'pre_aZ',
        'pre_zz',
      ])
    })

    it.each([
      'ab',
      'mara@exam',
      'SE45 5000',
      'SE4550000000058',
      'DE89370400',
      '4111111111111',
      'a_%',
      '%%%',
      "x' or 1=1",
    ])('are empty for %j', async (text) => {
      await noteTransaction(stack(), { reference: text })
      expect(await suggest('support', text)).toEqual([])
    })

    it('contain nothing of another merchant', async () => {
      await noteTransaction(stack(), {
        merchant: 'demo-outlet',
        reference: 'foreign-sug-1',
        id: 'foreign-sug-2',
      })
      expect(await suggest('finance2', 'foreign-sug')).toEqual([])
      expect(await suggest('support', 'foreign-sug')).toHaveLength(1)
    })

    it('do not ask the payment service, and are audited without the typed text', async () => {
      await forgetRequests(stack())
      const { rows } = await rowsOf(stack(), () => suggest('support', 'recorded-'))
      expect(rows).toMatchObject([
        { action: 'records.suggested', result: 'allowed', subject_kind: null, subject_id: null },
      ])
      expect(await askedPaths(stack())).toEqual([])
      expect(stack().logged.join('')).not.toContain('recorded-')
    })
  })
})

describe('suggestions and misses', () => {
  let stack: Stack
  beforeAll(async () => {
    const config = {
      PAYDESK_SEARCHES_PER_MINUTE: '2',
      PAYDESK_FIELD_PERMISSIONS: 'auditor:original.reference=M:ref6',
    }
    stack = await startOn('embedded', { config })
  })
  afterAll(() => stack.stop())

  it('search no field that the role sees masked', async () => {
    const id = await noteTransaction(stack, { reference: 'masked-0001', merchant_transaction_id: 'own-0001' })
    const [support, auditor] = [await stack.as('support'), await stack.as('auditor')]
    const ask = async (visitor: Visitor, text: string) =>
      (await visitor.get(endpoints.suggestIds, { params: { env }, body: { text } })).suggestions
    expect(await ask(support, 'masked-')).toMatchObject([{ kind: 'reference', transaction: id }])
    expect(await ask(auditor, 'masked-')).toEqual([])
    expect(await ask(auditor, 'own-')).toMatchObject([{ kind: 'merchant_transaction_id', transaction: id }])
  })

  it('report the coverage within the access of the person: the count, and the time of the first', async () => {
    const first_seen = Date.parse('2026-02-28T23:40:00Z')
    await noteTransaction(stack, { first_seen, merchant: 'demo-outlet' })
    await noteTransaction(stack, { first_seen: first_seen + 60_000 })
    const coverage = async (person: Person) => {
      const miss = { params: { env }, body: { text: 'no-such-id-0001' } }
      const { attempts: tried } = await (await stack.as(person)).get(endpoints.searchRecords, miss)
      return tried.find(({ readAs: as }) => as === 'merchant_transaction_id')?.coverage
    }
    const { count } = await stack.deps.store.db
      .selectFrom('transactions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('environment', '=', env)
      .executeTakeFirstOrThrow()
    const [first, second] = [first_seen, first_seen + 60_000].map((at) => new Date(at).toISOString())
    expect(await coverage('support')).toEqual({ count, hasMore: false, since: first })
    expect(await coverage('finance2')).toEqual({ count: count - 1, hasMore: false, since: second })
  })

  it('have separate rate limits per person', async () => {
    const visitor = await stack.as('compliance')
    const input = { params: { env }, body: { text: 'abc' } }
    for (let nth = 0; nth < 10; nth += 1)
      expect((await visitor.call(endpoints.suggestIds, input)).status).toBe(200)
    const { value, rows } = await rowsOf(stack, () => visitor.call(endpoints.suggestIds, input))
    problemIn(value, 'too_many_requests')
    expect(rows).toMatchObject([
      { action: 'records.suggested', result: 'failed', reason: 'too_many_requests' },
    ])
    const look = { params: { env }, body: { text: 'cust-00417' } }
    expect((await visitor.call(endpoints.searchRecords, look)).status).toBe(200)
    problemIn(await (await stack.as('admin')).call(endpoints.suggestIds, input), 'not_allowed')
    problemIn(await stack.visitor().call(endpoints.suggestIds, input), 'not_signed_in')
  })
})
