import type { InboxEntry } from '@paydesk/shared/cases/inbox'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it, vi } from 'vitest'
import {
  answerApproval,
  claimAndDecideCase,
  createCaseInReview,
  loadDecision,
  openCase,
} from '../../support/contract/decisions.ts'
import { insertItem, startSessionOf } from '../../support/contract/review-cases.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import { customerHandleOf, onEachDatabase, problemIn } from '../../support/contract/support.ts'
import { people as persons, type Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const day = 86_400_000
const note = 'Is the second letter enough for you?'
const question = 'Is the identity of this customer complete by now?'
const why = { purpose: 'payment_investigation', caseRef: 'CASE-4711', text: 'The bank wants every payment' }

onEachDatabase('the inbox', (stack) => {
  let [support, farid, fiona, clara, cora, auditor]: Visitor[] = []
  const people = () => {
    if (!support || !farid || !fiona || !clara || !cora || !auditor) throw new Error('nobody has signed in')
    return { support, farid, fiona, clara, cora, auditor }
  }
  let customer = ''

  beforeAll(async () => {
    support = await stack().as('support')
    farid = await stack().as('finance')
    fiona = await stack().as('finance2')
    clara = await stack().as('compliance')
    auditor = await stack().as('auditor')
    cora = await startSessionOf(stack(), 'cora.second', ['compliance'])
    customer = await customerHandleOf(stack(), 'cust-00417')
  })

  const page = (visitor: Visitor, query: Record<string, string> = {}) =>
    visitor.get(endpoints.listInbox, { params, query })
  const about = async (visitor: Visitor, kind: InboxEntry['kind'], query: Record<string, string> = {}) =>
    (await page(visitor, { kind, ...query })).entries
  const count = (visitor: Visitor) => visitor.get(endpoints.countUnreadInboxEntries, { params })
  const mark = (visitor: Visitor, entries: readonly string[] | null, isRead: boolean) =>
    visitor.get(endpoints.markInboxEntries, { params, body: { entries, isRead } })
  /** Mentions Fiona in a note on a case about identity, whose transaction our records know with its amount. */
  async function mention(): Promise<TransactionId> {
    const transaction = await insertItem(stack(), {
      ...{ concerns: 'kyc', customer, amount_minor: 12_550, currency: 'EUR' },
    })
    await noteTransaction(stack(), {
      ...{ id: transaction, customer, amount_minor: 12_550, currency: 'EUR', amount_source: 'create' },
    })
    const of = { params: { ...params, transaction } }
    const { colleagues } = await people().farid.get(endpoints.listMentionCandidates, of)
    const fionas = colleagues.find(({ name }) => name.startsWith('Fiona'))?.colleague
    await people().farid.get(endpoints.addCaseNote, {
      ...of,
      body: { text: note, mentions: fionas === undefined ? [] : [fionas] },
    })
    return transaction
  }

  it('has a mention for the mentioned person only, with the facts of its transaction', async () => {
    const listener = await listenToStream(people().fiona)
    const others = await listenToStream(people().clara)
    const transaction = await mention()
    const [entry] = await about(people().fiona, 'mention')
    expect(entry).toMatchObject({
      ...{ isRead: false, outcome: null, until: null, transaction, customer: null, rows: null },
      by: { name: 'Farid Nasser', me: false },
      target: { page: 'case', transaction },
      facts: {
        customer,
        amount: { visibility: 'clear', text: '12550' },
        rid: { visibility: 'clear', text: 'cust-00417' },
      },
    })
    // The text of the note stays on the page of the case.
    expect(JSON.stringify(entry)).not.toContain('letter')
    for (const visitor of [people().farid, people().clara, people().auditor, people().support])
      expect(await about(visitor, 'mention')).toEqual([])
    const heard = () => listener.changes().filter(({ kind }) => kind === 'inbox')
    await vi.waitFor(() => expect(heard()).toHaveLength(1), 20_000)
    expect(others.changes().filter(({ kind }) => kind === 'inbox')).toEqual([])
    listener.leave()
    others.leave()
    expect((await count(people().fiona)).newest).toEqual({ mention: entry?.at })
  })

  it('is marked as read and unread by its person, one by one and all at once', async () => {
    await mention()
    const { entries, unread } = await page(people().fiona)
    expect(unread).toBeGreaterThanOrEqual(2)
    const [first, second] = entries.map(({ entry }) => entry)
    if (first === undefined || second === undefined) throw new Error('two entries are needed')
    expect(await mark(people().fiona, [first], true)).toMatchObject({ unread: unread - 1 })
    expect(
      (await about(people().fiona, 'mention', { show: 'unread' })).map(({ entry }) => entry),
    ).not.toContain(first)
    expect(await mark(people().fiona, [first], false)).toMatchObject({ unread })
    expect(await mark(people().fiona, null, true)).toEqual({ unread: 0, newest: {} })
    expect(await page(people().fiona, { show: 'unread' })).toMatchObject({ entries: [], unread: 0 })
    expect(await mark(people().fiona, [second], false)).toMatchObject({ unread: 1 })
    // Nobody stores marks of entries that are not their own.
    await mark(people().farid, [first, 'mention.999999'], true)
    const rows = await stack().deps.store.db.selectFrom('inbox_marks').selectAll().execute()
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set([persons.finance2]))
    const body = { entries: null, isRead: false }
    problemIn(await people().fiona.call(endpoints.markInboxEntries, { params, body }), 'bad_request')
  })

  it('is read once its person has opened the case', async () => {
    const transaction = await createCaseInReview(stack())
    const of = { params: { ...params, transaction } }
    await people().fiona.get(endpoints.claimCase, { ...of, body: {} })
    await people().farid.get(endpoints.claimCase, { ...of, body: { takeOver: 'I go on with it' } })
    const taken = async () => (await about(people().fiona, 'take_over'))[0]
    expect(await taken()).toMatchObject({ isRead: false, transaction, by: { name: 'Farid Nasser' } })
    expect(await about(people().farid, 'take_over')).toEqual([])
    await openCase(people().farid, transaction)
    expect(await taken()).toMatchObject({ isRead: false })
    await openCase(people().fiona, transaction)
    expect(await taken()).toMatchObject({ isRead: true })
  })

  it('has a take-over for the holder of the claim that it ended, by the person who then had the case', async () => {
    const transaction = await createCaseInReview(stack())
    const of = { params: { ...params, transaction } }
    const body = { takeOver: 'I go on with it' }
    await people().fiona.get(endpoints.claimCase, { ...of, body: {} })
    await people().farid.get(endpoints.claimCase, { ...of, body })
    await people().fiona.get(endpoints.claimCase, { ...of, body })
    const taken = async (visitor: Visitor) =>
      (await about(visitor, 'take_over')).filter((entry) => entry.transaction === transaction)
    const claims = await stack()
      .deps.store.db.selectFrom('review_claims')
      .select(['seq', 'ending'])
      .where('transaction_id', '=', transaction)
      .orderBy('seq')
      .execute()
    expect(claims.map(({ ending }) => ending)).toEqual(['taken_over', 'taken_over', null])
    expect(await taken(people().fiona)).toMatchObject([
      { entry: `take_over.${claims[0]?.seq}`, by: { name: 'Farid Nasser' } },
    ])
    expect(await taken(people().farid)).toMatchObject([
      { entry: `take_over.${claims[1]?.seq}`, by: { name: expect.stringContaining('Fiona') } },
    ])
  })

  it('has a decision for each approver until it is answered, and the answer for its maker', async () => {
    const transaction = await createCaseInReview(stack())
    const { decision } = await claimAndDecideCase(people().farid, transaction)
    const waiting = async (visitor: Visitor) =>
      (await about(visitor, 'approval')).filter((entry) => entry.transaction === transaction)
    expect(await waiting(people().fiona)).toMatchObject([
      { isRead: false, target: { page: 'decision', decision }, by: { name: 'Farid Nasser' } },
    ])
    for (const visitor of [people().farid, people().auditor]) expect(await waiting(visitor)).toEqual([])
    await loadDecision(people().fiona, decision)
    expect(await waiting(people().fiona)).toMatchObject([{ isRead: true }])
    expect(await waiting(people().clara)).toMatchObject([{ isRead: false }])
    await answerApproval(people().fiona, decision, {
      answer: 'send_back',
      text: 'Ask for the second letter first',
    })
    for (const visitor of [people().fiona, people().clara]) expect(await waiting(visitor)).toEqual([])
    const [told] = await about(people().farid, 'approval_answer')
    expect(told).toMatchObject({ isRead: false, outcome: 'returned', target: { decision } })
    await loadDecision(people().farid, decision)
    expect((await about(people().farid, 'approval_answer'))[0]).toMatchObject({ isRead: true })
  })

  it('has a question for the role that is asked, and the answer for the person who asked', async () => {
    const body = { about: { kind: 'customer', customer }, to: 'compliance', question }
    const asked = await people().support.get(endpoints.askQuestion, { params, body })
    const id = asked.question.id
    expect((await about(people().clara, 'question'))[0]).toMatchObject({
      ...{ entry: `question.${id}`, isRead: false, target: { page: 'questions' }, facts: null },
      customer: { customer, rid: { visibility: 'clear', text: 'cust-00417' } },
    })
    for (const visitor of [people().support, people().farid])
      expect(await about(visitor, 'question')).toEqual([])
    await people().clara.get(endpoints.answerQuestion, {
      params: { ...params, question: id },
      body: { answer: 'yes' },
    })
    expect(await about(people().clara, 'question')).toEqual([])
    const answers = () => about(people().support, 'answer')
    expect(await answers()).toMatchObject([{ entry: `answer.${id}`, isRead: false }])
    await people().support.get(endpoints.listQuestions, { params, query: { show: 'asked' } })
    expect(await answers()).toMatchObject([{ isRead: true }])
  })

  it('has requests for exports for their approvers, and for the requester once they are ready', async () => {
    const selection = { list: 'transactions', filter: {} }
    const { request } = (
      await people().fiona.get(endpoints.requestExport, { params, body: { selection, ...why } })
    ).request
    const subjects = { params, body: { customer, ticket: 'CASE-4712' } }
    const asked = (await people().clara.get(endpoints.requestSubjectAccessExport, subjects)).request.request
    const kinds = async (visitor: Visitor) => {
      const { entries } = await page(visitor)
      const exports = ['export_requests', 'subject_access']
      return entries
        .filter(({ target }) => exports.includes(target.page))
        .map(({ entry }) => entry)
        .sort()
    }
    expect(await kinds(people().cora)).toEqual([`approval.${asked}`, `approval.${request}`].sort())
    expect(await kinds(people().clara)).toEqual([`approval.${request}`])
    for (const visitor of [people().farid, people().fiona, people().auditor])
      expect(await kinds(visitor)).toEqual([])
    const { cora: approver } = people()
    await approver.get(endpoints.decideExportRequest, {
      params: { ...params, request },
      body: { answer: 'confirm' },
    })
    await approver.get(endpoints.decideSubjectAccessExport, {
      params: { ...params, request: asked },
      body: { answer: 'refuse', text: 'The ticket is of another customer' },
    })
    expect(await kinds(approver)).toEqual([])
    expect((await about(people().fiona, 'export_ready'))[0]).toMatchObject({
      ...{ entry: `export_ready.${request}`, outcome: 'approved', until: expect.any(String) },
      target: { page: 'export_requests' },
    })
    const rejected = await about(people().clara, 'approval_answer')
    expect(rejected.filter(({ target }) => target.page === 'subject_access')).toMatchObject([
      { entry: `approval_answer.${asked}`, outcome: 'rejected', customer: { customer } },
    ])
  })

  it('is read once its person has fetched what is ready, from any page, and by nobody else', async () => {
    const { fiona, clara, cora } = people()
    const selection = { list: 'transactions', filter: {} }
    const asked = await fiona.get(endpoints.requestExport, { params, body: { selection, ...why } })
    const { request } = asked.request
    const subject = (
      await clara.get(endpoints.requestSubjectAccessExport, {
        params,
        body: { customer: await customerHandleOf(stack(), 'cust-00418'), ticket: 'CASE-4713' },
      })
    ).request.request
    const confirm = { answer: 'confirm' }
    await cora.get(endpoints.decideExportRequest, { params: { ...params, request }, body: confirm })
    await cora.get(endpoints.decideSubjectAccessExport, {
      params: { ...params, request: subject },
      body: confirm,
    })
    const isRead = async (visitor: Visitor, id: string) =>
      (await about(visitor, 'export_ready')).find(({ entry }) => entry === `export_ready.${id}`)?.isRead
    expect([await isRead(fiona, request), await isRead(clara, subject)]).toEqual([false, false])
    const fetchSubject = (visitor: Visitor) =>
      visitor.call(endpoints.downloadSubjectAccessExport, { params: { ...params, request: subject } })
    // The approver may download it as well, and has no entry about it.
    expect((await fetchSubject(cora)).status).toBe(200)
    expect([await isRead(cora, subject), await isRead(clara, subject)]).toEqual([undefined, false])

    const countChanges = async () => {
      const { db } = stack().deps.store
      return (await db.selectFrom('changes').selectAll().where('kind', '=', 'inbox').execute()).length
    }
    const before = await countChanges()
    const fetchExport = () => fiona.call(endpoints.exportTransactions, { params, query: { request } })
    expect((await fetchExport()).status).toBe(200)
    expect((await fetchSubject(clara)).status).toBe(200)
    expect([await isRead(fiona, request), await isRead(clara, subject)]).toEqual([true, true])
    // Each person's windows hear of it once. A repeated download changes nothing, unless its person has marked the
    // entry as unread since.
    expect((await fetchExport()).status).toBe(200)
    expect(await countChanges()).toBe(before + 2)
    await mark(fiona, [`export_ready.${request}`], false)
    expect((await fetchExport()).status).toBe(200)
    expect(await isRead(fiona, request)).toBe(true)
  })

  it('masks its facts for the role, and shows nothing of another merchant or without the role', async () => {
    const transaction = await mention()
    const { db } = stack().deps.store
    await db
      .updateTable('review_mentions')
      .set({ subject: persons.auditor })
      .where('item', 'in', (eb) =>
        eb.selectFrom('review_cases').select('seq').where('transaction_id', '=', transaction),
      )
      .execute()
    const [masked] = await about(people().auditor, 'mention')
    expect(masked?.facts?.amount.visibility).toBe('masked')
    expect(JSON.stringify(masked)).not.toContain('cust-00417')
    await db
      .updateTable('review_cases')
      .set({ merchant: 'demo-outlet' })
      .where('transaction_id', '=', transaction)
      .execute()
    await db.updateTable('review_mentions').set({ subject: persons.finance2 }).execute()
    const theirs = (await about(people().fiona, 'mention')).map((entry) => entry.transaction)
    expect(theirs).not.toContain(transaction)
    // A role that loses its review work loses these entries with it, and keeps none of their count.
    const two = await startSessionOf(stack(), persons.finance2, ['finance', 'support'])
    await two.get(endpoints.chooseRole, { body: { role: 'support' } })
    expect((await page(two)).entries.filter(({ kind }) => kind !== 'answer')).toEqual([])
    problemIn(
      await (await stack().as('admin')).call(endpoints.countUnreadInboxEntries, { params }),
      'not_allowed',
    )
  })

  it('begins as read before the first day of a person, and ends after thirty days with its marks', async () => {
    const { db } = stack().deps.store
    await db.deleteFrom('review_mentions').execute()
    await db.deleteFrom('inbox_marks').execute()
    await mention()
    const [entry] = await about(people().fiona, 'mention')
    expect(entry?.isRead).toBe(false)
    const age = (at: number) => db.updateTable('review_mentions').set({ at }).execute()
    await age(Date.now() - 2 * day)
    expect(await about(people().fiona, 'mention')).toMatchObject([{ isRead: true }])
    await mark(people().fiona, [entry?.entry ?? ''], false)
    expect(await about(people().fiona, 'mention')).toMatchObject([{ isRead: false }])
    await age(Date.now() - 31 * day)
    expect(await about(people().fiona, 'mention')).toEqual([])
    await db
      .updateTable('inbox_marks')
      .set({ at: Date.now() - 31 * day })
      .execute()
    await mention()
    await mark(people().fiona, null, true)
    const marks = await db.selectFrom('inbox_marks').select('entry').execute()
    expect(marks.map((one) => one.entry)).not.toContain(entry?.entry)
  })

  it('is listed page by page without gaps, also across entries of one instant', async () => {
    const { db } = stack().deps.store
    await db.deleteFrom('review_mentions').execute()
    const transaction = await mention()
    const [row] = await db.selectFrom('review_mentions').selectAll().execute()
    if (row === undefined) throw new Error('a mention is needed')
    const { seq: _seq, ...same } = row
    const more = Array.from({ length: 70 }, (_, nth) => ({ ...same, at: same.at - (nth < 60 ? 0 : nth) }))
    await db.insertInto('review_mentions').values(more).execute()
    const first = await page(people().fiona, { kind: 'mention' })
    expect(first.entries).toHaveLength(50)
    const second = await page(people().fiona, { kind: 'mention', after: first.next ?? '' })
    expect(second.next).toBeNull()
    const all = [...first.entries, ...second.entries]
    expect(new Set(all.map(({ entry }) => entry)).size).toBe(71)
    expect(new Set(all.map((entry) => entry.transaction))).toEqual(new Set([transaction]))
    const after = first.next ?? ''
    problemIn(await people().farid.call(endpoints.listInbox, { params, query: { after } }), 'bad_request')
  })
})
