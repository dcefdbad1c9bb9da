import type { CaseFilter, CaseSummary } from '@paydesk/shared/cases/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { insertItem } from '../../support/contract/review-cases.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { inboxRows, sendNotification } from '../../support/contract/send-notification.ts'
import { listenToStream, type StreamListener } from '../../support/contract/stream-listener.ts'
import {
  controlSandbox,
  customerHandleOf,
  customerOf,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }
const hour = 3_600_000
const soon = { timeout: 60_000, interval: 20 }

onOneDatabase('the review queue', (stack) => {
  const visitors = new Map<Person, Visitor>()
  const open: StreamListener[] = []

  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
  })
  beforeEach(async () => {
    await stack().deps.store.db.deleteFrom('review_cases').execute()
  })
  afterEach(() => {
    for (const one of open.splice(0)) one.leave()
  })

  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const ask = (person: Person, filter: CaseFilter & { after?: string } = {}) =>
    as(person).call(endpoints.listCases, {
      params: stage,
      query: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
    })
  const list = async (person: Person, filter: CaseFilter & { after?: string } = {}) =>
    endpoints.listCases.response.parse((await ask(person, filter)).json)
  const place = (person: Person, transaction: string) =>
    as(person).get(endpoints.showCaseQueuePosition, { params: { ...stage, transaction } })
  const idsOf = (rows: readonly CaseSummary[]) => rows.map(({ transaction }) => transaction)
  const tell = (id: string, event: string, reason: string, tasks: readonly { id: string; kind: string }[]) =>
    sendNotification(
      stack(),
      JSON.stringify({
        id,
        event,
        state: 'PENDING',
        compound_state: `PENDING.${reason}`,
        original_message: { merchant_id: 'demo-merchant' },
        outstanding_tasks: tasks,
      }),
    )

  it('contains transactions from the start to the end of their review, and sends live updates', async () => {
    const id = (await customerOf(stack(), 'cust-risk-review')).transaction(0)
    const listener = await listenToStream(as('finance'))
    open.push(listener)
    const heard = () =>
      listener
        .changes()
        .filter(({ kind, id: of }) => kind === 'review' && of === id)
        .map(({ version }) => version)
    await controlSandbox(stack(), 'POST', `transactions/${id}/notify`, {})
    await vi.waitFor(async () => expect(idsOf((await list('finance')).rows)).toEqual([id]), soon)
    const [row] = (await list('finance')).rows
    expect(row).toMatchObject({ kind: 'risk', version: 1, claim: null, decision: null, lastNote: null })
    expect(row?.rid).toEqual({ visibility: 'clear', text: 'cust-risk-review' })
    await vi.waitFor(() => expect(heard()).toEqual([1]), soon)
    await controlSandbox(stack(), 'POST', `transactions/${id}/move`, {
      state: 'SUCCESS',
      compound_state: 'SUCCESS.OK',
      event: 'transaction_accepted',
    })
    await vi.waitFor(async () => expect((await list('finance')).rows).toEqual([]), soon)
    expect((await list('finance')).figures.cases).toBe(0)
    await vi.waitFor(() => expect(heard()).toEqual([1, 2]), soon)
  })

  it('contains transactions with a task in a notification, even if their state names no review', async () => {
    const id = (await customerOf(stack(), 'cust-processing')).transaction(0)
    await tell(id, 'manual_risk_review', 'PROCESSING_TRANSACTION', [{ id: 'task-1', kind: 'review' }])
    await vi.waitFor(
      async () => expect((await list('finance')).rows).toMatchObject([{ transaction: id, kind: 'task' }]),
      soon,
    )
    await tell(id, 'payment_manually_accepted', 'PROCESSING_TRANSACTION', [])
    await vi.waitFor(async () => expect((await list('finance')).rows).toEqual([]), soon)
    expect((await inboxRows(stack())).filter(({ status }) => status === 'isolated')).toEqual([])
  })

  it('is visible to the roles that work on it, within their access, and shows support only the position', async () => {
    const own = await insertItem(stack(), { concerns: 'kyc', since_to: Date.now() - 3 * hour })
    const other = await insertItem(stack(), { merchant: 'demo-outlet', since_to: Date.now() - 2 * hour })
    const last = await insertItem(stack(), { since_to: Date.now() - hour })
    const orders = {
      finance: [own, other, last],
      finance2: [own, last],
      compliance: [own],
      auditor: [own, other, last],
    }
    for (const person of ['finance', 'finance2', 'compliance', 'auditor'] as const) {
      const page = await list(person)
      expect(idsOf(page.rows), person).toEqual(orders[person])
      expect([page.count, page.figures.cases], person).toEqual([orders[person].length, orders[person].length])
    }
    for (const person of ['support', 'admin'] as const) problemIn(await ask(person), 'not_allowed')
    problemIn(
      await as('admin').call(endpoints.showCaseQueuePosition, { params: { ...stage, transaction: own } }),
      'not_allowed',
    )
    expect(await place('support', last)).toMatchObject({
      inQueue: true,
      position: 3,
      waitingCases: 3,
      isClaimed: false,
    })
    // Count only visible cases, and answer the same for unknown cases and for cases of other merchants.
    expect(await place('finance2', last)).toMatchObject({ position: 2, waitingCases: 2 })
    const nothing = { inQueue: false, position: null, waitingCases: 2, since: null, isClaimed: false }
    expect(await place('finance2', other)).toEqual(nothing)
    expect(await place('finance2', 'nobody-knows-this-one')).toEqual(nothing)
    const { rows } = await rowsOf(stack(), async () => {
      await place('finance2', other)
      await place('finance2', last)
      await list('finance')
    })
    expect(
      rows.map(({ action, subject_id, merchant, result }) => [action, subject_id, merchant, result]),
    ).toEqual([
      ['case.position.viewed', null, null, 'allowed'],
      ['case.position.viewed', last, 'demo-merchant', 'allowed'],
      ['review.listed', null, null, 'allowed'],
    ])
  })

  it('shows in the position that a case is claimed, and never by which person or why', async () => {
    const id = await insertItem(stack(), { concerns: 'piv', kind: 'piv' })
    await as('finance').get(endpoints.claimCase, { params: { ...stage, transaction: id }, body: {} })
    const { since, ...seen } = await place('support', id)
    expect(seen).toEqual({ inQueue: true, position: 1, waitingCases: 1, isClaimed: true })
    expect(since).not.toBeNull()
  })

  it('shows amounts and notes as the field permissions say, and does not sort by amounts shown as ranges', async () => {
    const rid = 'mara.lindqvist@example.test'
    const customer = await customerHandleOf(stack(), rid, 'demo-outlet')
    const id = await insertItem(stack(), {
      ...{ merchant: 'demo-outlet', customer, amount_minor: 123_456, currency: 'EUR', concerns: 'kyc' },
    })
    const noted = { params: { ...stage, transaction: id }, body: { text: 'Asked the shop about it' } }
    await as('compliance').get(endpoints.addCaseNote, noted)
    const seen = async (person: Person) => (await list(person)).rows[0]
    for (const person of ['finance', 'compliance'] as const)
      expect(await seen(person), person).toMatchObject({
        amount: { visibility: 'clear', text: '123456' },
        rid: { visibility: 'masked', mask: 'email' },
        lastNote: { by: { name: 'Clara Weiss', me: person === 'compliance' }, text: { visibility: 'clear' } },
      })
    const audited = await ask('auditor')
    expect(audited.text).not.toMatch(/123456|Asked the shop|mara\.lindqvist/)
    expect(await seen('auditor')).toMatchObject({
      amount: { visibility: 'masked', mask: 'band' },
      lastNote: { text: { visibility: 'presence', present: true } },
    })
    expect((await list('auditor')).byAmount).toBe(false)
    const { fields } = problemIn(await ask('auditor', { sort: 'amount' }), 'bad_request')
    expect(fields?.map(({ name }) => name)).toEqual(['sort'])
    expect(await list('finance', { sort: 'amount' })).toMatchObject({ byAmount: true, count: 1 })
  })

  it('is filtered by a colleague of the list, which names staff to reviewers and their activity to the auditor', async () => {
    const claimed = await insertItem(stack())
    await insertItem(stack())
    await as('finance2').get(endpoints.claimCase, { params: { ...stage, transaction: claimed }, body: {} })
    const colleaguesOf = async (person: Person) =>
      (await as(person).get(endpoints.listColleagues, { params: stage })).colleagues
    const name = (await list('finance')).rows.find(({ claim }) => claim !== null)?.claim?.by.name
    const colleagues = await colleaguesOf('finance')
    expect(colleagues.map(({ person }) => person)).toEqual(colleagues.map(() => null))
    const owner = colleagues.find((each) => each.name === name)
    if (owner === undefined) throw new Error('the owner of the claim is no colleague')
    expect(owner).toMatchObject({ me: false, roles: expect.arrayContaining(['finance']), mayWork: true })
    expect(idsOf((await list('finance', { assignee: owner.colleague })).rows)).toEqual([claimed])
    const others = colleagues.filter(({ colleague }) => colleague !== owner.colleague)
    for (const { colleague } of others)
      expect(await list('finance', { assignee: colleague })).toMatchObject({ count: 0 })
    const seen = (await colleaguesOf('auditor')).find(({ colleague }) => colleague === owner.colleague)
    const params = { ...stage, person: seen?.person ?? '' }
    const activity = await as('auditor').get(endpoints.showStaffActivity, { params })
    expect(activity.person.name).toEqual({ visibility: 'clear', text: name })
    for (const person of ['support', 'admin'] as const)
      problemIn(await as(person).call(endpoints.listColleagues, { params: stage }), 'not_allowed')
  })

  it('shows an amount in another form than documented as it came, in the masks of the role', async () => {
    const received = { amount_text: '125.50', currency_text: 'eur', amount_source: 'notification' }
    const transaction_id = await noteTransaction(stack(), received)
    await insertItem(stack(), { transaction_id })
    const clear = (text: string) => ({ visibility: 'clear', text })
    const [row] = (await list('finance')).rows
    expect(row).toMatchObject({ amount: clear('125.50'), currency: clear('eur') })
    expect((await ask('auditor')).text).not.toMatch(/125\.50|"eur"/)
  })

  it('is paged with cursors that are valid for the same person and filter only', async () => {
    for (let n = 0; n < 60; n++) await insertItem(stack(), { since_to: Date.now() - n * hour })
    const first = await list('finance')
    expect([first.rows.length, first.count, first.more]).toEqual([50, 60, false])
    const after = first.next ?? ''
    const second = await list('finance', { after })
    expect([second.rows.length, second.next]).toEqual([10, null])
    expect(new Set([...idsOf(first.rows), ...idsOf(second.rows)]).size).toBe(60)
    for (const answer of [
      await ask('finance2', { after }),
      await ask('finance', { after, kind: 'manual' }),
      await ask('finance', { after, sort: 'expiry' }),
    ])
      expect(problemIn(answer, 'bad_request').fields?.map(({ name }) => name)).toEqual(['after'])
  })
})
