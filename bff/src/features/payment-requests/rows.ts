import { randomBytes } from 'node:crypto'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { CreateDoor } from '../../payment-service/create-authorization.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import { appendChange } from '../../records/changes.ts'
import type { ReviewRules } from '../../records/confirmation/review-queue.ts'
import type { Handles } from '../../records/handles.ts'
import { type Asking, type Maker, type RequestRow, requestSealed } from '../../records/payment-requests.ts'
import type { RequestConfig } from './options.ts'

/** An environment as far as payments are created in it. */
export interface RequestEnvironment {
  readonly name: EnvironmentName
  readonly merchantIds: readonly MerchantId[]
  readonly requests: RequestConfig
}

export interface RequestNeeds {
  readonly store: Store
  readonly seal: Seal
  readonly log: Log
  readonly handles: Handles
  readonly review: ReviewRules
  readonly config: { readonly environments: readonly RequestEnvironment[]; readonly origin: URL }
  /** The way to create; null where this environment has no workflows. */
  readonly createDoor: (environment: EnvironmentName) => CreateDoor | null
}

/** The environment of a call. Throws `requests_off` where nothing is created in it. */
export function environmentOf(name: EnvironmentName, { config }: Pick<RequestNeeds, 'config'>) {
  const found = config.environments.find((one) => one.name === name)
  if (found === undefined) throw new ProblemError('not_found')
  if (found.requests.workflows.length === 0) throw new ProblemError('requests_off')
  return found
}

/** What is kept sealed of a draft, and until it was sent. */
const kept = z.strictObject({
  /** The bytes that are sent. */
  body: z.string(),
  /** Stands in the return address. */
  token: z.string(),
  datetime: z.string(),
  /** Whether the reference is one that we made. */
  madeReference: z.boolean(),
})
export type Kept = z.infer<typeof kept>

export function sealKept(content: Kept, row: Pick<RequestRow, 'environment' | 'id'>, seal: Seal): string {
  return seal.seal(requestSealed(row, 'typed'), JSON.stringify(content))
}

/** Null once it was sent, or where the key is gone. */
export function openKept(row: RequestRow, seal: Seal): Kept | null {
  const text = row.sealed_typed === null ? null : seal.open(requestSealed(row, 'typed'), row.sealed_typed)
  return text === null ? null : kept.parse(JSON.parse(text))
}

/** Columns that say who made it. */
export function makerColumns(maker: Maker): Pick<RequestRow, 'maker' | 'issuer' | 'subject'> {
  return maker.kind === 'person'
    ? { maker: 'person', issuer: maker.issuer, subject: maker.subject }
    : { maker: 'system', issuer: '', subject: maker.id }
}

/** A request of this very maker, in its environment and merchants. Throws `not_found`. */
export async function ownRequest(
  db: Kysely<Schema>,
  id: string,
  { environment, merchants, maker }: Asking,
): Promise<RequestRow> {
  const { maker: kind, issuer, subject } = makerColumns(maker)
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

/** True where nothing exists at the service: provably, so that the form may be corrected and sent. */
export function isOpen({ status }: RequestRow): boolean {
  return status === 'draft' || status === 'refused' || status === 'not_sent'
}

/** Statuses of requests that left, or may have. */
const mayHaveLeft = ['sending', 'created', 'unknown'] as const

/** An environment with its merchants: by them the index is searched. */
type Place = Pick<RequestEnvironment, 'name' | 'merchantIds'>

/** Whether a reference is taken by another payment of this environment, here or in the index. */
export async function isReferenceTaken(
  trx: Transaction<Schema>,
  { place, reference, except }: { place: Place; reference: string; except: string },
): Promise<boolean> {
  const own = await trx
    .selectFrom('payment_requests')
    .select('id')
    .where('environment', '=', place.name)
    .where('reference', '=', reference)
    .where('status', 'in', mayHaveLeft)
    .where('id', '!=', except)
    .executeTakeFirst()
  return own !== undefined || (await isInIndex(trx, place, 'reference', reference))
}

async function isInIndex(
  trx: Transaction<Schema>,
  { name, merchantIds }: Place,
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

/** An id of the merchant's transaction that nothing has: 40 characters are allowed. */
export async function newMerchantTransactionId(trx: Transaction<Schema>, place: Place): Promise<string> {
  for (;;) {
    const id = `pd-${newId('q').slice(2)}`
    if (!(await isInIndex(trx, place, 'merchant_transaction_id', id))) return id
  }
}

/** Letters that nobody takes for another on the phone. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference of ours: `PAY-` and ten characters, fifty random bits. */
export function newPaymentReference(): string {
  return `PAY-${[...randomBytes(10)].map((byte) => letters[byte & 31]).join('')}`
}

export const referenceTaken = () =>
  new ProblemError('bad_request', {
    fields: [{ name: 'reference', expected: 'a reference that no other payment has' }],
  })

/** True where another row has a value that may be there once only: the table says so, on either database. */
export function isTaken(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('errcode' in thrown) return thrown.errcode === 2067
  return 'code' in thrown && thrown.code === '23505'
}

/** Notes that a request changed, for whoever looks at it. */
export function tellRequest(
  trx: Transaction<Schema>,
  { environment, merchant, id, version }: RequestRow,
  { dialect }: Pick<Store, 'dialect'>,
): Promise<void> {
  const change = { environment, merchant, kind: 'request', subject_id: id, version } as const
  return appendChange(trx, dialect, change, Date.now())
}
