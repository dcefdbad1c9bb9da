import { maxQuestionsPerMinute } from '@paydesk/bff/features/questions/ask'
import { ProblemError } from '@paydesk/bff/platform/problem/problem'
import { backgroundRefreshHeader, csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  customerHandleOf,
  customerOf,
  identityHandleOf,
  isTriedOn,
  onEachDatabase,
  problemIn,
  untilNoted,
} from '../../support/contract/support.ts'
import { type Person, people, type Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const question = 'Is the identity of this customer complete by now?'
const words = 'It waits for the letter from Wjqkxpvzyb'

onEachDatabase('a question to another role', (stack, backing) => {
  const itOnOneDatabase = it.runIf(isTriedOn(backing))
  const visitors = new Map<Person, Visitor>()
  let customer = ''

  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
    customer = await customerHandleOf(stack(), 'cust-00417')
  })
  beforeEach(async () => {
    await stack().deps.store.db.deleteFrom('questions').execute()
  })

  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const about = (handle = customer) => ({ kind: 'customer', customer: handle })
  const call = (visitor: Visitor, more: object = {}) =>
    visitor.call(endpoints.askQuestion, {
      params,
      body: { about: about(), to: 'compliance', question, ...more },
    })
  const ask = async (person: Person, more: object = {}) =>
    endpoints.askQuestion.response.parse((await call(as(person), more)).json)
  const list = (person: Person, show = 'open') =>
    as(person).get(endpoints.listQuestions, { params, query: { show } })
  const answer = (visitor: Visitor, handover: string, body: object = { answer: 'yes' }) =>
    visitor.call(endpoints.answerQuestion, { params: { ...params, question: handover }, body })
  const answered = async (person: Person, handover: string, body: object = { answer: 'yes' }) =>
    endpoints.answerQuestion.response.parse((await answer(as(person), handover, body)).json)
  const rows = () => stack().deps.store.db.selectFrom('questions').selectAll().execute()

  it('is asked by support, answered by the addressed role, and the answer is read by the asker', async () => {
    const listener = await listenToStream(as('support'))
    const asked = await ask('support')
    expect(asked).toMatchObject({
      answer: 'asked',
      question: { to: 'compliance', by: { me: true }, answer: null, mayAnswer: false },
    })
    const { id: handover } = asked.question
    expect(await list('compliance', 'to_answer')).toMatchObject({
      waiting: 1,
      questions: [{ id: handover, mayAnswer: true, question: { visibility: 'clear', text: question } }],
    })
    const done = await answered('compliance', handover, { answer: 'text', text: words })
    expect(done).toMatchObject({ answer: 'done', question: { mayAnswer: false, by: { me: false } } })
    expect(await list('support')).toMatchObject({ questions: [], newAnswers: 1 })
    const given = { answer: 'text', text: { visibility: 'clear', text: words }, isNew: true }
    // A background refresh does not mark the answer as seen.
    const headers = {
      [csrfHeader.name]: csrfHeader.value,
      [backgroundRefreshHeader.name]: backgroundRefreshHeader.value,
    }
    await as('support').send('GET', '/api/stage/questions?show=asked', { headers })
    expect(await list('support')).toMatchObject({ newAnswers: 1 })
    expect(await list('support', 'asked')).toMatchObject({ questions: [{ answer: given }], newAnswers: 0 })
    // Listing marks the answer as seen.
    expect(await list('support', 'asked')).toMatchObject({ questions: [{ answer: { isNew: false } }] })
    const told = () => listener.changes().filter(({ kind }) => kind === 'question')
    await vi.waitFor(() => expect(told().map(({ version }) => version)).toEqual([1, 2]), 20_000)
    expect(new Set(told().map(({ id }) => id))).toEqual(new Set([handover]))
    listener.leave()
  })

  itOnOneDatabase(
    'is about a transaction in our records, or about an identity, which stands for its customer',
    async () => {
      const of = await customerOf(stack(), 'cust-00417')
      const transaction = of.transaction(0)
      await as('support').get(endpoints.showTransaction, { params: { ...params, transaction } })
      await untilNoted(stack(), transaction)
      const asked = await ask('support', { about: { kind: 'transaction', transaction } })
      expect(asked.question.about).toEqual({ kind: 'transaction', transaction })
      const identity = await identityHandleOf(stack(), 'cust-00417', of.identity)
      const other = await ask('support', { about: { kind: 'identity', identity } })
      expect(other.question.about).toEqual({ kind: 'customer', customer })
    },
  )

  it('is listed with customer, amount and state of its subject, masked as in other lists of the role', async () => {
    const of = await customerOf(stack(), 'cust-00417')
    const transaction = of.transaction(0)
    await as('finance').get(endpoints.showTransaction, { params: { ...params, transaction } })
    await untilNoted(stack(), transaction)
    await ask('finance')
    await ask('finance', { about: { kind: 'transaction', transaction } })
    const kinds = ['transaction', 'customer'] as const
    const listed = async (person: Person, show: string) => {
      const { questions } = await list(person, show)
      return kinds.map((kind) => questions.find(({ about: { kind: one } }) => one === kind))
    }
    const { rows: all } = await as('finance').get(endpoints.listTransactions, { params, query: {} })
    const row = all.find((one) => one.transaction === transaction)
    if (row === undefined) throw new Error('the transaction is in no list')
    const { rid, merchant, state, inReview, amount, currency } = row
    expect(await listed('finance', 'asked')).toMatchObject([
      { facts: { customer, rid, merchant, state, inReview, amount, currency }, customer: null },
      { facts: null, customer: { rid, merchant } },
    ])
    const { entries } = await as('compliance').get(endpoints.listInbox, { params, query: {} })
    const facts = entries.find((entry) => entry.transaction === transaction)?.facts
    if (facts == null) throw new Error('the question is not in the inbox')
    expect(await listed('compliance', 'to_answer')).toMatchObject([
      { facts, customer: null },
      { facts: null, customer: { rid: facts.rid, merchant: facts.merchant } },
    ])
  })

  itOnOneDatabase('is visible only to the asker and the addressed role', async () => {
    const { id: handover } = (await ask('support')).question
    expect(await list('finance')).toMatchObject({ questions: [], waiting: 0 })
    problemIn(await answer(as('finance'), handover), 'not_found')
    problemIn(await answer(as('support'), handover), 'not_allowed')
    for (const person of ['auditor', 'admin'] as const) {
      problemIn(await call(as(person)), 'not_allowed')
      problemIn(await answer(as(person), handover), 'not_allowed')
      problemIn(await as(person).call(endpoints.listQuestions, { params }), 'not_allowed')
    }
    problemIn(await call(stack().visitor()), 'not_signed_in')
    problemIn(await answer(stack().visitor(), handover), 'not_signed_in')
    expect((await rows()).map(({ answered_at }) => answered_at)).toEqual([null])
  })

  itOnOneDatabase(
    'follows the active role, and nobody answers their own question with another role',
    async () => {
      const two = await startSessionOf(stack(), 'two.roles', ['finance', 'compliance'])
      await two.get(endpoints.chooseRole, { body: { role: 'finance' } })
      const theirs = (await ask('support')).question.id
      problemIn(await answer(two, theirs), 'not_found')
      const asked = endpoints.askQuestion.response.parse((await call(two)).json)
      await two.get(endpoints.chooseRole, { body: { role: 'compliance' } })
      problemIn(await answer(two, asked.question.id), 'not_allowed')
      const seen = await two.get(endpoints.listQuestions, { params, query: { show: 'to_answer' } })
      expect(seen).toMatchObject({ waiting: 1, questions: [{ id: theirs }] })
      expect((await answer(two, theirs)).status).toBe(200)
    },
  )

  itOnOneDatabase('about another merchant is answered like a question about an unknown subject', async () => {
    const foreign = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
    const elsewhere = problemIn(await call(as('finance2'), { about: about(foreign) }), 'not_found')
    const unknown = about('c_00000000000000000000')
    const nowhere = problemIn(await call(as('finance2'), { about: unknown }), 'not_found')
    expect({ ...elsewhere, reference: '' }).toEqual({ ...nowhere, reference: '' })
    const transaction = '00000000-0000-4000-8000-000000000000'
    problemIn(await call(as('support'), { about: { kind: 'transaction', transaction } }), 'not_found')
    const { id: handover } = (await ask('compliance', { about: about(foreign), to: 'finance' })).question
    expect(await list('finance2')).toMatchObject({ questions: [], waiting: 0 })
    problemIn(await answer(as('finance2'), handover), 'not_found')
    expect(await list('finance', 'to_answer')).toMatchObject({ waiting: 1 })
  })

  itOnOneDatabase.each([
    [{ question: 'Too short' }, 'question'],
    [{ question: 'x'.repeat(501) }, 'question'],
    [{ to: 'support' }, 'to'],
    [{ about: { kind: 'anything' } }, 'about.kind'],
    [{ surplus: 1 }, '(another member)'],
  ])('is rejected if it is malformed: %o', async (more, name) => {
    expect(problemIn(await call(as('support'), more), 'bad_request').fields).toMatchObject([{ name }])
    expect(await rows()).toEqual([])
  })

  itOnOneDatabase.each([
    [{ answer: 'text' }],
    [{ answer: 'text', text: 'no' }],
    [{ answer: 'text', text: 'Write to mara.lindqvist@example.test' }],
    [{ answer: 'text', text: 'It is paid from SE45 5000 0000 0583 9825 7466 now' }],
    [{ answer: 'yes', text: 'Paid with 4111 1111 1111 1111, see there' }],
    [{ answer: 'no', text: 'See\nmara.lindqvist@example.test' }],
  ])('rejects an answer without text or with personal data, and names the field: %o', async (body) => {
    const { id: handover } = (await ask('support')).question
    const answerGiven = await answer(as('compliance'), handover, body)
    expect(problemIn(answerGiven, 'bad_request').fields).toMatchObject([{ name: 'text' }])
    expect(answerGiven.text).not.toMatch(/lindqvist|4111|SE45/)
    expect((await rows()).map(({ answered_at }) => answered_at)).toEqual([null])
  })

  itOnOneDatabase('accepts an answer of several lines', async () => {
    const { id: handover } = (await ask('support')).question
    const text = 'Two letters are missing.\nAsk again on Friday.'
    expect(await answered('compliance', handover, { answer: 'text', text })).toMatchObject({ answer: 'done' })
  })

  it('that is asked again stays the same, and another question about the same subject waits for the answer', async () => {
    const first = await ask('support')
    expect(await ask('support')).toEqual(first)
    const other = { question: 'Is something missing from this customer?' }
    expect(await ask('support', other)).toEqual({ ...first, answer: 'open_already' })
    expect(await ask('support', { to: 'finance' })).toEqual({ ...first, answer: 'open_already' })
    const many = await Promise.all(Array.from({ length: 10 }, () => ask('finance')))
    expect(new Set(many.map(({ question: handover }) => handover.id)).size).toBe(1)
    await answered('compliance', first.question.id)
    const next = await ask('support', other)
    expect(next.answer).toBe('asked')
    expect(next.question.id).not.toBe(first.question.id)
  })

  it('is answered once: later and concurrent answers change nothing', async () => {
    const { id: handover } = (await ask('support')).question
    await answered('compliance', handover, { answer: 'no' })
    const second = await answered('compliance', handover, { answer: 'yes' })
    expect(second).toMatchObject({ answer: 'too_late', question: { answer: { answer: 'no' } } })
    const again = (await ask('support')).question.id
    const many = await Promise.all(Array.from({ length: 10 }, () => answered('compliance', again)))
    expect(many.filter(({ answer: given }) => given === 'done')).toHaveLength(1)
  })

  it('is listed newest first, page by page and once, also among many questions of one instant', async () => {
    await ask('support')
    const [some] = await rows()
    if (some === undefined) throw new Error('nothing was asked')
    const more = Array.from({ length: 130 }, (_, nth) => ({
      ...some,
      id: `h_${String(nth).padStart(20, '0')}`,
      subject_id: `c_${String(nth).padStart(20, '0')}`,
      at: 1_700_000_000_000 + (nth < 110 ? 0 : nth),
    }))
    for (const row of more) await stack().deps.store.db.insertInto('questions').values(row).execute()
    const all = (await rows()).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
    for (const [person, show] of [
      ['support', 'asked'],
      ['support', 'open'],
      ['compliance', 'to_answer'],
    ] as const) {
      const ids: string[] = []
      let after: string | undefined
      do {
        const query = after === undefined ? { show } : { show, after }
        const page = await as(person).get(endpoints.listQuestions, { params, query })
        expect(page.questions.length).toBeLessThanOrEqual(50)
        ids.push(...page.questions.map(({ id: handover }) => handover))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(ids, show).toEqual(all)
    }
    // A page cursor is valid for its own list and person only.
    const { next } = await list('support', 'asked')
    for (const [person, show] of [
      ['support', 'open'],
      ['compliance', 'asked'],
    ] as const) {
      const query = { show, after: next ?? '' }
      const refused = await as(person).call(endpoints.listQuestions, { params, query })
      expect(problemIn(refused, 'bad_request').fields).toMatchObject([{ name: 'after' }])
    }
  })

  it('can be listed in many windows at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      await answered('compliance', (await ask('support')).question.id)
      const query = { show: 'asked' }
      const pages = await Promise.all(
        Array.from({ length: 12 }, () => as('support').call(endpoints.listQuestions, { params, query })),
      )
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
      expect((await list('support')).newAnswers).toBe(0)
    }
  })

  it('is stored only encrypted, like its answer', async () => {
    const { id: handover } = (await ask('support')).question
    await answered('compliance', handover, { answer: 'text', text: words })
    const [kept] = await rows()
    const all = JSON.stringify(kept)
    for (const text of [question, words, 'Clara Weiss']) expect(all).not.toContain(text)
    const { cipher } = stack().deps
    expect(cipher.open('review', kept?.sealed_question ?? '')).toBe(question)
    expect(cipher.open('review', kept?.sealed_answer ?? '')).toBe(words)
    expect(stack().logged.join('')).not.toContain(words)
  })

  itOnOneDatabase(
    'is asked no more often in a minute than the limit, and nothing is stored then',
    async () => {
      const { deps } = stack()
      const { issuer, subject } = await deps.store.db
        .selectFrom('staff')
        .select(['issuer', 'subject'])
        .where('subject', '=', people.finance2)
        .executeTakeFirstOrThrow()
      const countCalls = () => {
        for (let nth = 0; nth <= maxQuestionsPerMinute; nth += 1)
          deps.questionLimit({ session: { issuer, subject } })
      }
      expect(countCalls).toThrow(ProblemError)
      problemIn(await call(as('finance2')), 'too_many_requests')
      expect(await rows()).toEqual([])
      expect((await call(as('support'))).status).toBe(200)
    },
  )
})
