import { setTimeout as pause } from 'node:timers/promises'
import type { Reference } from '@paydesk/shared/core/ids'
import type { PaymentCreate } from '@paydesk/shared/payments/merchant-api'
import { requestId } from '@paydesk/shared/payments/payment-request'
import { inTurn } from '../../platform/database/mutex.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Asking, PaymentAsked, RequestRow } from '../../records/payment-requests.ts'
import { type Asked, askedUnder, bind, claim, free } from './asked-before.ts'
import type { System } from './door.ts'
import { memberName, type PaymentNeeds } from './payment.ts'

/** One call that asks for a payment. */
export interface Creation {
  readonly system: System
  readonly idempotencyKey: string
  readonly body: PaymentCreate
  readonly reference: Reference
  /** Told before a payment leaves: what must not happen unrecorded. */
  readonly leaving: (row: RequestRow) => Promise<void>
}

export interface Created {
  readonly row: RequestRow
  /** True where this call sent nothing, because one before it had. */
  readonly isReplay: boolean
}

/** How often others may come between before this call gives in, and how long it waits for them (ms, at most). */
const mostRounds = 8
const waitMs = 250

function askedFor({ body, system }: Creation, form: string): PaymentAsked {
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

/** What is against a rule is said in the names of this interface. */
function inOwnNames(thrown: unknown): unknown {
  if (!(thrown instanceof ProblemError) || thrown.id !== 'bad_request') return thrown
  const fields = (thrown.fields ?? []).map(({ name, expected }) => ({ name: memberName(name), expected }))
  return new ProblemError('payment_refused', { fields })
}

/** Undefined where it was a draft that nobody sent in time. */
function kept(id: string, { store }: PaymentNeeds): Promise<RequestRow | undefined> {
  return store.db.selectFrom('payment_requests').selectAll().where('id', '=', id).executeTakeFirst()
}

interface Round {
  readonly creation: Creation
  readonly asked: Asked
  readonly asking: Asking
  readonly needs: PaymentNeeds
}

/** Sends what this very call has drafted. Null where others came between. */
async function sendOwn(row: RequestRow, nth: number, { creation, asked, asking, needs }: Round) {
  const call = { nth, request: row.id }
  await creation.leaving(row)
  try {
    // By the draft's digest, so that nobody else's content leaves.
    const sent = await needs.paymentRequests.send(requestId.parse(row.id), row.reviewed, asking)
    if (sent.answer === 'changed') return null
    const isReplay = sent.answer === 'sent_before'
    if (!isReplay && sent.row.status === 'not_sent') await free(asked, call, true, needs)
    return { row: sent.row, isReplay }
  } catch (thrown) {
    const told = inOwnNames(thrown)
    if (told !== thrown) await free(asked, call, false, needs)
    throw told
  }
}

/** One round: null where others came between and it has to begin anew. */
async function round(one: Round): Promise<Created | null> {
  const { creation, asked, asking, needs } = one
  const call = await claim(asked, needs, Date.now())
  const before = call.request === null ? null : await kept(call.request, needs)
  if (before === undefined) {
    await free(asked, call, false, needs)
    return null
  }
  if (before !== null && before.status === 'not_sent') {
    await free(asked, { ...call, request: before.id }, true, needs)
    return null
  }
  if (before !== null && before.status !== 'draft') return { row: before, isReplay: true }
  const content = askedFor(creation, `${asked.lookup}.${call.nth}`)
  const drafted = await needs.paymentRequests.draft(content, asking).catch((thrown: unknown) => {
    throw inOwnNames(thrown)
  })
  const { row } = drafted
  if (!(await bind(asked, { nth: call.nth, request: row.id }, needs))) return null
  return drafted.answer === 'sent' ? { row, isReplay: true } : sendOwn(row, call.nth, one)
}

/**
 * Creates a payment once for each idempotency key of a system, however often and from wherever it is asked for.
 * Throws `payment_refused` naming members, `payment_not_sent`, `idempotency_conflict` or `requests_off`.
 */
export async function createPayment(creation: Creation, needs: PaymentNeeds): Promise<Created> {
  const { system, idempotencyKey, body, reference } = creation
  const asked = askedUnder(idempotencyKey, body, system.id, needs)
  const asking: Asking = {
    environment: system.environment,
    merchants: [system.merchant],
    maker: { kind: 'system', id: system.id, label: system.label },
    reference,
  }
  return inTurn(needs.store, `system-call/${asked.lookup}`, async () => {
    for (let n = 1; n <= mostRounds; n++) {
      const done = await round({ creation, asked, asking, needs })
      if (done !== null) return done
      await pause(Math.random() * waitMs)
    }
    throw new ProblemError('too_many_requests', { retryAfter: 1 })
  })
}
