import { hash } from 'node:crypto'
import type { MerchantPaymentInput } from '@paydesk/shared/payments/merchant-api'
import type { Selectable } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { ApiKeyDeps } from './rows.ts'

type IdempotencyRow = Selectable<DatabaseSchema['system_calls']>

/** What one system asks for under one idempotency key. */
export interface IdempotentCall {
  readonly system: string
  /** Hash of the idempotency key. */
  readonly lookup: string
  /** Keyed hashes of what is asked for, under every data key, the current one first. */
  readonly digests: readonly [string, ...string[]]
}

/** The members in one order, whatever order they came in. */
function canonicalize(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return members.map(([name, member]) => [name, canonicalize(member)])
}

/**
 * The key alone is hashed under no data key: were it lost with one, the same call would make another payment.
 * What is asked for is personal, so its hash is keyed: without that key the answer is `idempotency_conflict`.
 */
export function fingerprintCall(
  key: string,
  body: MerchantPaymentInput,
  system: string,
  { seal }: Pick<ApiKeyDeps, 'seal'>,
): IdempotentCall {
  return {
    system,
    lookup: hash('sha256', `${system}\n${key}`, 'hex'),
    digests: seal.blindIndexes(`system-call/${system}`, JSON.stringify(canonicalize(body))),
  }
}

const hasSameContent = ({ digests }: IdempotentCall, { digest }: IdempotencyRow) => digests.includes(digest)

/**
 * Takes the idempotency key for this content, or finds it taken. While nothing was kept under it other content
 * may take it: what was refused can be corrected. Throws `idempotency_conflict`.
 */
export function claimIdempotencyKey(
  asked: IdempotentCall,
  { store }: ApiKeyDeps,
  now: number,
): Promise<IdempotencyRow> {
  const { system, lookup } = asked
  const [digest] = asked.digests
  return withTransaction(store, async (trx) => {
    await trx
      .insertInto('system_calls')
      .values({ system, lookup, digest, request: null, nth: 1, at: now })
      .onConflict((conflict) => conflict.columns(['system', 'lookup']).doNothing())
      .execute()
    const mine = trx
      .updateTable('system_calls')
      .set({ digest })
      .where('system', '=', system)
      .where('lookup', '=', lookup)
      .where('request', 'is', null)
      .returningAll()
    const taken = await mine.executeTakeFirst()
    if (taken !== undefined) return taken
    const before = await trx
      .selectFrom('system_calls')
      .selectAll()
      .where('system', '=', system)
      .where('lookup', '=', lookup)
      .executeTakeFirstOrThrow()
    if (!hasSameContent(asked, before)) throw new ProblemError('idempotency_conflict')
    return before
  })
}

/** Says which payment request is of this key; false where somebody took the key with other content meanwhile. */
export async function bindIdempotencyKey(
  asked: IdempotentCall,
  { nth, request }: Pick<IdempotencyRow, 'nth' | 'request'>,
  { store }: ApiKeyDeps,
): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('system_calls')
    .set({ request })
    .where('system', '=', asked.system)
    .where('lookup', '=', asked.lookup)
    .where('digest', 'in', asked.digests)
    .where('nth', '=', nth)
    .where((is) => is.or([is('request', 'is', null), is('request', '=', request)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Frees the key. `isAnew`: for another try, after a sending of which nothing left; otherwise the draft stays what is
 * tried, and other content may take its place.
 */
export async function releaseIdempotencyKey(
  asked: IdempotentCall,
  { nth, request }: Pick<IdempotencyRow, 'nth' | 'request'>,
  isRetry: boolean,
  { store }: ApiKeyDeps,
): Promise<void> {
  await store.db
    .updateTable('system_calls')
    .set({ request: null, nth: isRetry ? nth + 1 : nth })
    .where('system', '=', asked.system)
    .where('lookup', '=', asked.lookup)
    .where('nth', '=', nth)
    .where('request', '=', request)
    // Another instance may be preparing it again just now: then it stays what is tried.
    .$if(isRetry, (query) =>
      query.where((is) =>
        is.exists(
          is
            .selectFrom('payment_requests')
            .select('payment_requests.id')
            .whereRef('payment_requests.id', '=', 'system_calls.request')
            .where('payment_requests.status', '=', 'not_sent'),
        ),
      ),
    )
    .execute()
}
