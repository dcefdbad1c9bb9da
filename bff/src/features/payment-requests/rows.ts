import { randomBytes } from 'node:crypto'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { PaymentCreationSender } from '../../payment-service/payment-creation.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import type { ReviewRules } from '../../records/confirmation/review-queue.ts'
import type { HandleStore } from '../../records/handles.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import {
  buildPaymentRequestCipherContext,
  type PaymentRequestContext,
  type PaymentRequestMaker,
  type PaymentRequestRow,
} from '../../records/payment-requests.ts'
import type { PaymentRequestConfig } from './options.ts'

/** Environment as far as payment requests use it. */
export interface PaymentRequestEnvironment {
  readonly name: EnvironmentName
  readonly merchantIds: readonly MerchantId[]
  readonly requests: PaymentRequestConfig
}

export interface PaymentRequestDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly log: Logger
  readonly handles: HandleStore
  readonly review: ReviewRules
  readonly config: { readonly environments: readonly PaymentRequestEnvironment[]; readonly origin: URL }
  /** Returns the sender of create calls; null if this environment has no workflows. */
  readonly findPaymentCreationSender: (environment: EnvironmentName) => PaymentCreationSender | null
}

/**
 * Finds the environment of a call. Throws `payment_requests_off` if no payments are
 * created in it, `not_found` if it is unknown.
 */
export function findPaymentRequestEnvironment(
  name: EnvironmentName,
  { config }: Pick<PaymentRequestDeps, 'config'>,
) {
  const found = config.environments.find((one) => one.name === name)
  if (found === undefined) throw new ProblemError('not_found')
  if (found.requests.workflows.length === 0) throw new ProblemError('payment_requests_off')
  return found
}

/** Content of a draft, stored encrypted until the draft is sent. */
const draftContentSchema = z.strictObject({
  /** Exact bytes that are sent. */
  body: z.string(),
  /** Secret part of the return address. */
  token: z.string(),
  datetime: z.string(),
  /** Set if Paydesk generated the reference. */
  madeReference: z.boolean(),
})
export type PaymentDraftContent = z.infer<typeof draftContentSchema>

export function encryptPaymentDraft(
  content: PaymentDraftContent,
  row: Pick<PaymentRequestRow, 'environment' | 'id'>,
  cipher: FieldCipher,
): string {
  return cipher.seal(buildPaymentRequestCipherContext(row, 'form'), JSON.stringify(content))
}

/** Decrypts the content; null once the draft was sent, or if the data key is gone. */
export function decryptPaymentDraft(row: PaymentRequestRow, cipher: FieldCipher): PaymentDraftContent | null {
  const text =
    row.sealed_form === null
      ? null
      : cipher.open(buildPaymentRequestCipherContext(row, 'form'), row.sealed_form)
  return text === null ? null : draftContentSchema.parse(JSON.parse(text))
}

/** Builds the columns that identify the person or the API key that made a payment request. */
export function buildPaymentMakerColumnValues(
  maker: PaymentRequestMaker,
): Pick<PaymentRequestRow, 'maker' | 'issuer' | 'subject'> {
  return maker.kind === 'person'
    ? { maker: 'person', issuer: maker.issuer, subject: maker.subject }
    : { maker: 'api_key', issuer: '', subject: maker.id }
}

/** Finds a request of this very maker, in its environment and merchants. Throws `not_found`. */
export async function findOwnPaymentRequest(
  db: Kysely<DatabaseSchema>,
  id: string,
  { environment, merchants, maker }: PaymentRequestContext,
): Promise<PaymentRequestRow> {
  const { maker: kind, issuer, subject } = buildPaymentMakerColumnValues(maker)
  const row = await db
    .selectFrom('payment_requests')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .where('maker', '=', kind)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Returns true if provably nothing exists at the payment service, so that the form may be corrected and sent.
 */
export function canResendPaymentRequest({ status }: PaymentRequestRow): boolean {
  return status === 'draft' || status === 'refused' || status === 'not_sent'
}

/** Statuses of requests that left Paydesk, or may have. */
const possiblySentStatuses = ['sending', 'created', 'unknown'] as const

/** Environment and merchants that limit a search in our records. */
type EnvironmentMerchants = Pick<PaymentRequestEnvironment, 'name' | 'merchantIds'>

/**
 * Returns true if another payment of this environment has the
 * reference, in payment requests or in our records.
 */
export async function isReferenceTaken(
  trx: Transaction<DatabaseSchema>,
  {
    environmentMerchants,
    reference,
    except,
  }: { environmentMerchants: EnvironmentMerchants; reference: string; except: string },
): Promise<boolean> {
  const own = await trx
    .selectFrom('payment_requests')
    .select('id')
    .where('environment', '=', environmentMerchants.name)
    .where('reference', '=', reference)
    .where('status', 'in', possiblySentStatuses)
    .where('id', '!=', except)
    .executeTakeFirst()
  return own !== undefined || (await isInRecords(trx, environmentMerchants, 'reference', reference))
}

async function isInRecords(
  trx: Transaction<DatabaseSchema>,
  { name, merchantIds }: EnvironmentMerchants,
  column: 'reference' | 'merchant_transaction_id',
  text: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', name)
    .where('merchant', 'in', merchantIds)
    .where(column, '=', text)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Generates an unused merchant transaction id; 40 characters are allowed. */
export async function generateMerchantTransactionId(
  trx: Transaction<DatabaseSchema>,
  environmentMerchants: EnvironmentMerchants,
): Promise<string> {
  for (;;) {
    const id = `pd-${generateId('q').slice(2)}`
    if (!(await isInRecords(trx, environmentMerchants, 'merchant_transaction_id', id))) return id
  }
}

/** Letters that nobody confuses on the phone. */
const referenceLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Generates a reference: `PAY-` and ten characters, fifty random bits. */
export function generatePaymentReference(): string {
  return `PAY-${[...randomBytes(10)].map((byte) => referenceLetters[byte & 31]).join('')}`
}

export const createReferenceTakenProblem = () =>
  new ProblemError('bad_request', { fields: [{ name: 'reference', rule: 'unique_reference' }] })

/** Returns true if a unique constraint of the table was violated, on either database. */
export function isPaymentRequestUniqueViolation(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('errcode' in thrown) return thrown.errcode === 2067
  return 'code' in thrown && thrown.code === '23505'
}

/** Appends a change for the live stream. */
export function appendPaymentRequestLiveChange(
  trx: Transaction<DatabaseSchema>,
  { environment, merchant, id, version }: PaymentRequestRow,
  { dialect }: Pick<Store, 'dialect'>,
): Promise<void> {
  const change = { environment, merchant, kind: 'payment_request', subject_id: id, version } as const
  return appendLiveChange(trx, dialect, change, Date.now())
}
