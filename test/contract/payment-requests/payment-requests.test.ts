import { purgeExpiredPaymentRequestData } from '@paydesk/bff/features/payment-requests/record-unanswered-outcome'
import { databaseNames, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  accountHolder,
  buildPaymentForm,
  createPaymentRequest,
  createRid,
  draftRequest,
  env,
  exampleClient,
  failNextCreate,
  insertRequest,
  listCreateBodies,
  loadPaymentRequest,
  loadRequestRow,
  sendDraft,
  waitForRequestStatus,
} from '../../support/contract/payment-requests.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import { startBeside } from '../../support/contract/second-instance.ts'
import {
  controlSandbox,
  customerHandleOf,
  onOneDatabase,
  pollOptions,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const text = (shown: { readonly visibility: string; readonly text?: string }) => shown.text ?? ''

const indexRow = ({ deps }: Stack, transaction: string | null) =>
  deps.store.db.selectFrom('transactions').selectAll().where('id', '=', transaction).executeTakeFirstOrThrow()

onOneDatabase('a payment request', (stack) => {
  let support: Visitor
  beforeAll(async () => {
    support = await stack().as('support')
  })

  it('is sent as reviewed, is created once, and enters our records with its amount', async () => {
    const body = buildPaymentForm({ reference: `INV-${createRid()}` })
    const draft = await draftRequest(support, body)
    expect(draft.request).toMatchObject({ status: 'draft', sentAt: null, transaction: null })
    expect(await listCreateBodies(stack(), text(draft.request.merchantTransactionId))).toEqual([])
    const { answer, request } = await sendDraft(support, draft)
    expect(answer).toBe('sent')
    expect(request).toMatchObject({ status: 'created', link: 'plain', noLinkReason: null, rejection: null })
    const [asked, ...more] = await listCreateBodies(stack(), text(request.merchantTransactionId))
    expect(more).toEqual([])
    expect(asked).toEqual({
      workflow: 'DEMO_OPEN_BANKING',
      merchant: {
        id: 'demo-merchant',
        return_url: expect.stringMatching(/^http:\/\/localhost:\d+\/return\/[\w-]{32}\?transaction_id=$/),
        transaction_webhook_url: `${stack().origin}/notify/stage/v1/notification`,
      },
      transaction: {
        id: expect.stringMatching(/^pd-[0-9a-z]{20}$/),
        datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        amount: '12550',
        currency: 'EUR',
        reference: body.reference,
      },
      client: exampleClient,
      account: { identifier: body.customer.rid },
      account_holder: { ...accountHolder, iban: 'SE4550000000058398257466' },
    })
    expect(await indexRow(stack(), request.transaction)).toMatchObject({
      ...{ amount_minor: 12_550, currency: 'EUR', amount_source: 'create', first_source: 'create' },
      ...{ customer: request.customer, reference: body.reference, workflow: 'DEMO_OPEN_BANKING' },
    })
    const kept = await loadRequestRow(stack(), request.request)
    expect(kept.sealed_form).toBeNull()
    expect([kept.sealed_link, kept.sealed_secret].every((sealed) => sealed !== null)).toBe(true)
  })

  it('follows its state to the confirmed end, and then has no payment link', async () => {
    const request = await createPaymentRequest(support)
    const { transaction } = request
    await controlSandbox(stack(), 'POST', `transactions/${transaction}/move`, {
      ...{
        account: env,
        state: 'SUCCESS',
        compound_state: 'SUCCESS.COMPLETE',
        event: 'transaction_accepted',
      },
    })
    await vi.waitFor(async () => {
      const { current } = await loadPaymentRequest(support, request.request)
      expect(current).toMatchObject({ isFinal: true, finality: 'confirmed' })
    }, pollOptions)
    expect(await loadPaymentRequest(support, request.request)).toMatchObject({
      link: null,
      noLinkReason: 'final',
    })
    // Keep the amount of the create call: notifications and reads do not replace that amount.
    expect((await indexRow(stack(), transaction)).amount_source).toBe('create')
    const of = await support.get(endpoints.showTransactionPaymentRequest, {
      params: { env, transaction: transaction ?? '' },
    })
    expect(of.request?.request).toBe(request.request)
  })

  it('has one record, with the amount of the create call, if a notification arrives before the answer', async () => {
    const rid = createRid()
    const draft = await draftRequest(support, buildPaymentForm({ customer: { kind: 'typed', rid } }))
    await failNextCreate(stack(), rid, 'slow', true)
    const sending = sendDraft(support, draft)
    const id = await vi.waitFor(async () => {
      const all = await controlSandbox(stack(), 'GET', 'situations')
      const own = (all as { rid: string; transactions: string[] }[]).find((one) => one.rid === rid)
      expect(own?.transactions).toHaveLength(1)
      return own?.transactions[0] ?? ''
    }, pollOptions)
    const moved = { account: env, state: 'PENDING', event: 'payment_success' }
    await controlSandbox(stack(), 'POST', `transactions/${id}/move`, moved)
    await vi.waitFor(() => indexRow(stack(), id), pollOptions)
    const { request } = await sending
    expect(request).toMatchObject({ status: 'created', transaction: id })
    expect(await indexRow(stack(), id)).toMatchObject({
      ...{ amount_source: 'create', amount_minor: 12_550, workflow: 'DEMO_OPEN_BANKING' },
      ...{ first_source: 'notification', customer: request.customer },
    })
  })

  it('shows exactly what will be sent, and only to its maker', async () => {
    const rid = createRid()
    const draft = await draftRequest(support, buildPaymentForm({ customer: { kind: 'typed', rid } }))
    const lines = Object.fromEntries(draft.fields.map(({ member, value }) => [member, value]))
    expect(lines['client.first_name']).toEqual({ visibility: 'clear', text: 'Mara' })
    expect(lines['account.identifier']).toEqual({ visibility: 'clear', text: rid })
    expect(lines['account_holder.iban']).toEqual({ visibility: 'clear', text: 'SE4550000000058398257466' })
    // Hide the token of the return URL from everybody.
    expect(lines['merchant.return_url']).toEqual({ visibility: 'hidden' })
    for (const person of ['finance', 'compliance', 'auditor'] as const) {
      const other = await stack().as(person)
      const params = { env, request: draft.request.request }
      problemIn(await other.call(endpoints.showPaymentRequest, { params }), 'not_found')
      if (person !== 'finance') continue
      const input = { params, body: { reviewed: draft.reviewed } }
      problemIn(await other.call(endpoints.sendPaymentRequest, input), 'not_found')
      const page = await other.get(endpoints.listPaymentRequests, { params: { env } })
      expect(page.requests.map(({ request }) => request)).not.toContain(draft.request.request)
    }
    const known = await draftRequest(
      support,
      buildPaymentForm({
        customer: { kind: 'known', customer: await customerHandleOf(stack(), 'mara@example.test') },
      }),
    )
    const shown = known.fields.find(({ member }) => member === 'account.identifier')?.value
    expect(shown).toMatchObject({ visibility: 'masked', mask: 'email' })
    expect((await sendDraft(support, known)).request.status).toBe('created')
  })

  it('is written to the audit log before it is sent, and again with its outcome', async () => {
    const draft = await draftRequest(support)
    const { rows } = await rowsOf(stack(), () => sendDraft(support, draft))
    const of = { subject_kind: 'payment_request', subject_id: draft.request.request, result: 'allowed' }
    expect(rows).toEqual([
      expect.objectContaining({ ...of, action: 'payment_request.sent', actor_subject: 'ana.ruiz' }),
      expect.objectContaining({ ...of, action: 'payment_request.answered', merchant: 'demo-merchant' }),
    ])
  })

  it('loses its draft after a day, and its payment link once expired', async () => {
    const { store } = stack().deps
    const [old, young] = [await draftRequest(support), await draftRequest(support)]
    const [over, prolonged, open] = [
      await createPaymentRequest(support),
      await createPaymentRequest(support),
      await createPaymentRequest(support),
    ]
    const yesterday = Date.now() - 25 * 3_600_000
    const table = () => store.db.updateTable('payment_requests')
    await table().set({ created_at: yesterday }).where('id', '=', old.request.request).execute()
    await table()
      .set({ expires_at: yesterday })
      .where('id', 'in', [over.request, prolonged.request])
      .execute()
    // Expire the transaction of `over` too: a later expiry in our records would keep the payment link.
    await store.db
      .updateTable('transactions')
      .set({ expires_at: yesterday })
      .where('id', '=', String((await loadRequestRow(stack(), over.request)).transaction_id))
      .execute()
    await purgeExpiredPaymentRequestData(env, { store })
    const params = { env, request: old.request.request }
    problemIn(await support.call(endpoints.showPaymentRequest, { params }), 'not_found')
    expect((await loadPaymentRequest(support, young.request.request)).status).toBe('draft')
    const addressed = async (id: string) => (await loadRequestRow(stack(), id)).sealed_link !== null
    expect(await Promise.all([over, prolonged, open].map(({ request }) => addressed(request)))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('replaces the draft of the same form, and does not send what was reviewed before the change', async () => {
    const body = buildPaymentForm()
    const first = await draftRequest(support, body)
    const same = await draftRequest(support, body)
    expect([same.request.request, same.reviewed]).toEqual([first.request.request, first.reviewed])
    const second = await draftRequest(support, { ...body, amount: '99.00' })
    expect(second.request.request).toBe(first.request.request)
    expect(second.request.merchantTransactionId).toEqual(first.request.merchantTransactionId)
    const changed = await sendDraft(support, first)
    expect([changed.answer, changed.request.status]).toEqual(['changed', 'draft'])
    expect(await listCreateBodies(stack(), text(first.request.merchantTransactionId))).toEqual([])
    expect((await sendDraft(support, second)).answer).toBe('sent')
    // Return the request already sent if the same form comes again, as with the back button of the browser.
    const again = await support.get(endpoints.draftPaymentRequest, {
      params: { env },
      body: { ...body, amount: '5.00' },
    })
    expect(again).toMatchObject({ answer: 'sent', request: { status: 'created', amount: { text: '9900' } } })
    expect(await listCreateBodies(stack(), text(first.request.merchantTransactionId))).toHaveLength(1)
  })

  it('is a separate payment if another person submits the same form', async () => {
    const body = buildPaymentForm()
    const finance = await stack().as('finance')
    const [one, other] = [await draftRequest(support, body), await draftRequest(finance, body)]
    expect(one.request.request).not.toBe(other.request.request)
  })

  it('gives the payment link to roles that create payments, audits each showing, and never lists the link', async () => {
    const request = await createPaymentRequest(support)
    const params = { env, request: request.request }
    const input = { params, body: {} }
    const own = await stack().as('support')
    const { value, rows } = await rowsOf(stack(), () => own.get(endpoints.showPaymentLink, input))
    expect(value.url).toBe(`${stack().sandbox.serviceUrl}/stage/landing/${request.transaction}`)
    expect(value.messages.map(({ language }) => language)).toEqual(['en', 'de'])
    for (const message of value.messages) {
      expect(message.text).toContain(value.url)
      // Leave out the link: its port and its ID may hold the digits of the amount by chance.
      expect(message.text.replace(value.url, '')).not.toMatch(/125|Mara|Lindqvist/)
    }
    expect(value.durationMs).toBe(60_000)
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ action: 'payment_link.shown', result: 'allowed', subject_id: request.request },
        ...{ field: 'request.address', purpose_code: 'link_handover', actor_subject: 'ana.ruiz' },
        ...{ reauthentication_age: null },
      }),
    ])
    expect(JSON.stringify(rows)).not.toContain('landing')
    const finance = await stack().as('finance')
    expect((await finance.get(endpoints.showPaymentLink, input)).url).toBe(value.url)
    const auditor = await stack().as('auditor')
    problemIn(await auditor.call(endpoints.showPaymentLink, input), 'not_allowed')
    const compliance = await stack().as('compliance')
    const named = { params, body: { purpose: 'customer_call' } }
    problemIn(await compliance.call(endpoints.showPaymentLink, input), 'bad_request')
    problemIn(await compliance.call(endpoints.showPaymentLink, named), 'reauthentication_needed')
    await compliance.prove('compliance')
    expect((await compliance.get(endpoints.showPaymentLink, named)).url).toBe(value.url)
    for (const seen of [
      await support.call(endpoints.showPaymentRequest, { params }),
      await support.call(endpoints.listPaymentRequests, { params: { env }, query: { show: 'own' } }),
      await finance.call(endpoints.showPaymentRequest, { params }),
    ])
      expect(seen.text).not.toContain('landing')
    await stack()
      .deps.store.db.updateTable('transactions')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', request.transaction)
      .execute()
    expect((await loadPaymentRequest(support, request.request)).noLinkReason).toBe('expired')
    problemIn(await own.call(endpoints.showPaymentLink, input), 'payment_link_gone')
  })

  it('is listed by maker, as open or as unknown, page by page and within the merchants of the person', async () => {
    const customer = await customerHandleOf(stack(), createRid())
    const of = { customer, merchant: 'demo-merchant' }
    const ids = []
    for (let nth = 0; nth < 60; nth += 1)
      ids.push(await insertRequest(stack(), of, { created_at: 1_000_000 + Math.floor(nth / 7) }))
    const unknown = await insertRequest(stack(), of, {
      ...{ status: 'unknown', transaction_id: null, subject: 'somebody.else', due_at: 9e12 },
    })
    const page = (query: Record<string, string>) =>
      support.get(endpoints.listPaymentRequests, { params: { env }, query: { customer, ...query } })
    const first = await page({})
    expect([first.requests.length, first.next === null]).toEqual([50, false])
    const second = await page({ after: first.next ?? '' })
    const listed = [...first.requests, ...second.requests].map(({ request }) => request)
    expect(new Set(listed)).toEqual(new Set([...ids, unknown]))
    expect(listed).toHaveLength(61)
    expect((await page({ show: 'unknown' })).requests.map(({ request }) => request)).toEqual([unknown])
    expect((await page({ show: 'own' })).requests.map(({ request }) => request)).not.toContain(unknown)
    expect((await page({ show: 'open' })).requests).toHaveLength(50)
    const wrong = await support.call(endpoints.listPaymentRequests, {
      params: { env },
      query: { customer, show: 'own', after: first.next ?? '' },
    })
    expect(problemIn(wrong, 'bad_request').fields?.[0]?.name).toBe('after')
    const outlet = await insertRequest(stack(), { customer, merchant: 'demo-outlet' })
    const limited = await stack().as('finance2')
    const params = { env, request: outlet }
    problemIn(await limited.call(endpoints.showPaymentRequest, { params }), 'not_found')
    const seen = await limited.get(endpoints.listPaymentRequests, { params: { env } })
    expect(seen.requests.map(({ request }) => request)).not.toContain(outlet)
    await stack().deps.store.db.deleteFrom('payment_requests').where('customer', '=', customer).execute()
  })

  it('is counted as unknown in the list of its own customer only', async () => {
    const unknown = { status: 'unknown', transaction_id: null, due_at: 9e12 }
    const both = [await customerHandleOf(stack(), createRid()), await customerHandleOf(stack(), createRid())]
    for (const customer of both)
      await insertRequest(stack(), { customer, merchant: 'demo-merchant' }, unknown)
    const [customer = ''] = both
    const counted = async (query: Readonly<Record<string, string>>) =>
      (await support.get(endpoints.listPaymentRequests, { params: { env }, query })).unknown
    for (const show of ['unknown', 'all', 'own', 'open']) expect(await counted({ show, customer })).toBe(1)
    expect(await counted({ show: 'unknown' })).toBeGreaterThanOrEqual(2)
    await stack().deps.store.db.deleteFrom('payment_requests').where('customer', 'in', both).execute()
  })

  it('offers the configured options', async () => {
    const customer = await customerHandleOf(stack(), createRid())
    const choices = await support.get(endpoints.showPaymentRequestOptions, {
      params: { env },
      query: { customer },
    })
    expect(choices).toMatchObject({
      ...{ isOn: true, workflows: ['DEMO_OPEN_BANKING', 'DEMO_CARD'] },
      ...{ merchants: ['demo-merchant', 'demo-outlet'], holderTypes: ['INDIVIDUAL', 'BUSINESS'] },
      currencies: [
        { currency: 'EUR', digits: 2, maximum: 10_000_000, holder: true },
        { currency: 'GBP', digits: 2, maximum: 10_000_000, holder: false },
      ],
      customer: { customer, merchant: 'demo-merchant', rid: { visibility: 'clear' } },
    })
    expect(choices.client.filter(({ isRequired }) => isRequired).map(({ member }) => member)).toEqual([
      ...['first_name', 'last_name', 'email'],
    ])
  })

  it('shows auditors the amount as a range and no payment link, and shows administrators nothing', async () => {
    const request = await createPaymentRequest(support)
    const params = { env, request: request.request }
    const auditor = await stack().as('auditor')
    const seen = await auditor.get(endpoints.showPaymentRequest, { params })
    expect(seen).toMatchObject({ amount: { visibility: 'masked', mask: 'band' }, link: null })
    const admin = await stack().as('admin')
    problemIn(await admin.call(endpoints.showPaymentRequest, { params }), 'not_allowed')
    const compliance = await stack().as('compliance')
    problemIn(
      await compliance.call(endpoints.draftPaymentRequest, { params: { env }, body: buildPaymentForm() }),
      'not_allowed',
    )
  })

  it('tells people without access to the payment link which roles have access, as long as the link exists', async () => {
    const finance = await stack().as('finance')
    const auditor = await stack().as('auditor')
    const compliance = await stack().as('compliance')
    const request = await createPaymentRequest(finance)
    const withOthers = { link: null, isLinkHeldByOthers: true }
    expect(await loadPaymentRequest(auditor, request.request)).toMatchObject({
      ...withOthers,
      noLinkReason: 'hidden_for_role',
    })
    for (const [one, link] of [
      [support, 'plain'],
      [finance, 'plain'],
      [compliance, 'step_up'],
    ] as const)
      expect(await loadPaymentRequest(one, request.request)).toMatchObject({
        ...{ link, isLinkHeldByOthers: false, noLinkReason: null },
      })
    await stack()
      .deps.store.db.updateTable('transactions')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', request.transaction)
      .execute()
    for (const one of [finance, auditor, support])
      expect(await loadPaymentRequest(one, request.request)).toMatchObject({
        ...{ link: null, isLinkHeldByOthers: false, noLinkReason: 'expired' },
      })
  })

  it('leaves no secret, credential or typed value in answers, log lines, audit events and rows', async () => {
    const rid = createRid()
    const body = buildPaymentForm({
      customer: { kind: 'typed', rid },
      client: { ...exampleClient, last_name: 'Zqxvwkjh', email: 'zqxvwkjh@example.test' },
      accountHolder: { ...accountHolder, name: 'Zqxvwkjh' },
    })
    const answers: string[] = []
    const draft = await draftRequest(support, body)
    const params = { env, request: draft.request.request }
    const sent = await support.call(endpoints.sendPaymentRequest, {
      params,
      body: { reviewed: draft.reviewed },
    })
    answers.push(sent.text)
    answers.push((await support.call(endpoints.showPaymentRequest, { params })).text)
    answers.push((await support.call(endpoints.listPaymentRequests, { params: { env } })).text)
    const proved = await stack().as('support')
    await proved.prove('support')
    const shown = await proved.call(endpoints.showPaymentLink, {
      params,
      body: { purpose: 'customer_call' },
    })
    answers.push(shown.text)
    const row = await loadRequestRow(stack(), params.request)
    const secret = stack().deps.cipher.open(`request/stage/${params.request}/secret`, row.sealed_secret ?? '')
    expect(secret).toMatch(/^[0-9a-f-]{36}$/)
    const audit = JSON.stringify(await stack().deps.store.db.selectFrom('audit').selectAll().execute())
    const places = [...answers, stack().logged.join('\n'), audit, JSON.stringify(row)]
    for (const word of [secret ?? '', 'sandbox-token-stage', 'sandbox-client-stage', 'Zqxvwkjh'])
      for (const place of places) expect(place.includes(word), word).toBe(false)
  })
})

describe.each(databaseNames)('sending a payment request exactly once (%s)', (backing) => {
  let stack: Stack
  let other: Awaited<ReturnType<typeof startBeside>>
  let windows: Visitor[] = []
  beforeAll(async () => {
    stack = await startOn(backing)
    other = await startBeside(stack, backing)
    // Open two windows of one person, on different instances.
    windows = [
      await startSessionOf(stack, 'ana.ruiz', ['support'], stack.origin),
      await startSessionOf(stack, 'ana.ruiz', ['support'], other.origin),
    ]
    return async () => {
      await other.stop()
      await stack.stop()
    }
  })
  const window = (nth: number): Visitor => {
    const one = windows[nth % 2]
    if (one === undefined) throw new Error('no window')
    return one
  }

  it.each([null, 'slow', 'reset'])('creates one payment for twenty clicks (fault: %s)', async (fault) => {
    const rid = createRid()
    const draft = await draftRequest(window(0), buildPaymentForm({ customer: { kind: 'typed', rid } }))
    if (fault !== null) await failNextCreate(stack, rid, fault, true)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => sendDraft(window(nth), draft)))
    expect(answers.filter(({ answer }) => answer === 'sent')).toHaveLength(1)
    expect(answers.filter(({ answer }) => answer === 'sent_before')).toHaveLength(19)
    await waitForRequestStatus(stack, draft.request.request, 'created')
    expect(await listCreateBodies(stack, text(draft.request.merchantTransactionId))).toHaveLength(1)
    const situations = await controlSandbox(stack, 'GET', 'situations')
    const own = (situations as { rid: string; transactions: string[] }[]).find((one) => one.rid === rid)
    expect(own?.transactions).toHaveLength(1)
  })

  it('creates one draft and one payment if the same form is submitted twenty times at once', async () => {
    // Repeat the race: a single round can pass by luck.
    for (let round = 0; round < pickByRunLength(2, 10); round += 1) {
      const body = buildPaymentForm()
      const drafts = await Promise.all(
        Array.from({ length: 20 }, (_, nth) => draftRequest(window(nth), body)),
      )
      expect(new Set(drafts.map(({ request }) => request.request)).size).toBe(1)
      expect(new Set(drafts.map(({ reviewed }) => reviewed)).size).toBe(1)
      const answers = await Promise.all(drafts.map((draft, nth) => sendDraft(window(nth), draft)))
      expect(answers.filter(({ answer }) => answer === 'sent')).toHaveLength(1)
    }
  })

  it('sends what was reviewed, or nothing, if the draft changes in another window meanwhile', async () => {
    for (let nth = 0; nth < pickByRunLength(3, 10); nth += 1) {
      const body = buildPaymentForm()
      const draft = await draftRequest(window(0), body)
      const [sent] = await Promise.all([
        sendDraft(window(0), draft),
        window(1).call(endpoints.draftPaymentRequest, {
          params: { env },
          body: { ...body, amount: '77.00' },
        }),
      ])
      const bodies = await listCreateBodies(stack, text(draft.request.merchantTransactionId))
      expect(bodies).toHaveLength(sent.answer === 'sent' ? 1 : 0)
      for (const asked of bodies) expect(JSON.stringify(asked)).toContain('"amount":"12550"')
    }
  })
})
