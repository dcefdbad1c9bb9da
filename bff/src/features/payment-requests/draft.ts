import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { notifyPath } from '../../platform/http/notify-path.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import {
  computeReturnTokenIndexes,
  type PaymentRequestContext,
  type PaymentRequestDetails,
  type PaymentRequestRow,
  returnPath,
} from '../../records/payment-requests.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import { buildRequestBody } from './body.ts'
import { type CheckedPaymentInput, checkPaymentInput } from './check.ts'
import {
  buildMakerColumns,
  canResendRequest,
  createReferenceTakenProblem,
  type DraftContent,
  decryptDraftContent,
  encryptDraftContent,
  findRequestEnvironment,
  generateMerchantTransactionId,
  generatePaymentReference,
  isReferenceTaken,
  type PaymentRequestDeps,
  type RequestEnvironment,
} from './rows.ts'

export interface DraftRequestResult {
  readonly answer: 'draft' | 'sent'
  readonly row: PaymentRequestRow
}

/** Input of a draft, within its transaction. */
interface DraftContext {
  readonly trx: Transaction<DatabaseSchema>
  readonly checked: CheckedPaymentInput
  readonly customer: string
  readonly form: string
  readonly environment: RequestEnvironment
  readonly asking: PaymentRequestContext
  readonly needs: PaymentRequestDeps
}

/** Generates 192 random bits, so that nobody can guess a return address. */
const generateToken = () => randomBytes(24).toString('base64url')

const hashBody = (body: string) => createHash('sha256').update(body).digest('base64url')

function buildCallbackUrls({ name }: RequestEnvironment, token: string, { config }: PaymentRequestDeps) {
  const { origin } = config.origin
  return {
    returnUrl: `${origin}${returnPath}/${token}?transaction_id=`,
    notificationUrl: `${origin}${notifyPath.replace(':env', name)}`,
  }
}

/** Returns the typed reference, or a generated one, which a corrected form keeps. */
function chooseReference(
  { reference }: CheckedPaymentInput,
  before: PaymentRequestRow | undefined,
  kept: DraftContent | null,
): string {
  if (reference !== null) return reference
  return before !== undefined && kept?.madeReference === true ? before.reference : generatePaymentReference()
}

/**
 * Builds the stored content. A repeated draft keeps its ids and, if nothing else changed, its exact bytes.
 */
async function buildDraftContent(making: DraftContext, id: string, before: PaymentRequestRow | undefined) {
  const { trx, checked, environment, needs } = making
  // Use new ids after a refusal: the ids of the refused request are used up.
  const same = before?.status === 'draft' ? before : undefined
  const kept = same === undefined ? null : decryptDraftContent(same, needs.seal)
  const reference = chooseReference(checked, same, kept)
  if (await isReferenceTaken(trx, { place: environment, reference, except: id }))
    throw createReferenceTakenProblem()
  const token = kept?.token ?? generateToken()
  const merchantTransactionId =
    same?.merchant_transaction_id ?? (await generateMerchantTransactionId(trx, environment))
  const bodyAt = (datetime: string) => {
    const addresses = buildCallbackUrls(environment, token, needs)
    const added = { ...addresses, merchantTransactionId, reference, datetime }
    return buildRequestBody(checked, added, environment.requests.members)
  }
  const now = new Date().toISOString()
  const isUnchanged = kept !== null && bodyAt(kept.datetime) === kept.body
  const datetime = isUnchanged ? kept.datetime : now
  const body = bodyAt(datetime)
  const content = { body, token, datetime, madeReference: checked.reference === null }
  return {
    merchant_transaction_id: merchantTransactionId,
    reference,
    reviewed: hashBody(body),
    return_lookup: computeReturnTokenIndexes(needs.seal, token)[0],
    sealed_form: encryptDraftContent(content, { environment: environment.name, id }, needs.seal),
  }
}

const emptyDraftColumns = {
  status: 'draft',
  sent_at: null,
  ended_at: null,
  due_at: null,
  looked: 0,
  transaction_id: null,
  http_status: null,
  why: null,
  members: null,
  sealed_link: null,
  sealed_secret: null,
  expires_at: null,
} as const

/** Writes the row of the form. Returns null if another call created or changed the row at the same moment. */
async function writeDraft(
  making: DraftContext,
  before: PaymentRequestRow | undefined,
): Promise<PaymentRequestRow | null> {
  const { trx, checked, customer, form, environment, asking, needs } = making
  const id = before?.id ?? generateId('q')
  const set = {
    ...emptyDraftColumns,
    ...(await buildDraftContent(making, id, before)),
    ...{ merchant: checked.merchant, customer, workflow: checked.workflow },
    ...{ amount_minor: checked.amount, currency: checked.currency, created_at: Date.now() },
  }
  if (before !== undefined)
    return (
      trx
        .updateTable('payment_requests')
        .set({ ...set, version: before.version + 1 })
        .where('id', '=', id)
        // Update only an unchanged row: another call may be sending the draft.
        .where('status', '=', before.status)
        .where('version', '=', before.version)
        .returningAll()
        .executeTakeFirst()
        .then((row) => row ?? null)
    )
  const { maker } = asking
  const name = needs.seal.seal(reviewCipherContext, maker.kind === 'person' ? maker.name : maker.label)
  const made = await trx
    .insertInto('payment_requests')
    .values({ ...set, ...buildMakerColumns(maker), id, form, name, environment: environment.name })
    .onConflict((conflict) => conflict.columns(['environment', 'form']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return made ?? null
}

/** See `PaymentRequests.draft`. */
export async function savePaymentDraft(
  asked: PaymentRequestDetails,
  asking: PaymentRequestContext,
  needs: PaymentRequestDeps,
): Promise<DraftRequestResult> {
  const { store, seal } = needs
  const environment = findRequestEnvironment(asking.environment, needs)
  const checked = checkPaymentInput(asked, { config: environment.requests, merchants: asking.merchants })
  const { maker, issuer, subject } = buildMakerColumns(asking.maker)
  const named = JSON.stringify([environment.name, maker, issuer, subject, asked.form])
  const lookups = seal.blindIndexes('request-form', named)
  const customer = await needs.handles.getOrCreateCustomerHandle(
    environment.name,
    checked.merchant,
    checked.rid,
  )
  const lockKnown = (trx: Transaction<DatabaseSchema>) => {
    const own = trx
      .selectFrom('payment_requests')
      .selectAll()
      .where('environment', '=', environment.name)
      .where('form', 'in', lookups)
    // Lock the row, so that another instance with the same form waits
    // instead of losing its draft again and again.
    return (store.dialect === 'postgres' ? own.forUpdate() : own).executeTakeFirst()
  }
  for (let tries = 1; tries <= 3; tries += 1) {
    const drafted = await withRequestTransaction(store, `request/form/${lookups[0]}`, async (trx) => {
      const before = await lockKnown(trx)
      if (before !== undefined && !canResendRequest(before)) return { answer: 'sent', row: before } as const
      const making = { trx, checked, customer, form: lookups[0], environment, asking, needs }
      const row = await writeDraft(making, before)
      return row === null ? null : ({ answer: 'draft', row } as const)
    })
    if (drafted !== null) return drafted
  }
  throw new ProblemError('unavailable', { retryAfter: 1 })
}
