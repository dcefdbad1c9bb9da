import type { TransactionId } from '@paydesk/shared/core/ids'
import { backgroundRefreshHeader, csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it, vi } from 'vitest'
import { itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import { customerOf, onOneDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const iban = 'SE4550000000058398257466'
const day = 86_400_000

onOneDatabase('a mention of a colleague in a note', (stack) => {
  const visitors = new Map<Person, Visitor>()
  /** Cases in review because of the payment instrument, because of a risk, and at the other merchant. */
  let concerning: TransactionId
  let risky: TransactionId
  let elsewhere: TransactionId
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const db = () => stack().deps.store.db

  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
    concerning = (await customerOf(stack(), iban)).transaction(1)
    risky = (await customerOf(stack(), 'cust-risk-review')).transaction(0)
    elsewhere = (await customerOf(stack(), 'cust-outlet', 'demo-outlet')).transaction(1)
    for (const transaction of [concerning, risky, elsewhere]) {
      await as('finance').get(endpoints.showTransaction, { params: { env, transaction } })
      await vi.waitFor(() => itemRow(stack(), transaction), { timeout: 60_000, interval: 10 })
    }
  })

  const offered = async (person: Person, transaction = concerning) => {
    const { colleagues } = await as(person).get(endpoints.listMentionCandidates, {
      params: { env, transaction },
    })
    return new Map(colleagues.map(({ name, colleague }) => [name.split(' ')[0] ?? '', colleague]))
  }
  /** Handle of a person from the database, also of people who are not offered. */
  const handleOf = async (subject: string) =>
    (await db().selectFrom('staff').select('handle').where('subject', '=', subject).executeTakeFirstOrThrow())
      .handle
  const note = (person: Person, mentions: readonly string[], transaction = concerning) =>
    as(person).call(endpoints.addCaseNote, {
      params: { env, transaction },
      body: { text: 'Is the second letter enough for you?', mentions },
    })
  const waiting = async (person: Person) => {
    const page = await as(person).get(endpoints.listCases, {
      params: { env },
      query: { mentions: 'me', snoozed: '1' },
    })
    expect(page.figures.mentions).toBe(page.count)
    return page.rows.map(({ transaction }) => transaction)
  }
  const open = (person: Person, transaction = concerning) =>
    as(person).get(endpoints.showCase, { params: { env, transaction } })

  it('is offered for people who may see the case, except oneself', async () => {
    expect([...(await offered('finance')).keys()]).toEqual(['Auden', 'Clara', 'Fiona'])
    // Leave out compliance: the case concerns neither identity nor documents.
    expect([...(await offered('finance', risky)).keys()]).toEqual(['Auden', 'Fiona'])
    // Fiona has no access to that merchant.
    expect([...(await offered('finance', elsewhere)).keys()]).not.toContain('Fiona')
    expect([...(await offered('compliance')).keys()]).toEqual(['Auden', 'Farid', 'Fiona'])
    for (const handle of (await offered('finance')).values()) expect(handle).toMatch(/^s_[0-9a-z]{20}$/)
  })

  it('is not offered to roles that write no notes, or on cases outside the access of the person', async () => {
    const ask = (person: Person, transaction: string) =>
      as(person).call(endpoints.listMentionCandidates, { params: { env, transaction } })
    for (const person of ['support', 'auditor', 'admin'] as const)
      problemIn(await ask(person, concerning), 'not_allowed')
    problemIn(await ask('compliance', risky), 'not_found')
    problemIn(await ask('finance2', elsewhere), 'not_found')
  })

  it('is offered for 90 days after the last sign-in of a person, and a new sign-in keeps the handle', async () => {
    const before = await handleOf('fiona.brandt')
    const age = (days: number) =>
      db()
        .updateTable('staff')
        .set({ seen_at: Date.now() - days * day })
        .where('subject', '=', 'fiona.brandt')
        .execute()
    await age(89)
    expect([...(await offered('finance')).keys()]).toContain('Fiona')
    await stack().as('finance2')
    expect(await handleOf('fiona.brandt')).toBe(before)
    await age(91)
    expect([...(await offered('finance')).keys()]).not.toContain('Fiona')
    problemIn(await note('finance', [before]), 'bad_request')
    // Deletion happens at the next sign-in of any person.
    await stack().as('support')
    const left = await db().selectFrom('staff').select('subject').where('handle', '=', before).execute()
    expect(left).toEqual([])
    await stack().as('finance2')
    expect([...(await offered('finance')).keys()]).toContain('Fiona')
  })

  it('uses names that are stored encrypted', async () => {
    const rows = await db().selectFrom('staff').selectAll().execute()
    expect(rows.length).toBeGreaterThanOrEqual(6)
    expect(JSON.stringify(rows)).not.toMatch(/Clara Weiss|Farid Nasser/)
  })

  it('is rejected for people without access to the case, oneself, unknown handles, and too many people', async () => {
    const unknown = 's_00000000000000000000'
    const own = await handleOf('farid.nasser')
    const clara = await handleOf('clara.weiss')
    const fiona = await handleOf('fiona.brandt')
    const wrong: [readonly string[], TransactionId][] = [
      [[await handleOf('ana.ruiz')], concerning],
      [[await handleOf('ada.moreau')], concerning],
      [[clara], risky],
      [[fiona], elsewhere],
      [[own], concerning],
      [[clara, unknown], concerning],
      [['clara.weiss'], concerning],
      [Array.from({ length: 6 }, () => clara), concerning],
    ]
    for (const [handles, transaction] of wrong) {
      const problem = problemIn(await note('finance', handles, transaction), 'bad_request')
      expect(problem.fields?.[0]?.name).toMatch(/^mentions/)
    }
    expect((await open('auditor')).notes).toEqual([])
    expect(await db().selectFrom('review_mentions').selectAll().execute()).toEqual([])
  })

  it('waits until the mentioned person opens the case', async () => {
    const clara = (await offered('finance')).get('Clara') ?? ''
    const listener = await listenToStream(as('compliance'))
    const { rows } = await rowsOf(stack(), async () =>
      expect((await note('finance', [clara, clara])).status).toBe(200),
    )
    expect(rows.map(({ action }) => action)).toEqual(['case.noted'])
    expect(await waiting('compliance')).toEqual([concerning])
    for (const person of ['finance', 'finance2', 'auditor'] as const)
      expect(await waiting(person)).toEqual([])
    const told = () => listener.changes().filter(({ kind, id }) => kind === 'review' && id === concerning)
    // The case has a new version, so pages that show the queue refresh.
    const { version } = await itemRow(stack(), concerning)
    await expect.poll(() => told().at(-1)?.version).toBe(version)
    const before = told().length

    // Background refreshes, and colleagues who open the case, do not clear the mention.
    await open('finance2')
    const path = `/api/${env}/review/${concerning}`
    const headers = {
      [csrfHeader.name]: csrfHeader.value,
      [backgroundRefreshHeader.name]: backgroundRefreshHeader.value,
    }
    expect((await as('compliance').send('GET', path, { headers })).status).toBe(200)
    expect(await waiting('compliance')).toEqual([concerning])

    const item = await open('compliance')
    expect(item.notes.map(({ mentions }) => mentions)).toEqual([[{ name: 'Clara Weiss', me: true }]])
    expect(await waiting('compliance')).toEqual([])
    // Her other pages get an update although the case did not change.
    await expect.poll(() => told().length).toBeGreaterThan(before)
    expect([item.row?.version, told().at(-1)?.version]).toEqual([version, version])
    const again = await open('finance2')
    expect(again.notes.map(({ mentions }) => mentions)).toEqual([[{ name: 'Clara Weiss', me: false }]])
    listener.leave()
  })

  it('still waits if the case could not be shown', async () => {
    const clara = (await offered('finance')).get('Clara') ?? ''
    expect((await note('finance', [clara])).status).toBe(200)
    const kept = await itemRow(stack(), concerning)
    // Insert a decision that cannot be presented.
    await db()
      .insertInto('decisions')
      .values({
        ...{ id: 'no id of ours', environment: env, transaction_id: concerning, merchant: kept.merchant },
        ...{ concerns: 'kyc', verdict: 'accept', reason: 'x', sealed_text: 'x', issuer: 'x', subject: 'x' },
        ...{
          name: 'x',
          at: 1,
          state: 'MANUAL_REVIEW',
          record_hash: 'x',
          needed: '',
          status: 'expired',
          live: 0,
        },
      })
      .execute()
    const params = { env, transaction: concerning }
    problemIn(await as('compliance').call(endpoints.showCase, { params }), 'internal')
    await db().deleteFrom('decisions').where('id', '=', 'no id of ours').execute()
    expect(await waiting('compliance')).toEqual([concerning])
    await open('compliance')
    expect(await waiting('compliance')).toEqual([])
  })

  it('waits again with the next note, also on a snoozed case', async () => {
    const clara = (await offered('finance')).get('Clara') ?? ''
    expect((await note('finance', [clara])).status).toBe(200)
    const body = { duration: '1h', text: 'Waits for the letter' }
    await as('finance').get(endpoints.snoozeCase, { params: { env, transaction: concerning }, body })
    expect(await waiting('compliance')).toEqual([concerning])
    await open('compliance')
    expect(await waiting('compliance')).toEqual([])
  })

  it('is hidden from people who have lost access meanwhile', async () => {
    const clara = (await offered('finance')).get('Clara') ?? ''
    const fiona = (await offered('finance')).get('Fiona') ?? ''
    expect((await note('finance', [clara, fiona])).status).toBe(200)
    await db()
      .updateTable('review_cases')
      .set({ concerns: '', merchant: 'demo-outlet' })
      .where('transaction_id', '=', concerning)
      .execute()
    expect(await waiting('compliance')).toEqual([])
    expect(await waiting('finance2')).toEqual([])
    // Another role of the same person has no access to the queue.
    const asSupport = await startSessionOf(stack(), 'clara.weiss', ['support'])
    problemIn(await asSupport.call(endpoints.listCases, { params: { env } }), 'not_allowed')
    await db()
      .updateTable('review_cases')
      .set({ concerns: 'kyc,piv', merchant: 'demo-merchant' })
      .where('transaction_id', '=', concerning)
      .execute()
    expect(await waiting('compliance')).toEqual([concerning])
    expect(await waiting('finance2')).toEqual([concerning])
  })
})
