import { endpoints } from '@paydesk/shared/endpoints'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishSubjectExport } from '@paydesk/shared/messages/en/subject-export'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  auditRows,
  customerHandleOf,
  customerOf,
  onEachDatabase,
  problemIn,
  untilNoted,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const ticket = 'CASE-4711'
const words = 'The ticket is about another customer'

const look = z.object({
  at: z.iso.datetime(),
  who: z.string(),
  role: z.string().nullable(),
  what: z.string(),
  purpose: z.string().nullable(),
  ticket: z.string().nullable(),
  result: z.string(),
})
const exported = z.object({
  customer: z.string(),
  payments: z.array(z.looseObject({ transaction: z.string(), changes: z.array(z.unknown()) })),
  looked_at: z.array(look),
  counts: z.object({ payments: z.number(), looked_at: z.number() }),
})

onEachDatabase('a subject access export', (stack, backing) => {
  let first: Visitor
  let second: Visitor
  let third: Visitor
  let customer = ''
  let transaction = ''

  beforeAll(async () => {
    first = await startSessionOf(stack(), 'ada.first', ['compliance', 'finance'])
    await first.get(endpoints.chooseRole, { body: { role: 'compliance' } })
    second = await startSessionOf(stack(), 'bo.second', ['compliance'])
    third = await startSessionOf(stack(), 'cy.third', ['compliance'])
    customer = await customerHandleOf(stack(), 'cust-00417')
    transaction = (await customerOf(stack(), 'cust-00417')).transaction(0)
    await second.get(endpoints.showTransaction, { params: { ...params, transaction } })
    await second.get(endpoints.showCustomer, { params: { ...params, customer } })
    await untilNoted(stack(), transaction)
  })
  beforeEach(async () => {
    await stack().deps.store.db.deleteFrom('subject_access_requests').execute()
  })

  const ask = async (visitor = first, more: object = {}) =>
    endpoints.requestSubjectAccessExport.response.parse(
      (
        await visitor.call(endpoints.requestSubjectAccessExport, {
          params,
          body: { customer, ticket, ...more },
        })
      ).json,
    )
  const answer = (visitor: Visitor, request: string, body: object = { answer: 'confirm' }) =>
    visitor.call(endpoints.decideSubjectAccessExport, { params: { ...params, request }, body })
  const list = (visitor: Visitor) => visitor.get(endpoints.listSubjectAccessRequests, { params })
  const take = (visitor: Visitor, request: string) =>
    visitor.call(endpoints.downloadSubjectAccessExport, { params: { ...params, request } })
  const confirmed = async () => {
    const { request } = (await ask()).request
    expect((await answer(second, request)).status).toBe(200)
    return request
  }
  const makeLate = (request: string) =>
    stack()
      .deps.store.db.updateTable('subject_access_requests')
      .set({ until: 1 })
      .where('id', '=', request)
      .execute()

  it('is requested by one person, approved by another, and downloaded by each once', async () => {
    const listener = await listenToStream(third)
    const asked = await ask()
    expect(asked).toMatchObject({
      answer: 'asked',
      request: { status: 'waiting', mayAnswer: false, mayDownload: false },
    })
    const { request } = asked.request
    expect(await list(second)).toMatchObject({
      waiting: 1,
      requests: [{ request, mayAnswer: true, mayDownload: false }],
    })
    problemIn(await take(first, request), 'not_found')
    const done = endpoints.decideSubjectAccessExport.response.parse((await answer(second, request)).json)
    expect(done).toMatchObject({
      answer: 'done',
      request: { status: 'confirmed', mayDownload: true, answer: { by: { me: true } } },
    })
    for (const visitor of [first, second]) {
      const answered = await take(visitor, request)
      expect(answered.status).toBe(200)
      expect(answered.headers.get('cache-control')).toContain('no-store')
      expect(exported.parse(JSON.parse(answered.text))).toMatchObject({ customer: 'cust-00417' })
      problemIn(await take(visitor, request), 'not_found')
    }
    problemIn(await take(third, request), 'not_found')
    expect(await list(third)).toMatchObject({
      waiting: 0,
      requests: [{ status: 'confirmed', downloads: [{}, {}], mayDownload: false }],
    })
    // Pages that show the request get an update for each step.
    const told = () => listener.changes().filter(({ kind }) => kind === 'subject_access')
    await vi.waitFor(() => expect(told().map(({ version }) => version)).toEqual([1, 2, 3, 4]), 60_000)
    expect(new Set(told().map(({ id }) => id))).toEqual(new Set([request]))
    listener.leave()
  })

  it('contains the stored data and the accesses to that data, without staff names and secrets', async () => {
    const request = await confirmed()
    const { text } = await take(first, request)
    const found = exported.parse(JSON.parse(text))
    expect(found.payments.map((one) => one.transaction)).toContain(transaction)
    expect(found.payments.find((one) => one.transaction === transaction)?.changes.length).toBeGreaterThan(0)
    expect(found.counts).toEqual({ payments: found.payments.length, looked_at: found.looked_at.length })
    expect(found.looked_at).toContainEqual(
      expect.objectContaining({
        role: 'Compliance',
        what: englishSubjectExport.actions['customer.viewed'],
        result: 'done',
      }),
    )
    expect(found.looked_at).toContainEqual(
      expect.objectContaining({
        what: englishSubjectExport.actions['subject_access.requested'],
        purpose: englishLists.purposes.subject_request,
        ticket,
      }),
    )
    const who = new Set(found.looked_at.map((one) => one.who))
    expect([...who].every((one) => /^Employee \d+$|^Our system$/.test(one))).toBe(true)
    const { db } = stack().deps.store
    const rows = await db.selectFrom('transactions').selectAll().where('id', '=', transaction).execute()
    const secrets = ['ada.first', 'bo.second', 'Name of', stack().sandbox.idpUrl, customer]
    for (const { secret_hash } of rows) if (secret_hash !== null) secrets.push(secret_hash)
    for (const one of secrets) expect(text, one).not.toContain(one)
  })

  it('does not tell the customer about a suspicion or an authority', async () => {
    const row = (code: 'fraud_suspicion' | 'authority_request', nth: number) => ({
      action: 'field.revealed' as const,
      about: { kind: 'customer' as const, id: customer, merchant: 'demo-merchant' },
      result: 'allowed' as const,
      reason: null,
      actor: { issuer: 'x', subject: `someone.${nth}`, role: 'compliance' as const, sessionHash: 'x' },
      environment: 'stage',
      sourceAddress: null,
      reference: `PD-000000000${nth}`,
      purpose: { field: 'state.kyc', code, caseRef: `SECRET-CASE-${nth}`, stepUpAge: 3 },
    })
    await stack().deps.audit.append(row('fraud_suspicion', 1))
    await stack().deps.audit.append(row('authority_request', 2))
    const { text } = await take(first, await confirmed())
    expect(text).not.toMatch(/suspic|authorit|SECRET-CASE/i)
    const held = exported
      .parse(JSON.parse(text))
      .looked_at.filter(({ purpose }) => purpose === englishSubjectExport.hiddenPurpose)
    expect(held).toHaveLength(2)
  })

  it('is never approved by its requester, in another session or role either', async () => {
    const { request } = (await ask()).request
    const again = await startSessionOf(stack(), 'ada.first', ['compliance'])
    problemIn(await answer(first, request), 'not_allowed')
    problemIn(await answer(again, request), 'not_allowed')
    await first.get(endpoints.chooseRole, { body: { role: 'finance' } })
    problemIn(await answer(first, request), 'not_allowed')
    await first.get(endpoints.chooseRole, { body: { role: 'compliance' } })
    expect(await list(again)).toMatchObject({
      waiting: 0,
      requests: [{ status: 'waiting', mayAnswer: false }],
    })
  })

  it('is not approved by an account that looks like its requester', async () => {
    const { request } = (await ask()).request
    for (const subject of ['Ada.First', 'ada.first ', 'ａda.first']) {
      const same = await startSessionOf(stack(), subject, ['compliance'])
      problemIn(await answer(same, request), 'not_allowed')
      expect(await list(same)).toMatchObject({ waiting: 0, requests: [{ mayAnswer: false }] })
    }
  })

  it('is downloaded once per person, also by several sessions at once', async () => {
    const request = await confirmed()
    const again = await startSessionOf(stack(), 'ada.first', ['compliance'])
    const visitors = [first, again, first, again, first, again]
    const answers = await Promise.all(visitors.map((visitor) => take(visitor, request)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  })

  it('is answered once, by the first approver', async () => {
    const { request } = (await ask()).request
    const both = await Promise.all([
      answer(second, request),
      answer(third, request, { answer: 'refuse', text: words }),
    ])
    expect(
      both.map(({ json }) => endpoints.decideSubjectAccessExport.response.parse(json).answer).sort(),
    ).toEqual(['done', 'too_late'])
  })

  it('is rejected with a comment, and then cannot be downloaded', async () => {
    const { request } = (await ask()).request
    problemIn(await answer(second, request, { answer: 'refuse' }), 'bad_request')
    problemIn(
      await answer(second, request, { answer: 'refuse', text: 'Ask mara@example.test' }),
      'bad_request',
    )
    await answer(second, request, { answer: 'refuse', text: words })
    expect(await list(first)).toMatchObject({
      requests: [{ status: 'refused', answer: { answer: 'refuse', text: { text: words } } }],
    })
    for (const visitor of [first, second]) problemIn(await take(visitor, request), 'not_found')
    expect((await ask()).answer).toBe('asked')
  })

  it('expires without an answer, and without a download', async () => {
    const { request } = (await ask()).request
    await makeLate(request)
    expect(
      endpoints.decideSubjectAccessExport.response.parse((await answer(second, request)).json).answer,
    ).toBe('too_late')
    expect(await list(second)).toMatchObject({ waiting: 0, requests: [{ status: 'expired' }] })
    const other = await confirmed()
    await makeLate(other)
    problemIn(await take(first, other), 'not_found')
    expect((await list(first)).requests.map(({ status }) => status)).toEqual(['over', 'expired'])
  })

  it('is open once per customer, and each person may request at most twenty a day', async () => {
    const { request } = (await ask()).request
    expect(await ask(third)).toMatchObject({ answer: 'open_already', request: { request } })
    const row = await stack()
      .deps.store.db.selectFrom('subject_access_requests')
      .selectAll()
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 19 }, (_, nth) => ({
      ...row,
      id: `q_${String(nth).padStart(20, '0')}`,
      status: 'refused' as const,
    }))
    await stack().deps.store.db.insertInto('subject_access_requests').values(rows).execute()
    problemIn(
      await first.call(endpoints.requestSubjectAccessExport, { params, body: { customer, ticket } }),
      'too_many_requests',
    )
  })

  it('is denied to other roles, and discloses nothing about other merchants', async () => {
    const { request } = (await ask()).request
    for (const person of ['support', 'finance', 'auditor', 'admin'] as const) {
      const visitor = await stack().as(person)
      problemIn(
        await visitor.call(endpoints.requestSubjectAccessExport, { params, body: { customer, ticket } }),
        'not_allowed',
      )
      problemIn(await visitor.call(endpoints.listSubjectAccessRequests, { params }), 'not_allowed')
      problemIn(await answer(visitor, request), 'not_allowed')
      problemIn(await take(visitor, request), 'not_allowed')
    }
    const foreign = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
    problemIn(
      await first.call(endpoints.requestSubjectAccessExport, { params, body: { customer: foreign, ticket } }),
      'not_found',
    )
    await stack()
      .deps.store.db.updateTable('subject_access_requests')
      .set({ merchant: 'demo-outlet' })
      .execute()
    expect(await list(first)).toEqual({ requests: [], waiting: 0 })
    problemIn(await answer(second, request), 'not_found')
    problemIn(await take(first, request), 'not_found')
  })

  it('writes an audit event about the customer for each step, before any data is sent', async () => {
    const from = (await auditRows(stack())).length
    const request = await confirmed()
    await take(second, request)
    // The audit event for the end of the download follows the answer.
    await expect.poll(async () => (await auditRows(stack())).at(-1)?.action).toBe('subject_access.ended')
    problemIn(await take(second, request), 'not_found')
    const rows = (await auditRows(stack()))
      .slice(from)
      .filter(({ action }) => String(action).startsWith('subject_access.'))
    const about = {
      subject_kind: 'customer',
      subject_id: customer,
      case_ref: ticket,
      purpose_code: 'subject_request',
    }
    expect(rows).toMatchObject([
      { action: 'subject_access.requested', result: 'allowed', ...about },
      { action: 'subject_access.decided', result: 'allowed', ...about },
      { action: 'subject_access.downloaded', result: 'allowed', ...about },
      {
        action: 'subject_access.ended',
        result: 'allowed',
        reason: expect.stringMatching(/^rows:\d+$/),
        ...about,
      },
      { action: 'subject_access.downloaded', result: 'failed', reason: 'not_found' },
    ])
  })

  it('is not sent if its audit event cannot be written', async () => {
    const request = await confirmed()
    const { audit } = stack().deps
    const append = audit.append
    audit.append = () => Promise.reject(new Error('full'))
    const answered = await take(first, request)
    audit.append = append
    problemIn(answered, 'record_unavailable')
    expect(answered.text, backing).not.toContain('payments')
  })
})
