import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { notificationEndpointPath } from '../../platform/http/notification-endpoint-path.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import {
  computeReturnTokenIndexes,
  type PaymentRequestContext,
  type PaymentRequestRow,
  returnPagePath,
  type UncheckedPaymentRequest,
} from '../../records/payment-requests.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { buildPaymentRequestBody } from './body.ts'
import { type CheckedPaymentInput, checkPaymentInput } from './check.ts'
import {
  buildPaymentMakerColumnValues,
  canResendPaymentRequest,
  createReferenceTakenProblem,
  decryptPaymentDraft,
  encryptPaymentDraft,
  findPaymentRequestEnvironment,
  generateMerchantTransactionId,
  generatePaymentReference,
  isReferenceTaken,
  type PaymentDraftContent,
  type PaymentRequestDeps,
  type PaymentRequestEnvironment,
} from './rows.ts'

/** Row of a form: its draft, or the request that was sent from it already. */
export interface PaymentDraftOrSentRequest {
  readonly answer: 'draft' | 'sent'
  readonly row: PaymentRequestRow
}

/** Input of a draft, within its transaction. */
interface DraftContext {
  readonly trx: Transaction<DatabaseSchema>
  readonly checked: CheckedPaymentInput
  readonly customer: string
  readonly form: string
  readonly environment: PaymentRequestEnvironment
  readonly requestContext: PaymentRequestContext
  readonly deps: PaymentRequestDeps
}

/** Generates 192 random bits, so that nobody can guess a return address. */
const generateToken = () => randomBytes(24).toString('base64url')

const hashBody = (body: string) => createHash('sha256').update(body).digest('base64url')

function buildCallbackUrls(
  { name }: PaymentRequestEnvironment,
  token: string,
  { config }: PaymentRequestDeps,
) {
  const { origin } = config.origin
  return {
    returnUrl: `${origin}${returnPagePath}/${token}?transaction_id=`,
    notificationUrl: `${origin}${notificationEndpointPath.replace(':env', name)}`,
  }
}

/** Returns the typed reference, or a generated one, which a corrected form keeps. */
function chooseReference(
  { reference }: CheckedPaymentInput,
  before: PaymentRequestRow | undefined,
  kept: PaymentDraftContent | null,
): string {
  if (reference !== null) return reference
  return before !== undefined && kept?.madeReference === true ? before.reference : generatePaymentReference()
}

/**
 * Builds the stored content. A repeated draft keeps its ids and, if nothing else changed, its exact bytes.
 */
async function buildDraftContent(
  draftContext: DraftContext,
  id: string,
  before: PaymentRequestRow | undefined,
) {
  const { trx, checked, environment, deps } = draftContext
  // Use new ids after a refusal: the ids of the refused request are used up.
  const same = before?.status === 'draft' ? before : undefined
  const kept = same === undefined ? null : decryptPaymentDraft(same, deps.cipher)
  const reference = chooseReference(checked, same, kept)
  if (await isReferenceTaken(trx, { environmentMerchants: environment, reference, except: id }))
    throw createReferenceTakenProblem()
  const token = kept?.token ?? generateToken()
  const merchantTransactionId =
    same?.merchant_transaction_id ?? (await generateMerchantTransactionId(trx, environment))
  const bodyAt = (datetime: string) => {
    const addresses = buildCallbackUrls(environment, token, deps)
    const added = { ...addresses, merchantTransactionId, reference, datetime }
    return buildPaymentRequestBody(checked, added, environment.requests.members)
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
    return_lookup: computeReturnTokenIndexes(deps.cipher, token)[0],
    sealed_form: encryptPaymentDraft(content, { environment: environment.name, id }, deps.cipher),
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
  draftContext: DraftContext,
  before: PaymentRequestRow | undefined,
): Promise<PaymentRequestRow | null> {
  const { trx, checked, customer, form, environment, requestContext, deps } = draftContext
  const id = before?.id ?? generateId('q')
  const set = {
    ...emptyDraftColumns,
    ...(await buildDraftContent(draftContext, id, before)),
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
  const { maker } = requestContext
  const name = deps.cipher.seal(staffTextCipherContext, maker.kind === 'person' ? maker.name : maker.label)
  const made = await trx
    .insertInto('payment_requests')
    .values({
      ...set,
      ...buildPaymentMakerColumnValues(maker),
      id,
      form,
      name,
      environment: environment.name,
    })
    .onConflict((conflict) => conflict.columns(['environment', 'form']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return made ?? null
}

/** See `PaymentRequestCreator.draft`. */
export async function savePaymentDraft(
  paymentRequestDetails: UncheckedPaymentRequest,
  requestContext: PaymentRequestContext,
  deps: PaymentRequestDeps,
): Promise<PaymentDraftOrSentRequest> {
  const { store, cipher } = deps
  const environment = findPaymentRequestEnvironment(requestContext.environment, deps)
  const checked = checkPaymentInput(paymentRequestDetails, {
    config: environment.requests,
    merchants: requestContext.merchants,
  })
  const { maker, issuer, subject } = buildPaymentMakerColumnValues(requestContext.maker)
  const named = JSON.stringify([environment.name, maker, issuer, subject, paymentRequestDetails.form])
  const blindIndexes = cipher.blindIndexes('request-form', named)
  const customer = await deps.handles.getOrCreateCustomerHandle(
    environment.name,
    checked.merchant,
    checked.rid,
  )
  const lockKnown = (trx: Transaction<DatabaseSchema>) => {
    const own = trx
      .selectFrom('payment_requests')
      .selectAll()
      .where('environment', '=', environment.name)
      .where('form', 'in', blindIndexes)
    // Lock the row, so that another instance with the same form waits
    // instead of losing its draft again and again.
    return (store.dialect === 'postgres' ? own.forUpdate() : own).executeTakeFirst()
  }
  for (let tries = 1; tries <= 3; tries += 1) {
    const drafted = await withRequestTransaction(store, `request/form/${blindIndexes[0]}`, async (trx) => {
      const before = await lockKnown(trx)
      if (before !== undefined && !canResendPaymentRequest(before))
        return { answer: 'sent', row: before } as const
      const draftContext = {
        trx,
        checked,
        customer,
        form: blindIndexes[0],
        environment,
        requestContext,
        deps,
      }
      const row = await writeDraft(draftContext, before)
      return row === null ? null : ({ answer: 'draft', row } as const)
    })
    if (drafted !== null) return drafted
  }
  throw new ProblemError('unavailable', { retryAfter: 1 })
}
