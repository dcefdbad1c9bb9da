import type { CallerClaimKind } from '@paydesk/shared/compliance/caller-verification'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { filesUnder } from '../../masking/traces.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import { startBeside } from '../../support/contract/second-instance.ts'
import {
  askedPaths,
  customerHandleOf,
  forgetRequests,
  isTriedOn,
  onEachDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import { type Person, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const rid = 'cust-00417'
/** Values of the sandbox's records as a caller says them; `wrong` has other values of the same form. */
const right: Readonly<Record<CallerClaimKind, string>> = {
  dob: '17 April 1988',
  email: ' Mara.Lindqvist@EXAMPLE.test',
  postal_code: 'SE-753 10',
  iban: 'de89 3704 0044 0532 0130 00',
}
const wrong: Readonly<Record<CallerClaimKind, string>> = {
  dob: '18.04.1988',
  email: 'mara.lindqvist@example.tess',
  postal_code: '753 11',
  iban: 'GB33BUKB20201555555555',
}

const suite: Parameters<typeof onEachDatabase>[1] = (stack, backing) => {
  const itOnOneDatabase = it.runIf(isTriedOn(backing))
  const visitors = new Map<Person, Visitor>()
  let customer = ''
  /** Customer whose only transfer is named by one of their transactions. */
  let paidByTransfer = ''

  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
    customer = await customerHandleOf(stack(), rid)
    paidByTransfer = await customerHandleOf(stack(), 'cust-transfer')
  })
  const checks = () => stack().deps.store.db.selectFrom('caller_checks').selectAll().orderBy('seq').execute()
  beforeEach(() => stack().deps.store.db.deleteFrom('caller_checks').execute())

  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const check = (visitor: Visitor, kind: string, claim: string, of = customer) =>
    visitor.call(endpoints.verifyCaller, { params: { env, customer: of }, body: { kind, claim } })
  const answerTo = async (kind: CallerClaimKind, said: string, of = customer) =>
    endpoints.verifyCaller.response.parse((await check(as('support'), kind, said, of)).json).answer

  itOnOneDatabase.each([
    ['dob', '17.04.1988', 'match'],
    ['dob', right.dob, 'match'],
    ['dob', wrong.dob, 'other'],
    ['email', right.email, 'match'],
    ['email', wrong.email, 'other'],
    ['postal_code', right.postal_code, 'match'],
    ['postal_code', wrong.postal_code, 'other'],
    // Expects `empty`: no transaction of this customer names an account.
    ['iban', right.iban, 'empty'],
  ] as const)('answers %s %j with %s', async (kind, said, answer) => {
    expect(await answerTo(kind, said)).toBe(answer)
  })

  itOnOneDatabase('compares an IBAN with the accounts that paid for this customer', async () => {
    expect(await answerTo('iban', right.iban, paidByTransfer)).toBe('match')
    expect(await answerTo('iban', wrong.iban, paidByTransfer)).toBe('other')
  })

  itOnOneDatabase('compares an IBAN with a RID that is an IBAN', async () => {
    const account = 'SE4550000000058398257466'
    const of = await customerHandleOf(stack(), account)
    expect(await answerTo('iban', 'SE45 5000 0000 0583 9825 7466', of)).toBe('match')
    expect(await answerTo('iban', wrong.iban, of)).toBe('other')
  })

  itOnOneDatabase.each(['dob', 'email', 'postal_code'] as const)(
    'answers a match and a mismatch of %s alike, except for one word of the same length',
    async (kind) => {
      const said = [right[kind], wrong[kind]]
      const seen = []
      for (const text of said) {
        await forgetRequests(stack())
        const { value, rows } = await rowsOf(stack(), () => check(as('support'), kind, text))
        const headers = [...value.headers].filter(([name]) => name !== 'date')
        const paths = (await askedPaths(stack())).sort()
        const entries = rows.map(({ seq: _, time_ms: __, reference: ___, reason, ...row }) => ({
          ...row,
          reason: reason?.replace(/match|other/, 'word'),
        }))
        const table = (await checks()).map(({ status: _, seq: __, at: ___, ...row }) => row)
        seen.push({ status: value.status, headers, length: value.text.length, paths, entries, table })
        await stack().deps.store.db.deleteFrom('caller_checks').execute()
      }
      expect(seen[0]).toEqual(seen[1])
      expect(seen[0]?.status).toBe(200)
      expect(seen[0]?.headers).toContainEqual(['cache-control', 'no-store'])
      expect(seen[0]?.paths.length).toBeGreaterThan(0)
    },
  )

  itOnOneDatabase(
    'records the field, the purpose and the answer, but not the value that the caller said',
    async () => {
      for (const [said, answer] of [
        [right.email, 'match'],
        [wrong.email, 'other'],
      ] as const) {
        const { rows } = await rowsOf(stack(), () => answerTo('email', said))
        expect(rows).toMatchObject([
          {
            action: 'caller.checked',
            result: 'allowed',
            reason: `answer:${answer}`,
            field: 'profile.email',
            purpose_code: 'customer_call',
            subject_kind: 'customer',
            subject_id: customer,
          },
        ])
      }
    },
  )

  itOnOneDatabase.each([
    ['dob', '04/05/1988'],
    ['iban', 'DE88370400440532013000'],
    ['email', 'nobody'],
    ['postal_code', '!!'],
  ] as const)(
    'rejects %s %j at the field without repeating it, and does not count it',
    async (kind, said) => {
      const { value, rows } = await rowsOf(stack(), () => check(as('support'), kind, said))
      expect(problemIn(value, 'bad_request').fields).toMatchObject([
        { name: 'claim', rule: 'documented_form' },
      ])
      expect(value.text).not.toContain(said)
      expect(rows).toMatchObject([{ action: 'caller.checked', result: 'failed', reason: 'bad_request' }])
      expect(await checks()).toEqual([])
    },
  )

  itOnOneDatabase(
    'is for roles that talk to customers, and for fields that the role may know to exist',
    async () => {
      for (const person of ['auditor', 'admin'] as const)
        problemIn(await check(as(person), 'email', right.email), 'not_allowed')
      problemIn(await check(stack().visitor(), 'email', right.email), 'not_signed_in')
      // Hides from finance if there is an e-mail address: a right and a wrong value get the same refusal.
      const bodies = []
      for (const said of [right.email, wrong.email]) {
        const refused = await check(as('finance'), 'email', said)
        bodies.push({ ...problemIn(refused, 'not_allowed'), reference: '' })
      }
      expect(bodies[0]).toEqual(bodies[1])
      expect((await check(as('finance'), 'iban', right.iban, paidByTransfer)).json).toEqual({
        answer: 'match',
      })
      expect(await answerTo('email', right.email)).toBe('match')
    },
  )

  itOnOneDatabase('answers alike for a customer outside the scope and an unknown customer', async () => {
    const foreign = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
    const there = problemIn(await check(as('finance2'), 'iban', right.iban, foreign), 'not_found')
    const nowhere = problemIn(
      await check(as('finance2'), 'iban', right.iban, 'c_00000000000000000000'),
      'not_found',
    )
    expect({ ...there, reference: '' }).toEqual({ ...nowhere, reference: '' })
  })

  it('blocks a field after five wrong answers of any staff in 15 minutes, and alerts once', async () => {
    const second = await startSessionOf(stack(), 'second.agent', ['support'])
    for (let nth = 0; nth < 5; nth += 1) {
      const visitor = nth % 2 === 0 ? as('support') : second
      expect((await check(visitor, 'dob', `1${nth}.04.1988`)).status).toBe(200)
    }
    const { value, rows } = await rowsOf(stack(), () => check(second, 'dob', right.dob))
    problemIn(value, 'too_many_requests')
    expect(rows.map(({ action, result, reason }) => [action, result, reason])).toEqual([
      ['caller.limited', 'refused', 'wrong_answers'],
      ['caller.checked', 'failed', 'too_many_requests'],
    ])
    const again = await rowsOf(stack(), () => check(as('support'), 'dob', wrong.dob))
    problemIn(again.value, 'too_many_requests')
    expect(again.rows.map(({ action }) => action)).toEqual(['caller.checked'])
    // Allows another field of the same customer, and the same field of another customer.
    expect(await answerTo('email', right.email)).toBe('match')
    expect((await check(second, 'dob', right.dob, paidByTransfer)).status).toBe(200)
    await makeOlder(16)
    expect(await answerTo('dob', right.dob)).toBe('match')
  })

  it('blocks a field after twenty wrong answers in a day', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      expect(await answerTo('dob', `${10 + nth}.05.1988`)).toBe('other')
      if (nth % 5 === 4) await makeOlder(20)
    }
    problemIn(await check(as('support'), 'dob', right.dob), 'too_many_requests')
    await makeOlder(24 * 60)
    expect(await answerTo('dob', right.dob)).toBe('match')
  })

  it('blocks a person after thirty checks in an hour, even with right answers', async () => {
    const agent = await startSessionOf(stack(), 'busy.agent', ['support'])
    for (let nth = 0; nth < 30; nth += 1) expect((await check(agent, 'email', right.email)).status).toBe(200)
    const { value, rows } = await rowsOf(stack(), () => check(agent, 'email', right.email))
    problemIn(value, 'too_many_requests')
    expect(rows[0]).toMatchObject({ action: 'caller.limited', reason: 'checks_of_person' })
    expect(await answerTo('email', right.email)).toBe('match')
    await makeOlder(61)
    expect((await check(agent, 'email', right.email)).status).toBe(200)
  })

  it('keeps the limit for parallel checks through two instances', async () => {
    const beside = await startBeside(stack(), backing)
    try {
      const other = new Visitor(beside.origin)
      for (const [name, value] of as('support').jar) other.jar.set(name, value)
      const statuses = await Promise.all(
        Array.from({ length: 24 }, async (_, nth) => {
          const visitor = nth % 2 === 0 ? as('support') : other
          return (await check(visitor, 'dob', `${1 + nth}.06.1988`)).status
        }),
      )
      const answered = statuses.filter((status) => status === 200).length
      expect(answered).toBeLessThanOrEqual(5)
      expect(statuses.filter((status) => status === 429).length).toBe(24 - answered)
      // Expects that calls refused beside running calls have used up no attempt.
      for (let nth = answered; nth < 5; nth += 1)
        expect((await check(other, 'dob', `${1 + nth}.07.1988`)).status).toBe(200)
      problemIn(await check(other, 'dob', right.dob), 'too_many_requests')
    } finally {
      await beside.stop()
    }
  })

  itOnOneDatabase('does not count a failed read as a wrong answer', async () => {
    const failing = await customerHandleOf(stack(), 'fault-list-500')
    for (let nth = 0; nth < 7; nth += 1)
      problemIn(
        await check(as('support'), 'dob', wrong.dob, failing),
        'upstream_unreachable',
        'upstream_busy',
      )
    expect(new Set((await checks()).map(({ status }) => status))).toEqual(new Set(['failed']))
  })

  it('keeps no value that a caller said in the log or the database', async () => {
    const said = ['Zqvkwjxpth@hjqkzvwxbn.test', 'zqvkwjxpth@hjqkzvwxbn.test', 'QZ9X7VKW']
    await answerTo('email', said[0] ?? '')
    await answerTo('postal_code', said[2] ?? '')
    await check(as('support'), 'iban', said[0] ?? '')
    const { db } = stack().deps.store
    const kept = [
      stack().logged.join(''),
      JSON.stringify(await db.selectFrom('audit').selectAll().execute()),
      JSON.stringify(await checks()),
      ...filesUnder(stack().dataDir).map(({ bytes }) => bytes.toString('latin1')),
    ]
    for (const text of kept) for (const one of said) expect(text.includes(one)).toBe(false)
  })

  /** Moves all checks into the past by this number of minutes. */
  async function makeOlder(minutes: number): Promise<void> {
    for (const { seq, at } of await checks())
      await stack()
        .deps.store.db.updateTable('caller_checks')
        .set({ at: at - minutes * 60_000 })
        .where('seq', '=', seq)
        .execute()
  }
}

// Disable the workers, so that all calls to the payment service belong to a check and can be compared.
onEachDatabase('caller verification', suite, {}, { workers: false })
