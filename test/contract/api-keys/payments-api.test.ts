import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseIdempotencyKey } from '@paydesk/bff/features/api-keys/idempotency'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { buildPaymentRequestCipherContext } from '@paydesk/bff/records/payment-requests'
import { endpoints } from '@paydesk/shared/endpoints'
import { merchantPaymentResponseSchema } from '@paydesk/shared/payments/merchant-api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { sandboxAccounts } from '../../sandbox/accounts.ts'
import {
  askedPayment,
  createPayment,
  insertSystem,
  paymentIn,
  readPayment,
} from '../../support/contract/api-keys.ts'
import {
  createRid,
  failNextCreate,
  insertRequest,
  loadRequestRow,
  waitUntilRead,
} from '../../support/contract/payment-requests.ts'
import { startBeside } from '../../support/contract/second-instance.ts'
import {
  auditRows,
  controlSandbox,
  forgetRequests,
  isTriedOn,
  onEachDatabase,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'
import type { Answer, Stack } from '../../support/stack/start.ts'

const recorded = z.object({ requests: z.array(z.object({ method: z.string(), path: z.string() })) })

/** Counts the creations that the payment service received since the last `forgetRequests`. */
async function creations(stack: Stack): Promise<number> {
  const { requests } = recorded.parse(await controlSandbox(stack, 'GET', 'requests'))
  return requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/v1/authorization/'))
    .length
}

const order = () => `order-${crypto.randomUUID()}`

/** Texts that no response may contain: credentials of the payment service, secrets of transactions. */
const never = [
  ...Object.values(sandboxAccounts).flatMap(({ from, token }) => [from, token]),
  '"secret"',
  'notification-stage-1b6de0f4',
]

function holdsNothing(...answers: readonly Answer[]): void {
  for (const { text, headers } of answers)
    for (const one of never) expect(text + [...headers.values()].join('\n')).not.toContain(one)
}

onEachDatabase('payments of an API key', (stack, backing) => {
  const itOnOneDatabase = it.runIf(isTriedOn(backing))
  const at = () => stack().origin

  it('are created and read, with audit events for both', async () => {
    const { id, key } = await insertSystem(stack())
    const { value: made, rows } = await rowsOf(stack(), () => createPayment(at(), key, order()))
    expect(made.status, made.text).toBe(201)
    const payment = paymentIn(made)
    expect(payment).toMatchObject({
      status: 'created',
      transaction: { amount: '12550', currency: 'EUR', reference: expect.stringMatching(/./) },
      ...{ state: 'PENDING', final: false, finality: 'open', rejected_fields: [] },
      redirect_url: expect.stringContaining('/landing/'),
      expires_at: expect.stringMatching(/Z$/),
    })
    expect(made.headers.get('location')).toBe(`/v1/payments/${payment.id}`)
    expect(made.headers.get('cache-control')).toBe('no-store')
    expect(rows.map(({ action, subject_kind, subject_id }) => [action, subject_kind, subject_id])).toEqual([
      ['api_key.created_payment', 'api_key', id],
      ['payment_request.sent', 'payment_request', payment.id],
      ['payment_request.answered', 'payment_request', payment.id],
      ['payment_link.shown', 'payment_request', payment.id],
    ])
    for (const row of rows)
      expect(row).toMatchObject({
        ...{ actor_subject: null, environment: 'stage', merchant: 'demo-merchant', result: 'allowed' },
        reference: rows[0]?.reference,
      })

    const { value: seen, rows: left } = await rowsOf(stack(), () => readPayment(at(), key, payment.id))
    expect([seen.status, paymentIn(seen)]).toEqual([200, payment])
    expect(left.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['api_key.read_payment', id],
      ['payment_request.viewed', payment.id],
      ['payment_link.shown', payment.id],
    ])
    holdsNothing(made, seen)
    // Secret of this payment, which is stored encrypted.
    const kept = await loadRequestRow(stack(), payment.id)
    const secret =
      stack().deps.cipher.open(buildPaymentRequestCipherContext(kept, 'secret'), kept.sealed_secret ?? '') ??
      ''
    expect(secret).toMatch(/^[0-9a-f-]{36}$/)
    for (const text of [made.text, seen.text, JSON.stringify(await auditRows(stack())), ...stack().logged])
      expect(text).not.toContain(secret)
  })

  itOnOneDatabase('keep the requested fields, under the merchant and environment of the key', async () => {
    const { key } = await insertSystem(stack(), { merchant: 'demo-outlet' })
    const holder = { iban: 'DE89370400440532013000', name: 'Mara Lindqvist', type: 'INDIVIDUAL' }
    const reference = `R-${crypto.randomUUID()}`
    const transaction = { amount: '1', currency: 'EUR', reference }
    const made = await createPayment(
      at(),
      key,
      order(),
      askedPayment({ transaction, account_holder: holder }),
    )
    expect(made.status, made.text).toBe(201)
    const row = await stack()
      .deps.store.db.selectFrom('payment_requests')
      .selectAll()
      .where('id', '=', paymentIn(made).id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      ...{ environment: 'stage', merchant: 'demo-outlet', amount_minor: 1, currency: 'EUR', reference },
      ...{ maker: 'api_key', workflow: 'DEMO_OPEN_BANKING' },
    })
    // Expects the personal data of customer and account to be encrypted in the row.
    expect(JSON.stringify(row)).not.toMatch(/Lindqvist|DE8937|cust-00417|mara@/)
  })

  it('are created once per idempotency key, with the fields in any order', async () => {
    const { key } = await insertSystem(stack())
    const idempotency = order()
    await forgetRequests(stack())
    const first = await createPayment(at(), key, idempotency)
    const { workflow, ...rest } = askedPayment()
    const { value: again, rows } = await rowsOf(stack(), () =>
      createPayment(at(), key, idempotency, { ...rest, workflow }),
    )
    expect([first.status, again.status]).toEqual([201, 200])
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(paymentIn(again)).toEqual(paymentIn(first))
    expect(rows.map(({ action }) => action)).toEqual([
      ...['api_key.read_payment', 'payment_request.viewed', 'payment_link.shown'],
    ])
    expect(await creations(stack())).toBe(1)
  })

  itOnOneDatabase.each([
    ['draft', 'is being prepared by another call: its key stays taken', false],
    ['unknown', 'may have left: its key stays taken', false],
    ['not_sent', 'provably did not leave: its key is free for one more try', true],
  ] as const)('a payment request with status %s %s', async (status, _, isFreed) => {
    const { store } = stack().deps
    const of = { customer: generateId('c'), merchant: 'demo-merchant' }
    const request = await insertRequest(stack(), of, { status, transaction_id: null })
    const [system, lookup] = [generateId('s'), order()]
    await store.db
      .insertInto('api_requests')
      .values({ system, lookup, digest: 'digest', request, nth: 1, at: Date.now() })
      .execute()
    await releaseIdempotencyKey(
      { system, lookup, digests: ['digest'] },
      { nth: 1, request },
      true,
      stack().deps,
    )
    const kept = await store.db
      .selectFrom('api_requests')
      .select(['request', 'nth'])
      .where('lookup', '=', lookup)
      .executeTakeFirstOrThrow()
    expect(kept).toEqual(isFreed ? { request: null, nth: 2 } : { request, nth: 1 })
  })

  it('are rejected if the body differs under the same idempotency key, and nothing is sent', async () => {
    const { key } = await insertSystem(stack())
    const idempotency = order()
    const first = await createPayment(at(), key, idempotency)
    await forgetRequests(stack())
    const { transaction, client } = askedPayment()
    for (const more of [
      { transaction: { ...transaction, amount: '12551' } },
      { transaction: { ...transaction, reference: 'R-1' } },
      { client: { ...client, title: 'Dr' } },
      { account: { identifier: 'cust-00418' } },
    ])
      problemIn(await createPayment(at(), key, idempotency, askedPayment(more)), 'idempotency_conflict')
    expect(await creations(stack())).toBe(0)
    expect(paymentIn(await createPayment(at(), key, idempotency))).toEqual(paymentIn(first))
  })

  itOnOneDatabase('are different for the same idempotency key under another API key', async () => {
    const [one, other] = [await insertSystem(stack()), await insertSystem(stack())]
    const idempotency = order()
    const both = [
      await createPayment(at(), one.key, idempotency),
      await createPayment(at(), other.key, idempotency),
    ]
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(both.map((answer) => paymentIn(answer).id)).size).toBe(2)
  })

  it('are created once for twenty parallel calls with one idempotency key, across two instances', async () => {
    const beside = await startBeside(stack(), backing)
    const { key } = await insertSystem(stack())
    const idempotency = order()
    await forgetRequests(stack())
    // A busy database may refuse a call for now: callers then repeat it with the same key.
    const createWhenReady = async (origin: string) => {
      for (;;) {
        const answer = await createPayment(origin, key, idempotency)
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => createWhenReady(n % 2 === 0 ? at() : beside.origin)),
    )
    await beside.stop()
    expect(await creations(stack())).toBe(1)
    for (const { status, text } of answers) expect([200, 201, 202], text).toContain(status)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map((answer) => paymentIn(answer).id)).size).toBe(1)
  })

  it('are created once for twenty parallel calls with different bodies under one idempotency key', async () => {
    const { key } = await insertSystem(stack())
    const idempotency = order()
    await forgetRequests(stack())
    const contents = Array.from({ length: 20 }, (_, n) =>
      askedPayment({ transaction: { amount: String(100 + (n % 4)), currency: 'EUR' } }),
    )
    const answers = await Promise.all(contents.map((body) => createPayment(at(), key, idempotency, body)))
    expect(await creations(stack())).toBe(1)
    const made = answers.filter(({ status }) => status < 300)
    expect(new Set(made.map((answer) => paymentIn(answer).transaction.amount)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status >= 300))
      problemIn(answer, 'idempotency_conflict')
    expect(made).toHaveLength(5)
  })

  itOnOneDatabase.each([
    ['an unknown workflow', { workflow: 'NO_SUCH' }, 'workflow'],
    ['nothing', { transaction: { amount: '0', currency: 'EUR' } }, 'transaction.amount'],
    ['less than nothing', { transaction: { amount: '-1', currency: 'EUR' } }, 'transaction.amount'],
    ['major units', { transaction: { amount: '125.50', currency: 'EUR' } }, 'transaction.amount'],
    ['a huge amount', { transaction: { amount: '9'.repeat(18), currency: 'EUR' } }, 'transaction.amount'],
    ['another currency', { transaction: { amount: '1', currency: 'USD' } }, 'transaction.currency'],
    [
      'a long reference',
      { transaction: { amount: '1', currency: 'EUR', reference: 'x'.repeat(101) } },
      'transaction.reference',
    ],
    ['a wrong RID', { account: { identifier: '../../x' } }, 'account.identifier'],
    ['a wrong IBAN', { account_holder: { iban: 'DE00370400440532013000' } }, 'account_holder.iban'],
    [
      'no first name',
      { client: { last_name: 'Lindqvist', email: 'mara@example.test' } },
      'client.first_name',
    ],
  ])('with %s are rejected at the field, and can be corrected under the same key', async (_, wrong, name) => {
    const { id, key } = await insertSystem(stack())
    const idempotency = order()
    await forgetRequests(stack())
    const { value: refused, rows } = await rowsOf(stack(), () =>
      createPayment(at(), key, idempotency, askedPayment(wrong)),
    )
    const problem = problemIn(refused, 'payment_refused')
    expect(problem.status).toBe(422)
    expect(problem.fields?.map((field) => field.name)).toEqual([name])
    expect(refused.text.replace(problem.reference, '')).not.toMatch(
      /NO_SUCH|USD|\.\.\/x|DE00|Lindqvist|xxx|99999/,
    )
    expect(rows).toMatchObject([
      { action: 'api_key.created_payment', result: 'failed', reason: 'payment_refused', subject_id: id },
    ])
    expect(await creations(stack())).toBe(0)
    expect((await createPayment(at(), key, idempotency)).status).toBe(201)
  })

  itOnOneDatabase(
    'are readable with every API key of the merchant and environment, and with no other key',
    async () => {
      const { key } = await insertSystem(stack())
      const { id } = paymentIn(await createPayment(at(), key, order()))
      const same = await insertSystem(stack(), { scopes: ['payments:read'] })
      expect((await readPayment(at(), same.key, id)).status).toBe(200)
      const others = [
        await insertSystem(stack(), { merchant: 'demo-outlet' }),
        await insertSystem(stack(), { environment: 'production', merchant: 'demo-merchant-live' }),
      ]
      for (const other of others) {
        const answer = await readPayment(at(), other.key, id)
        problemIn(answer, 'not_found')
        expect(answer.text).not.toContain(id)
      }
      for (const wrong of ['q_x', '..%2f', `q_${'0'.repeat(20)}`, '%00'])
        problemIn(await readPayment(at(), key, wrong), 'not_found', 'bad_request', 'no_such_page')
    },
  )

  itOnOneDatabase('do not include drafts of staff', async () => {
    const { key } = await insertSystem(stack())
    const { id } = paymentIn(await createPayment(at(), key, order()))
    const { db } = stack().deps.store
    await db.updateTable('payment_requests').set({ status: 'draft' }).where('id', '=', id).execute()
    problemIn(await readPayment(at(), key, id), 'not_found')
    await db.updateTable('payment_requests').set({ status: 'created' }).where('id', '=', id).execute()
  })

  itOnOneDatabase('are neither created, repeated nor read with a revoked key', async () => {
    const { id, key } = await insertSystem(stack())
    const idempotency = order()
    const { id: payment } = paymentIn(await createPayment(at(), key, idempotency))
    await forgetRequests(stack())
    const admin = await stack().as('admin')
    await admin.get(endpoints.revokeApiKey, { params: { env: 'stage', apiKey: id } })
    problemIn(await createPayment(at(), key, idempotency), 'key_refused')
    problemIn(await createPayment(at(), key, order()), 'key_refused')
    problemIn(await readPayment(at(), key, payment), 'key_refused')
    expect(await creations(stack())).toBe(0)
  })

  itOnOneDatabase('have a payment link while they are open, and none once they are final', async () => {
    const { key } = await insertSystem(stack())
    const {
      id,
      service_transaction_id: transaction,
      redirect_url,
    } = paymentIn(await createPayment(at(), key, order()))
    expect(paymentIn(await readPayment(at(), key, id)).redirect_url).toBe(redirect_url)
    await waitUntilRead(stack(), transaction)
    const { db } = stack().deps.store
    await db
      .updateTable('transactions')
      .set({ state: 'SUCCESS', compound: 'SUCCESS.COMPLETE', final: 1, finality: 'confirmed' })
      .where('id', '=', transaction ?? '')
      .execute()
    const over = await readPayment(at(), key, id)
    expect(paymentIn(over)).toMatchObject({
      ...{ state: 'SUCCESS', final: true, finality: 'confirmed', redirect_url: null },
    })
    expect(over.text).not.toContain('/landing/')
  })

  itOnOneDatabase.each([
    ['whose address is not to be trusted', { why: 'address_not_trusted' }, {}, /host that is not configured/],
    ['whose address is not kept any more', {}, {}, /no longer stored.*until `final`/],
    ['whose answer was lost', { why: 'answer_lost' }, {}, /new Idempotency-Key and another `reference`/],
    [
      'whose answer was lost, while it is decided on',
      { why: 'answer_lost' },
      { review: 1 },
      /operator.*until `final`/,
    ],
    [
      'whose answer was lost, and its time is over',
      { why: 'answer_lost' },
      { expires_at: 1 },
      /has expired.*until `final`/,
    ],
    ['that staff made', { maker: 'person' as const }, {}, /Staff created/],
    ['that staff made, whose answer was lost', { maker: 'person', why: 'answer_lost' }, {}, /Staff created/],
  ] as const)('name the next action for an open payment %s', async (_, row, known, next) => {
    const { key } = await insertSystem(stack())
    const made = paymentIn(await createPayment(at(), key, order()))
    await waitUntilRead(stack(), made.service_transaction_id)
    const { db } = stack().deps.store
    await db
      .updateTable('payment_requests')
      .set({ ...('maker' in row ? {} : { sealed_link: null }), ...row })
      .where('id', '=', made.id)
      .execute()
    if (Object.keys(known).length > 0)
      await db
        .updateTable('transactions')
        .set(known)
        .where('id', '=', made.service_transaction_id ?? '')
        .execute()
    const answer = merchantPaymentResponseSchema.parse((await readPayment(at(), key, made.id)).json)
    expect(answer.payment).toMatchObject({ status: 'created', final: false, redirect_url: null })
    expect(answer.next).toMatch(next)
    expect(/another `reference`/.test(answer.next ?? '')).toBe(next.source.includes('Idempotency'))
    await db
      .updateTable('transactions')
      .set({ state: 'SUCCESS', final: 1 })
      .where('id', '=', made.service_transaction_id ?? '')
      .execute()
    expect(merchantPaymentResponseSchema.parse((await readPayment(at(), key, made.id)).json).next).toBeNull()
  })

  it('leave no customer data in responses, the log or the audit log', async () => {
    const { key } = await insertSystem(stack())
    const client = { first_name: 'Zqxseven', last_name: 'Zqxeight', email: 'zqxmail@example.test' }
    const account = { identifier: 'zqxrid-0001' }
    const made = await createPayment(at(), key, 'zqxorder-1', askedPayment({ client, account }))
    expect(made.status, made.text).toBe(201)
    const again = await createPayment(at(), key, 'zqxorder-1', askedPayment({ client }))
    problemIn(again, 'idempotency_conflict')
    for (const text of [made.text, again.text, JSON.stringify(await auditRows(stack())), ...stack().logged])
      expect(text).not.toMatch(/zqx(?:seven|eight|mail|rid|order)/i)
  })
})

describe('if the audit event cannot be written', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded')
  })
  afterAll(() => stack.stop())

  it('nothing is sent and nothing is shown', async () => {
    const { key } = await insertSystem(stack)
    const { id } = paymentIn(await createPayment(stack.origin, key, order()))
    await forgetRequests(stack)
    const append = vi.spyOn(stack.deps.audit, 'append').mockRejectedValue(new Error('full'))
    problemIn(await createPayment(stack.origin, key, order()), 'record_unavailable')
    problemIn(await readPayment(stack.origin, key, id), 'record_unavailable')
    append.mockRestore()
    expect(await creations(stack)).toBe(0)
    expect((await readPayment(stack.origin, key, id)).status).toBe(200)
  })
})

describe('failures of the payment service', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded')
  })
  afterAll(() => stack.stop())

  it('a payment without an answer is reported as unknown, never sent again, and resolved later', async () => {
    const { key } = await insertSystem(stack)
    const [rid, idempotency] = [createRid(), order()]
    const body = askedPayment({ account: { identifier: rid } })
    await failNextCreate(stack, rid, 'reset', true)
    await forgetRequests(stack)
    const lost = await createPayment(stack.origin, key, idempotency, body)
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([202, '5'])
    const { payment, next } = merchantPaymentResponseSchema.parse(lost.json)
    expect(payment).toMatchObject({ status: 'unknown', state: null, redirect_url: null, final: false })
    expect(next).toMatch(/Read this payment/)
    const again = await createPayment(stack.origin, key, idempotency, body)
    expect([again.headers.get('idempotency-replayed'), paymentIn(again).id]).toEqual(['true', payment.id])
    await vi.waitFor(
      async () => expect(paymentIn(await readPayment(stack.origin, key, payment.id)).status).toBe('created'),
      { timeout: 60_000, interval: 50 },
    )
    const found = await readPayment(stack.origin, key, payment.id)
    expect(paymentIn(found)).toMatchObject({ state: 'PENDING', service_transaction_id: expect.any(String) })
    expect(paymentIn(found).redirect_url).toBeNull()
    expect(merchantPaymentResponseSchema.parse(found.json).next).toMatch(
      /^The answer with its payment link did not arrive/,
    )
    // Follows the advice in `next`: the old reference is rejected, a payment without it is created.
    const { reference } = payment.transaction
    const createAgain = (transaction: object) =>
      createPayment(stack.origin, key, order(), {
        ...body,
        transaction: { ...body.transaction, ...transaction },
      })
    problemIn(await createAgain({ reference }), 'payment_refused')
    expect(await creations(stack)).toBe(1)
    expect(paymentIn(await createAgain({})).redirect_url).toContain('/landing/')
    holdsNothing(lost, again, found)
  })

  it('a rejected payment gets the same problem at each repeat', async () => {
    const { key } = await insertSystem(stack)
    const [rid, idempotency] = [createRid(), order()]
    const body = askedPayment({ account: { identifier: rid } })
    await failNextCreate(stack, rid, '400', false)
    await forgetRequests(stack)
    const first = await createPayment(stack.origin, key, idempotency, body)
    const again = await createPayment(stack.origin, key, idempotency, body)
    for (const answer of [first, again]) expect(problemIn(answer, 'payment_refused').status).toBe(422)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await creations(stack)).toBe(1)
    // Staff have no form to correct this payment.
    const { requests } = await (await stack.as('support')).get(endpoints.listPaymentRequests, {
      params: { env: 'stage' },
    })
    const refused = requests.find(({ status }) => status === 'refused')
    expect(refused).toMatchObject({ by: { kind: 'api_key' }, rejection: { httpStatus: 400 } })
  })
})

describe('if the payment service is unreachable', () => {
  it('the same call can be repeated, and creates one payment in the end', async () => {
    const config = { PAYDESK_DATA_DIR: mkdtempSync(join(tmpdir(), 'paydesk-systems-')) }
    const away = await startOn('embedded', {
      config: { ...config, PAYDESK_STAGE_BASE_URL: 'http://127.0.0.1:9/stage' },
      workers: false,
    })
    const { key } = await insertSystem(away)
    const idempotency = order()
    for (const _ of [1, 2]) {
      const answer = await createPayment(away.origin, key, idempotency)
      expect(problemIn(answer, 'payment_not_sent').status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
    }
    await away.stop()
    const back = await startOn('embedded', { config, workers: false })
    const answers = [
      await createPayment(back.origin, key, idempotency),
      await createPayment(back.origin, key, idempotency),
    ]
    expect(answers.map(({ status, text }) => (status < 300 ? status : text))).toEqual([201, 200])
    expect(await creations(back)).toBe(1)
    await back.stop()
  })
})
