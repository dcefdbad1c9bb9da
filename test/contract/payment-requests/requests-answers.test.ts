import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import type { PaymentRequestDraft } from '@paydesk/shared/payments/payment-request'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  bodiesAsked,
  drafted,
  env,
  failing,
  filled,
  look,
  newRid,
  rowOf,
  send,
  until,
} from '../../support/contract/payment-requests.ts'
import { control, onEachDatabase, oneBacking, problemIn } from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

type Json = Readonly<Record<string, unknown>>

const text = (shown: { readonly seen: string; readonly text?: string }) => shown.text ?? ''

/** A good answer of the service to this draft, with members replaced; undefined ones are left out. */
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

/** Addresses to which nobody is sent; `{host}` is the service's own. */
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

/** Answers that are not believed: what became of it is found out. */
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

onEachDatabase(
  'answers of the service',
  (stack) => {
    let support: Visitor
    let proved: Visitor
    beforeAll(async () => {
      support = await stack().as('support')
      proved = await stack().as('support')
      await proved.prove('support')
    })
    const host = () => new URL(stack().sandbox.serviceUrl).host
    /** A draft whose request the service answers with this. */
    async function answered(make: (draft: PaymentRequestDraft) => unknown) {
      const rid = newRid()
      const draft = await drafted(support, filled({ customer: { kind: 'typed', rid } }))
      const body = make(draft)
      await control(stack(), 'POST', 'override', { account: env, operation: 'create', id: rid, body })
      return { draft, ...(await send(support, draft)) }
    }
    const landing = () => `${stack().sandbox.serviceUrl}/stage/landing/1`

    it('a good one', async () => {
      const { request } = await answered((draft) => answerTo(draft, landing()))
      expect(request).toMatchObject({ status: 'created', address: 'step_up' })
    })

    it.each(untrusted)('an address with %s: created, and nobody is sent there', async (_, address) => {
      const given = address.replaceAll('{host}', host())
      const { request } = await answered((draft) => answerTo(draft, given))
      expect(request).toMatchObject({ status: 'created', address: null })
      expect(request.noAddress).toContain('not one of its configured hosts')
      expect((await rowOf(stack(), request.request)).sealed_address).toBeNull()
      const input = { params: { env, request: request.request }, body: { purpose: 'customer_call' } }
      problemIn(await proved.call(endpoints.showPaymentLink, input), 'address_gone')
      expect(stack().logged.join('')).not.toContain('evil.example')
    })

    it.each(disbelieved)('%s: not believed', async (_, more) => {
      const { request } = await answered((draft) => answerTo(draft, landing(), more))
      expect(request).toMatchObject({ status: 'unknown', transaction: null, address: null })
    })

    it.each([
      ['merchant', { merchant_id: 'demo-outlet' }],
      ['reference', { reference: 'INV-other' }],
    ])('another %s than was sent: not believed', async (_, other) => {
      const { request } = await answered((draft) => {
        const good = answerTo(draft, landing())
        return { ...good, original_message: { ...(good.original_message as object), ...other } }
      })
      expect(request.status).toBe('unknown')
    })

    it.each(['[]', '"x"', 'null', '', '<html>', '{"id":'])('the body %j: not believed', async (body) => {
      expect((await answered(() => body)).request.status).toBe('unknown')
    })

    it.each(['500', '502', '503', '503-empty', '429', 'html', 'empty', '204', 'redirect', 'huge-header'])(
      'the fault %s, carried out or not: unknown, and never sent again',
      async (fault) => {
        for (const carriesOut of [true, false]) {
          const rid = newRid()
          const draft = await drafted(support, filled({ customer: { kind: 'typed', rid } }))
          await failing(stack(), rid, fault, carriesOut)
          const { request } = await send(support, draft)
          expect(request.status).toBe('unknown')
          const again = await send(support, draft)
          expect([again.answer, again.request.status]).toEqual(['sent_before', 'unknown'])
          expect(await bodiesAsked(stack(), text(draft.request.merchantTransactionId))).toHaveLength(1)
        }
      },
    )

    it.each(['400', '401', '403', '404'])('%s: refused, and the form may be corrected', async (fault) => {
      const rid = newRid()
      const body = filled({ customer: { kind: 'typed', rid } })
      const draft = await drafted(support, body)
      await failing(stack(), rid, fault, false)
      const { request } = await send(support, draft)
      expect(request).toMatchObject({ status: 'refused', transaction: null })
      // The fault names a member that we sent, and a name that we did not.
      expect(request.refusedMembers).toEqual(fault === '400' ? ['account.identifier'] : [])
      expect(JSON.stringify(request)).not.toContain('Lindqvist')
      expect(request.why).toContain('There is no payment: correct the form and send it again.')
      const colleague = await look(await stack().as('finance'), request.request)
      expect(colleague.why).toContain('There is no payment; whoever asked for it can ask again.')
      const again = await drafted(support, { ...body, amount: '99.00' })
      expect(again.request.request).toBe(request.request)
      expect(again.request.merchantTransactionId).not.toEqual(draft.request.merchantTransactionId)
      expect((await send(support, again)).request.status).toBe('created')
    })
  },
  { PAYDESK_UPSTREAM_DEADLINE_MS: '60000', PAYDESK_STEP_UP_MS: '3600000' },
  { workers: false, on: oneBacking },
)

onEachDatabase(
  'a lost answer',
  (stack) => {
    let support: Visitor
    beforeAll(async () => {
      support = await stack().as('support')
    })

    async function lost(fault: string, carriesOut: boolean) {
      const rid = newRid()
      const draft = await drafted(support, filled({ customer: { kind: 'typed', rid } }))
      await failing(stack(), rid, fault, carriesOut)
      return (await send(support, draft)).request
    }

    it.each(
      pickByRunLength(
        ['reset', '503'],
        ['hang', 'reset', 'reset-body', 'truncated', '503', '429', 'malformed'],
      ),
    )('%s after it was carried out: found by the list, once, without its address', async (fault) => {
      const request = await lost(fault, true)
      expect(request.status).toBe('unknown')
      expect(request.why).toContain('no answer came that says whether it was created')
      expect(request.why).toContain('never sends it again')
      await until(stack(), request.request, 'created')
      const found = await look(support, request.request)
      expect(found).toMatchObject({ status: 'created', address: null })
      expect(found.noAddress).toContain('No answer came from which the address could be taken')
      expect(await bodiesAsked(stack(), text(request.merchantTransactionId))).toHaveLength(1)
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
      '%s and not carried out: absent in the end',
      async (fault) => {
        const request = await lost(fault, false)
        expect(request.status).toBe('unknown')
        await until(stack(), request.request, 'absent')
        const found = await look(support, request.request)
        expect(found.why).toContain('There is none')
        expect(found.why).toContain('No answer came that says whether it was created')
        expect(await bodiesAsked(stack(), text(request.merchantTransactionId))).toHaveLength(1)
        const entries = await stack()
          .deps.store.db.selectFrom('audit')
          .select(['action', 'reason', 'actor_subject'])
          .where('subject_id', '=', request.request)
          .where('actor_subject', 'is', null)
          .execute()
        expect(entries).toEqual([{ action: 'request.answered', reason: 'absent', actor_subject: null }])
      },
    )

    it('what counted as absent and turns up after all is known, and leads to its payment', async () => {
      const request = await lost('reset', false)
      await until(stack(), request.request, 'absent')
      const [body] = await bodiesAsked(stack(), text(request.merchantTransactionId))
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
      await control(stack(), 'POST', `transactions/${id}/move`, moved)
      await until(stack(), request.request, 'created')
      expect(await look(support, request.request)).toMatchObject({ status: 'created', transaction: id })
    })

    it('is found among other payments of the same customer, and never taken for one of them', async () => {
      const rid = newRid()
      const of = { customer: { kind: 'typed', rid } }
      const first = await send(support, await drafted(support, filled(of)))
      await until(stack(), first.request.request, 'created')
      const draft = await drafted(support, filled(of))
      expect(draft.similar.map(({ request }) => request)).toEqual([first.request.request])
      await failing(stack(), rid, 'reset', false)
      const { request } = await send(support, draft)
      await until(stack(), request.request, 'absent')
      expect((await look(support, first.request.request)).status).toBe('created')
    })
  },
  { PAYDESK_UPSTREAM_DEADLINE_MS: pickByRunLength('60000', '2500'), PAYDESK_REQUEST_ABSENT_MS: '1500' },
)

onEachDatabase(
  'a service that cannot be reached',
  (stack) => {
    it('nothing left: the form may be sent again, and is another request then', async () => {
      const support = await stack().as('support')
      const body = filled()
      const draft = await drafted(support, body)
      const { answer, request } = await send(support, draft)
      expect([answer, request.status]).toEqual(['sent', 'not_sent'])
      expect(request.why).toContain('Nothing was sent and there is no payment: try again.')
      const colleague = await look(await stack().as('finance'), request.request)
      expect(colleague.why).toContain('there is no payment; whoever asked for it can ask again.')
      const again = await drafted(support, body)
      expect(again.request.request).toBe(request.request)
      expect(again.request.merchantTransactionId).not.toEqual(request.merchantTransactionId)
    })
  },
  { PAYDESK_STAGE_BASE_URL: 'http://localhost:9/stage' },
  { workers: false, on: oneBacking },
)

describe('the tables', () => {
  it('name each case once', () => {
    for (const table of [untrusted, disbelieved])
      expect(new Set(table.map(([words]) => words)).size).toBe(table.length)
  })
})
