import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { transactInCall } from '../../platform/database/transaction.ts'
import { notifyPath } from '../../platform/http/notify-path.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import {
  type Asking,
  type PaymentAsked,
  type RequestRow,
  returnLookups,
  returnPath,
} from '../../records/payment-requests.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { bodyOf } from './body.ts'
import { type Checked, checkAsked } from './check.ts'
import {
  environmentOf,
  isOpen,
  isReferenceTaken,
  type Kept,
  makerColumns,
  newMerchantTransactionId,
  newPaymentReference,
  openKept,
  type RequestEnvironment,
  type RequestNeeds,
  referenceTaken,
  sealKept,
} from './rows.ts'

export interface Drafted {
  readonly answer: 'draft' | 'sent'
  readonly row: RequestRow
}

/** What a draft is made of, within its transaction. */
interface Making {
  readonly trx: Transaction<Schema>
  readonly checked: Checked
  readonly customer: string
  readonly form: string
  readonly environment: RequestEnvironment
  readonly asking: Asking
  readonly needs: RequestNeeds
}

/** 192 random bits: nobody guesses the address of somebody's return. */
const newToken = () => randomBytes(24).toString('base64url')

const digestOf = (body: string) => createHash('sha256').update(body).digest('base64url')

function addressesOf({ name }: RequestEnvironment, token: string, { config }: RequestNeeds) {
  const { origin } = config.origin
  return {
    returnUrl: `${origin}${returnPath}/${token}?transaction_id=`,
    notificationUrl: `${origin}${notifyPath.replace(':env', name)}`,
  }
}

/** The reference of the draft: as it was typed, or one of ours, which a corrected form keeps. */
function referenceOf({ reference }: Checked, before: RequestRow | undefined, kept: Kept | null): string {
  if (reference !== null) return reference
  return before !== undefined && kept?.madeReference === true ? before.reference : newPaymentReference()
}

/** What stands in the row: the same draft again keeps its ids and, where nothing else changed, its very bytes. */
async function contentOf(making: Making, id: string, before: RequestRow | undefined) {
  const { trx, checked, environment, needs } = making
  // What was refused was made with ids that are used up.
  const same = before?.status === 'draft' ? before : undefined
  const kept = same === undefined ? null : openKept(same, needs.seal)
  const reference = referenceOf(checked, same, kept)
  if (await isReferenceTaken(trx, { place: environment, reference, except: id })) throw referenceTaken()
  const token = kept?.token ?? newToken()
  const merchantTransactionId =
    same?.merchant_transaction_id ?? (await newMerchantTransactionId(trx, environment))
  const bodyAt = (datetime: string) => {
    const addresses = addressesOf(environment, token, needs)
    const added = { ...addresses, merchantTransactionId, reference, datetime }
    return bodyOf(checked, added, environment.requests.members)
  }
  const now = new Date().toISOString()
  const isUnchanged = kept !== null && bodyAt(kept.datetime) === kept.body
  const datetime = isUnchanged ? kept.datetime : now
  const body = bodyAt(datetime)
  const content = { body, token, datetime, madeReference: checked.reference === null }
  return {
    merchant_transaction_id: merchantTransactionId,
    reference,
    reviewed: digestOf(body),
    return_lookup: returnLookups(needs.seal, token)[0],
    sealed_typed: sealKept(content, { environment: environment.name, id }, needs.seal),
  }
}

const nothingYet = {
  status: 'draft',
  sent_at: null,
  ended_at: null,
  due_at: null,
  looked: 0,
  transaction_id: null,
  http_status: null,
  why: null,
  members: null,
  sealed_address: null,
  sealed_secret: null,
  expires_at: null,
} as const

/** Null where another instance has made the row of this form at the same moment. */
async function write(making: Making, before: RequestRow | undefined): Promise<RequestRow | null> {
  const { trx, checked, customer, form, environment, asking, needs } = making
  const id = before?.id ?? newId('q')
  const set = {
    ...nothingYet,
    ...(await contentOf(making, id, before)),
    ...{ merchant: checked.merchant, customer, workflow: checked.workflow },
    ...{ amount_minor: checked.amount, currency: checked.currency, made_at: Date.now() },
  }
  if (before !== undefined)
    return (
      trx
        .updateTable('payment_requests')
        .set({ ...set, version: before.version + 1 })
        .where('id', '=', id)
        // Somebody may be sending it just now.
        .where('status', '=', before.status)
        .where('version', '=', before.version)
        .returningAll()
        .executeTakeFirst()
        .then((row) => row ?? null)
    )
  const { maker } = asking
  const name = needs.seal.seal(reviewSealed, maker.kind === 'person' ? maker.name : maker.label)
  const made = await trx
    .insertInto('payment_requests')
    .values({ ...set, ...makerColumns(maker), id, form, name, environment: environment.name })
    .onConflict((conflict) => conflict.columns(['environment', 'form']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return made ?? null
}

/** See `PaymentRequests.draft`. */
export async function draft(asked: PaymentAsked, asking: Asking, needs: RequestNeeds): Promise<Drafted> {
  const { store, seal } = needs
  const environment = environmentOf(asking.environment, needs)
  const checked = checkAsked(asked, { config: environment.requests, merchants: asking.merchants })
  const { maker, issuer, subject } = makerColumns(asking.maker)
  const named = JSON.stringify([environment.name, maker, issuer, subject, asked.form])
  const lookups = seal.lookups('request-form', named)
  const customer = await needs.handles.customer(environment.name, checked.merchant, checked.rid)
  const lockKnown = (trx: Transaction<Schema>) => {
    const own = trx
      .selectFrom('payment_requests')
      .selectAll()
      .where('environment', '=', environment.name)
      .where('form', 'in', lookups)
    // Another instance that has the same form waits for us, instead of losing its draft to ours again and again.
    return (store.dialect === 'postgres' ? own.forUpdate() : own).executeTakeFirst()
  }
  for (let tries = 1; tries <= 3; tries += 1) {
    const drafted = await transactInCall(store, `request/form/${lookups[0]}`, async (trx) => {
      const before = await lockKnown(trx)
      if (before !== undefined && !isOpen(before)) return { answer: 'sent', row: before } as const
      const making = { trx, checked, customer, form: lookups[0], environment, asking, needs }
      const row = await write(making, before)
      return row === null ? null : ({ answer: 'draft', row } as const)
    })
    if (drafted !== null) return drafted
  }
  throw new ProblemError('unavailable', { retryAfter: 1 })
}
