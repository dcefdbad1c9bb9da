import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import type { PaymentRequestDraft } from '@paydesk/shared/payments/payment-requests'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  buildPaymentForm,
  createRid,
  draftRequest,
  env,
  failNextCreate,
  listCreateBodies,
  loadPaymentRequest,
  loadRequestRow,
  sendDraft,
  waitForRequestStatus,
} from '../../support/contract/payment-requests.ts'
import { controlSandbox, onOneDatabase, problemIn } from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

type Json = Readonly<Record<string, unknown>>

const text = (shown: { readonly visibility: string; readonly text?: string }) => shown.text ?? ''

/** Good answer of the payment service to this draft; `more` replaces fields, `undefined` removes them. */
function answerTo({ request }: PaymentRequestDraft, landing: string, more: Json = {}): Json {
  return {
    id: `made-${request.request.slice(2)}`,
    uid: `made-${request.request.slice(2)}`,
    secret: 'zqx7-secret-of-the-service',
    mode: 'registration',
    original_message: {
      merchant_id: 'demo-merchant',
      transaction_id: text(request.merchantTransactionId),
      reference: text(request.reference),
    },
    transactions: [],
    state: 'PENDING',
    compound_state: 'PENDING.VALIDATED_TRANSACTION',
    redirect_url: landing,
    ...more,
  }
}

/** Landing URLs that must not be used; `{host}` stands for the host of the payment service. */
const untrusted: readonly (readonly [words: string, address: string])[] = [
  ['another host', 'https://pay.evil.example.test/landing/1'],
  ['plain http of another host', 'http://pay.example.test/landing/1'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,hello'],
  ['a user name', 'http://user@{host}/landing/1'],
  ['a user name that looks like the host', 'http://{host}@evil.example.test/landing/1'],
  ['another port', 'http://localhost:1/landing/1'],
  ['a host that begins alike', 'http://{host}.evil.example.test/landing/1'],
  ['a backslash', 'http://{host}\\@evil.example.test/'],
  ['a line break', 'http://{host}/land\ning'],
  ['no scheme', '//{host}/landing/1'],
  ['no address', 'landing/1'],
  ['an address of 3000 characters', `http://{host}/${'a'.repeat(3_000)}`],
]

/** Answers that do not prove the creation: a later read resolves the unknown request. */
const disbelieved: readonly (readonly [words: string, more: Json])[] = [
  ['no id', { id: undefined }],
  ['an id of no form', { id: '../../other' }],
  ['no address', { redirect_url: undefined }],
  ['an empty address', { redirect_url: '' }],
  ['an address that is no text', { redirect_url: { href: 'https://x.test' } }],
  ['no state', { state: undefined }],
  ['no echo', { original_message: undefined }],
  ['the echo of another transaction', { original_message: { transaction_id: 'pd-other' } }],
]

onOneDatabase(
  'the answer to a create call',
  (stack) => {
    let support: Visitor
    let proved: Visitor
    beforeAll(async () => {
      support = await stack().as('support')
      proved = await stack().as('support')
      await proved.prove('support')
    })
    const host = () => new URL(stack().sandbox.serviceUrl).host
    /** Sends a draft whose create call the payment service answers with the body from `make`. */
    async function answered(make: (draft: PaymentRequestDraft) => unknown) {
      const rid = createRid()
      const draft = await draftRequest(support, buildPaymentForm({ customer: { kind: 'typed', rid } }))
      const body = make(draft)
      await controlSandbox(stack(), 'POST', 'override', { account: env, operation: 'create', id: rid, body })
      return { draft, ...(await sendDraft(support, draft)) }
    }
    const landing = () => `${stack().sandbox.serviceUrl}/stage/landing/1`

    it('is accepted if it is complete', async () => {
      const { request } = await answered((draft) => answerTo(draft, landing()))
      expect(request).toMatchObject({ status: 'created', link: 'plain' })
    })

    it.each(untrusted)('creates the request without a payment link (URL: %s)', async (_, address) => {
      const given = address.replaceAll('{host}', host())
      const { request } = await answered((draft) => answerTo(draft, given))
      const noLinkReason = 'address_not_trusted'
      expect(request).toMatchObject({ status: 'created', link: null, noLinkReason })
      expect((await loadRequestRow(stack(), request.request)).sealed_link).toBeNull()
      const input = { params: { env, request: request.request }, body: { purpose: 'customer_call' } }
      problemIn(await proved.call(endpoints.showPaymentLink, input), 'payment_link_gone')
      expect(stack().logged.join('')).not.toContain('evil.example')
    })

    it.each(disbelieved)('leaves the request unknown (%s)', async (_, more) => {
      const { request } = await answered((draft) => answerTo(draft, landing(), more))
      expect(request).toMatchObject({ status: 'unknown', transaction: null, link: null })
    })

    it.each([
      ['merchant', { merchant_id: 'demo-outlet' }],
      ['reference', { reference: 'INV-other' }],
    ])('leaves the request unknown if the answer echoes another %s than was sent', async (_, other) => {
      const { request } = await answered((draft) => {
        const good = answerTo(draft, landing())
        return { ...good, original_message: { ...(good.original_message as object), ...other } }
      })
      expect(request.status).toBe('unknown')
    })

    it.each(['[]', '"x"', 'null', '', '<html>', '{"id":'])('is not trusted with body %j', async (body) => {
      expect((await answered(() => body)).request.status).toBe('unknown')
    })

    it.each(['500', '502', '503', '503-empty', '429', 'html', 'empty', '204', 'redirect', 'huge-header'])(
      'leaves the request unknown and never sent again after the fault %s, created or not',
      async (fault) => {
        for (const carriesOut of [true, false]) {
          const rid = createRid()
          const draft = await draftRequest(support, buildPaymentForm({ customer: { kind: 'typed', rid } }))
          await failNextCreate(stack(), rid, fault, carriesOut)
          const { request } = await sendDraft(support, draft)
          expect(request.status).toBe('unknown')
          const again = await sendDraft(support, draft)
          expect([again.answer, again.request.status]).toEqual(['sent_before', 'unknown'])
          expect(await listCreateBodies(stack(), text(draft.request.merchantTransactionId))).toHaveLength(1)
        }
      },
    )

    it.each(['400', '401', '403', '404'])('marks the request as refused (status %s)', async (fault) => {
      const rid = createRid()
      const body = buildPaymentForm({ customer: { kind: 'typed', rid } })
      const draft = await draftRequest(support, body)
      await failNextCreate(stack(), rid, fault, false)
      const { request } = await sendDraft(support, draft)
      expect(request).toMatchObject({ status: 'refused', transaction: null })
      // Report only fields that we sent: the fault names a field that we sent and another that we did not.
      expect(request.rejection).toMatchObject({
        httpStatus: Number(fault),
        fields: fault === '400' ? ['account.identifier'] : [],
      })
      expect(JSON.stringify(request)).not.toContain('Lindqvist')
      const colleague = await loadPaymentRequest(await stack().as('finance'), request.request)
      expect(colleague).toMatchObject({ rejection: request.rejection, by: { person: { me: false } } })
      const again = await draftRequest(support, { ...body, amount: '99.00' })
      expect(again.request.request).toBe(request.request)
      expect(again.request.merchantTransactionId).not.toEqual(draft.request.merchantTransactionId)
      expect((await sendDraft(support, again)).request.status).toBe('created')
    })
  },
  { PAYDESK_SERVICE_DEADLINE_MS: '60000', PAYDESK_REAUTHENTICATION_MS: '3600000' },
  { workers: false },
)

onOneDatabase(
  'a lost answer to a create call',
  (stack) => {
    let support: Visitor
    beforeAll(async () => {
      support = await stack().as('support')
    })

    async function lost(fault: string, carriesOut: boolean) {
      const rid = createRid()
      const draft = await draftRequest(support, buildPaymentForm({ customer: { kind: 'typed', rid } }))
      await failNextCreate(stack(), rid, fault, carriesOut)
      return (await sendDraft(support, draft)).request
    }

    it.each(
      pickByRunLength(
        ['reset', '503'],
        ['hang', 'reset', 'reset-body', 'truncated', '503', '429', 'malformed'],
      ),
    )('after %s is resolved once, without payment link, if the payment was created', async (fault) => {
      const request = await lost(fault, true)
      expect(request.status).toBe('unknown')
      await waitForRequestStatus(stack(), request.request, 'created')
      const found = await loadPaymentRequest(support, request.request)
      expect(found).toMatchObject({ status: 'created', link: null, noLinkReason: 'answer_lost' })
      expect(await listCreateBodies(stack(), text(request.merchantTransactionId))).toHaveLength(1)
      const row = await stack()
        .deps.store.db.selectFrom('transactions')
        .selectAll()
        .where('id', '=', found.transaction)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        ...{ merchant_transaction_id: text(request.merchantTransactionId) },
        ...{ amount_minor: 12_550, amount_source: 'create' },
      })
    })

    it.each(pickByRunLength(['reset'], ['hang', 'reset', '503', '429']))(
      'after %s ends as absent if the payment was not created',
      async (fault) => {
        const request = await lost(fault, false)
        expect(request.status).toBe('unknown')
        await waitForRequestStatus(stack(), request.request, 'absent')
        const found = await loadPaymentRequest(support, request.request)
        expect(found).toMatchObject({ transaction: null, rejection: null, noLinkReason: null })
        expect(await listCreateBodies(stack(), text(request.merchantTransactionId))).toHaveLength(1)
        const entries = await stack()
          .deps.store.db.selectFrom('audit')
          .select(['action', 'reason', 'actor_subject'])
          .where('subject_id', '=', request.request)
          .where('actor_subject', 'is', null)
          .execute()
        expect(entries).toEqual([
          { action: 'payment_request.answered', reason: 'absent', actor_subject: null },
        ])
      },
    )

    it('that ended as absent is linked to its payment if the payment appears after all', async () => {
      const request = await lost('reset', false)
      await waitForRequestStatus(stack(), request.request, 'absent')
      const [body] = await listCreateBodies(stack(), text(request.merchantTransactionId))
      const [environment] = stack().deps.config.environments
      const response = await fetch(`${environment?.baseUrl.href}/v1/authorization/`, {
        method: 'POST',
        headers: {
          from: environment?.clientName.reveal() ?? '',
          authorization: `Bearer ${environment?.token.reveal()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      const { id } = z.object({ id: z.string() }).parse(await response.json())
      const moved = { state: 'PENDING', compound_state: 'PENDING.CONTACTING_USER', event: 'payment_success' }
      await controlSandbox(stack(), 'POST', `transactions/${id}/move`, moved)
      await waitForRequestStatus(stack(), request.request, 'created')
      expect(await loadPaymentRequest(support, request.request)).toMatchObject({
        status: 'created',
        transaction: id,
      })
    })

    it('is never resolved to another payment of the same customer', async () => {
      const rid = createRid()
      const of = { customer: { kind: 'typed', rid } }
      const first = await sendDraft(support, await draftRequest(support, buildPaymentForm(of)))
      await waitForRequestStatus(stack(), first.request.request, 'created')
      const draft = await draftRequest(support, buildPaymentForm(of))
      expect(draft.similar.map(({ request }) => request)).toEqual([first.request.request])
      await failNextCreate(stack(), rid, 'reset', false)
      const { request } = await sendDraft(support, draft)
      await waitForRequestStatus(stack(), request.request, 'absent')
      expect((await loadPaymentRequest(support, first.request.request)).status).toBe('created')
    })
  },
  { PAYDESK_SERVICE_DEADLINE_MS: pickByRunLength('60000', '2500'), PAYDESK_REQUEST_ABSENT_MS: '1500' },
)

onOneDatabase(
  'a payment service that cannot be reached',
  (stack) => {
    it('leaves the request not sent, and the form can be sent again with another transaction ID', async () => {
      const support = await stack().as('support')
      const body = buildPaymentForm()
      const draft = await draftRequest(support, body)
      const { answer, request } = await sendDraft(support, draft)
      expect([answer, request.status]).toEqual(['sent', 'not_sent'])
      expect(request.rejection).toBeNull()
      const again = await draftRequest(support, body)
      expect(again.request.request).toBe(request.request)
      expect(again.request.merchantTransactionId).not.toEqual(request.merchantTransactionId)
    })
  },
  { PAYDESK_STAGE_BASE_URL: 'http://localhost:9/stage' },
  { workers: false },
)

describe('the test tables', () => {
  it('contain no label twice', () => {
    for (const table of [untrusted, disbelieved])
      expect(new Set(table.map(([text]) => text)).size).toBe(table.length)
  })
})
