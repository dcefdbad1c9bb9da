import { setTimeout as pause } from 'node:timers/promises'
import type { SupportReference } from '@paydesk/shared/core/ids'
import type { MerchantPaymentInput } from '@paydesk/shared/payments/merchant-api'
import { paymentRequestIdSchema } from '@paydesk/shared/payments/payment-requests'
import { withKeyedMutex } from '../../platform/database/mutex.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type {
  PaymentRequestContext,
  PaymentRequestRow,
  UncheckedPaymentRequest,
} from '../../records/payment-requests.ts'
import type { AuthenticatedApiKey } from './authenticate-api-key.ts'
import {
  bindIdempotencyKey,
  claimIdempotencyKey,
  fingerprintApiCall,
  type IdempotentCall,
  releaseIdempotencyKey,
} from './idempotency.ts'
import { type MerchantPaymentDeps, toApiFieldName } from './payment.ts'

export interface CreatePaymentCall {
  readonly system: AuthenticatedApiKey
  readonly idempotencyKey: string
  readonly body: MerchantPaymentInput
  readonly reference: SupportReference
  /** Writes the audit entries before the payment leaves Paydesk: sending must not happen unrecorded. */
  readonly beforeSend: (row: PaymentRequestRow) => Promise<void>
}

export interface CreatePaymentResult {
  readonly row: PaymentRequestRow
  /** Set if this call sent nothing because an earlier call with the same idempotency key had. */
  readonly isReplay: boolean
}

/**
 * Limits under contention: attempts before the call gives up, and the
 * longest pause between attempts (ms, random).
 */
const maxAttempts = 8
const maxWaitMs = 250

function buildPaymentInput({ body, system }: CreatePaymentCall, form: string): UncheckedPaymentRequest {
  const { workflow, transaction, client, account, account_holder: holder } = body
  return {
    form,
    merchant: system.merchant,
    rid: account.identifier,
    workflow,
    amount: { unit: 'minor', text: transaction.amount },
    currency: transaction.currency,
    reference: transaction.reference ?? '',
    client,
    accountHolder:
      holder === undefined
        ? null
        : { iban: holder.iban, name: holder.name ?? '', type: holder.type ?? '', bic: holder.bic ?? '' },
  }
}

/**
 * Turns a `bad_request` of the payment rules into `payment_refused` with the field names of the merchant API.
 */
function translateFieldNames(thrown: unknown): unknown {
  if (!(thrown instanceof ProblemError) || thrown.id !== 'bad_request') return thrown
  const fields = (thrown.fields ?? []).map((field) => ({ ...field, name: toApiFieldName(field.name) }))
  return new ProblemError('payment_refused', { fields })
}

/** Returns undefined if the bound request was a draft that nobody sent in time. */
function loadBoundRequest(
  id: string,
  { store }: MerchantPaymentDeps,
): Promise<PaymentRequestRow | undefined> {
  return store.db.selectFrom('payment_requests').selectAll().where('id', '=', id).executeTakeFirst()
}

interface CreateAttempt {
  readonly creation: CreatePaymentCall
  readonly idempotentCall: IdempotentCall
  readonly requestContext: PaymentRequestContext
  readonly deps: MerchantPaymentDeps
}

/** Sends the draft that this call created. Returns null if a concurrent call interfered. */
async function sendOwnDraft(
  row: PaymentRequestRow,
  nth: number,
  { creation, idempotentCall, requestContext, deps }: CreateAttempt,
) {
  const call = { nth, request: row.id }
  await creation.beforeSend(row)
  try {
    // Send by the draft's digest, so that content of another call cannot leave.
    const sent = await deps.paymentRequests.send(
      paymentRequestIdSchema.parse(row.id),
      row.reviewed,
      requestContext,
    )
    if (sent.answer === 'changed') return null
    const isReplay = sent.answer === 'sent_before'
    if (!isReplay && sent.row.status === 'not_sent')
      await releaseIdempotencyKey(idempotentCall, call, true, deps)
    return { row: sent.row, isReplay }
  } catch (thrown) {
    const told = translateFieldNames(thrown)
    if (told !== thrown) await releaseIdempotencyKey(idempotentCall, call, false, deps)
    throw told
  }
}

/** Makes one attempt. Returns null if a concurrent call interfered and the attempt must be repeated. */
async function tryCreatePayment(one: CreateAttempt): Promise<CreatePaymentResult | null> {
  const { creation, idempotentCall, requestContext, deps } = one
  const call = await claimIdempotencyKey(idempotentCall, deps, Date.now())
  const before = call.request === null ? null : await loadBoundRequest(call.request, deps)
  if (before === undefined) {
    await releaseIdempotencyKey(idempotentCall, call, false, deps)
    return null
  }
  if (before !== null && before.status === 'not_sent') {
    await releaseIdempotencyKey(idempotentCall, { ...call, request: before.id }, true, deps)
    return null
  }
  if (before !== null && before.status !== 'draft') return { row: before, isReplay: true }
  const content = buildPaymentInput(creation, `${idempotentCall.lookup}.${call.nth}`)
  const drafted = await deps.paymentRequests.draft(content, requestContext).catch((thrown: unknown) => {
    throw translateFieldNames(thrown)
  })
  const { row } = drafted
  if (!(await bindIdempotencyKey(idempotentCall, { nth: call.nth, request: row.id }, deps))) return null
  return drafted.answer === 'sent' ? { row, isReplay: true } : sendOwnDraft(row, call.nth, one)
}

/**
 * Creates a payment once per idempotency key of an API key, over all retries and instances. A request that
 * could not be sent is returned with the status `not_sent`. Throws `payment_refused` naming fields,
 * `idempotency_conflict`, `payment_requests_off` or, after too many conflicts, `too_many_requests`.
 */
export async function createPayment(
  creation: CreatePaymentCall,
  deps: MerchantPaymentDeps,
): Promise<CreatePaymentResult> {
  const { system, idempotencyKey, body, reference } = creation
  const idempotentCall = fingerprintApiCall(idempotencyKey, body, system.id, deps)
  const requestContext: PaymentRequestContext = {
    environment: system.environment,
    merchants: [system.merchant],
    maker: { kind: 'api_key', id: system.id, label: system.label },
    reference,
  }
  return withKeyedMutex(deps.store, `system-call/${idempotentCall.lookup}`, async () => {
    for (let n = 1; n <= maxAttempts; n++) {
      const done = await tryCreatePayment({ creation, idempotentCall, requestContext, deps })
      if (done !== null) return done
      await pause(Math.random() * maxWaitMs)
    }
    throw new ProblemError('too_many_requests', { retryAfter: 1 })
  })
}
