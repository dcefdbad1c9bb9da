import { hash } from 'node:crypto'
import type { MerchantPaymentInput } from '@paydesk/shared/payments/merchant-api'
import type { Selectable } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { ApiKeyDeps } from './rows.ts'

type IdempotencyRow = Selectable<DatabaseSchema['api_requests']>

/** Call identified by its API key and its idempotency key. */
export interface IdempotentCall {
  readonly system: string
  /** Hash of the API key's id and the idempotency key. */
  readonly lookup: string
  /** Blind indexes of the request body, one per data key, the current data key first. */
  readonly digests: readonly [string, ...string[]]
}

/** Sorts the fields by name, so that their order in the request does not matter. */
function canonicalize(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return members.map(([name, member]) => [name, canonicalize(member)])
}

/**
 * Hashes the idempotency key without a data key: if that hash were lost with a data key, the same call would
 * create a second payment. The body is personal data, so its hash is keyed; without that data key the answer
 * is `idempotency_conflict`.
 */
export function fingerprintApiCall(
  key: string,
  body: MerchantPaymentInput,
  system: string,
  { cipher }: Pick<ApiKeyDeps, 'cipher'>,
): IdempotentCall {
  return {
    system,
    lookup: hash('sha256', `${system}\n${key}`, 'hex'),
    digests: cipher.blindIndexes(`system-call/${system}`, JSON.stringify(canonicalize(body))),
  }
}

const hasSameContent = ({ digests }: IdempotentCall, { digest }: IdempotencyRow) => digests.includes(digest)

/**
 * Claims the idempotency key for this content, or returns the existing claim. Until a payment
 * request is bound to the key, different content may claim the key, so that a refused call can be
 * corrected. Throws `idempotency_conflict`.
 */
export function claimIdempotencyKey(
  idempotentCall: IdempotentCall,
  { store }: ApiKeyDeps,
  now: number,
): Promise<IdempotencyRow> {
  const { system, lookup } = idempotentCall
  const [digest] = idempotentCall.digests
  return withTransaction(store, async (trx) => {
    await trx
      .insertInto('api_requests')
      .values({ system, lookup, digest, request: null, nth: 1, at: now })
      .onConflict((conflict) => conflict.columns(['system', 'lookup']).doNothing())
      .execute()
    const mine = trx
      .updateTable('api_requests')
      .set({ digest })
      .where('system', '=', system)
      .where('lookup', '=', lookup)
      .where('request', 'is', null)
      .returningAll()
    const taken = await mine.executeTakeFirst()
    if (taken !== undefined) return taken
    const before = await trx
      .selectFrom('api_requests')
      .selectAll()
      .where('system', '=', system)
      .where('lookup', '=', lookup)
      .executeTakeFirstOrThrow()
    if (!hasSameContent(idempotentCall, before)) throw new ProblemError('idempotency_conflict')
    return before
  })
}

/**
 * Binds a payment request to the idempotency key. Returns false if
 * different content has claimed the key meanwhile.
 */
export async function bindIdempotencyKey(
  idempotentCall: IdempotentCall,
  { nth, request }: Pick<IdempotencyRow, 'nth' | 'request'>,
  { store }: ApiKeyDeps,
): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('api_requests')
    .set({ request })
    .where('system', '=', idempotentCall.system)
    .where('lookup', '=', idempotentCall.lookup)
    .where('digest', 'in', idempotentCall.digests)
    .where('nth', '=', nth)
    .where((is) => is.or([is('request', 'is', null), is('request', '=', request)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Releases the idempotency key. `isRetry` allows another attempt after a send of which nothing left;
 * otherwise the draft stays the current attempt, and different content may take its place.
 */
export async function releaseIdempotencyKey(
  idempotentCall: IdempotentCall,
  { nth, request }: Pick<IdempotencyRow, 'nth' | 'request'>,
  isRetry: boolean,
  { store }: ApiKeyDeps,
): Promise<void> {
  await store.db
    .updateTable('api_requests')
    .set({ request: null, nth: isRetry ? nth + 1 : nth })
    .where('system', '=', idempotentCall.system)
    .where('lookup', '=', idempotentCall.lookup)
    .where('nth', '=', nth)
    .where('request', '=', request)
    // Keep the attempt if another instance is preparing the request again:
    // release only a request that was not sent.
    .$if(isRetry, (query) =>
      query.where((is) =>
        is.exists(
          is
            .selectFrom('payment_requests')
            .select('payment_requests.id')
            .whereRef('payment_requests.id', '=', 'api_requests.request')
            .where('payment_requests.status', '=', 'not_sent'),
        ),
      ),
    )
    .execute()
}
