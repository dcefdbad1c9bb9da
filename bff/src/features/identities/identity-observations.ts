import type { Kysely } from 'kysely'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import { truncateText, unwrapGuardedForHandle, unwrapOperationalText } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { withKeyedMutex } from '../../platform/database/mutex.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { isPlainCode } from '../../records/observations/plain-code.ts'
import type { LoadedIdentity } from './present.ts'

export interface IdentityObservationDeps {
  readonly store: Pick<Store, 'db'>
  readonly cipher: Pick<FieldCipher, 'blindIndexes'>
}

/** Hashes an identity's id per environment, independent of merchant and customer. */
const buildBlindIndexes = ({ cipher }: IdentityObservationDeps, environment: string, id: string) =>
  cipher.blindIndexes(`identity/${environment}`, id)

/** KYC state as it was observed at `at` (ms since 1970). */
export interface KycObservation {
  readonly identity: string
  readonly environment: string
  readonly value: string | null
  readonly source: 'identity' | 'state'
  readonly at: number
}

/** Interval (ms) in which observations of the same value count as one; the second writes nothing. */
const mergeWithinMs = 60_000

/** Parses a code; null for any other text, because a person may have written it. */
export function parseKycState(value: IdentityRecord['kyc_state']): string | null {
  const text = unwrapOperationalText(value)
  return text !== null && isPlainCode(text) ? truncateText(text, 64) : null
}

/** Adds a row for a changed value; an observation of the same value extends the last row. */
async function recordKycObservation(
  db: Kysely<DatabaseSchema>,
  { identity, environment, value, source, at }: KycObservation,
): Promise<void> {
  const last = await db
    .selectFrom('identity_kyc_states')
    .selectAll()
    .where('environment', '=', environment)
    .where('identity', '=', identity)
    // Compare within one source: the two records may differ permanently, which is no change.
    .where('source', '=', source)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Ignore an answer that is older than the last observation.
  if (last !== undefined && last.last_at >= at) return
  if (last !== undefined && last.kyc_state === value) {
    if (at - last.last_at < mergeWithinMs) return
    await db.updateTable('identity_kyc_states').set({ last_at: at }).where('seq', '=', last.seq).execute()
    return
  }
  const row = { environment, identity, kyc_state: value, source, first_at: at, last_at: at }
  await db.insertInto('identity_kyc_states').values(row).execute()
}

/** Records the observations in time order, one after another for each identity. */
export async function recordKycObservations(
  { store }: IdentityObservationDeps,
  looks: readonly KycObservation[],
): Promise<void> {
  for (const look of looks.toSorted((a, b) => a.at - b.at))
    await withKeyedMutex(store, `identity-kyc/${look.identity}`, () => recordKycObservation(store.db, look))
}

/**
 * Records that this customer's transactions name this identity,
 * independent of the RID in the identity's record.
 */
export async function recordIdentityLink(
  deps: IdentityObservationDeps,
  environment: string,
  { id, ...link }: { readonly [name in 'identity' | 'merchant' | 'customer' | 'id']: string },
): Promise<void> {
  const { db } = deps.store
  const [lookup] = buildBlindIndexes(deps, environment, id)
  const known = db.selectFrom('identity_links').select('lookup').where('identity', '=', link.identity)
  // Write nothing in the usual case, a repeated read of the same record.
  if ((await known.executeTakeFirst())?.lookup === lookup) return
  await db
    .insertInto('identity_links')
    .values({ ...link, environment, lookup })
    // Hash under the current data key: a former data key may be removed.
    .onConflict((conflict) => conflict.column('identity').doUpdateSet({ lookup }))
    .execute()
}

/** Records the KYC state of the identity's own record. */
export function recordIdentityKycState(
  deps: IdentityObservationDeps,
  environment: string,
  { identity, record, reading }: Pick<LoadedIdentity, 'identity' | 'record' | 'reading'>,
): Promise<void> {
  const look = { identity, environment, value: parseKycState(record.kyc_state), source: 'identity' as const }
  return recordKycObservations(deps, [{ ...look, at: Date.parse(reading.at) }])
}

/** Finds other customers of these merchants that name the same identity, at most `maxRows`. */
export async function findOtherCustomers(
  deps: IdentityObservationDeps,
  environment: string,
  merchants: readonly string[],
  { identity, record }: Pick<LoadedIdentity, 'identity' | 'record'>,
  maxRows: number,
): Promise<{ readonly customer: string; readonly merchant: string }[]> {
  const id = unwrapGuardedForHandle(record.id)
  if (id === null) return []
  return deps.store.db
    .selectFrom('identity_links')
    .select(['customer', 'merchant'])
    .where('environment', '=', environment)
    .where('lookup', 'in', buildBlindIndexes(deps, environment, id))
    .where('merchant', 'in', merchants)
    .where('identity', '!=', identity)
    .orderBy('customer')
    .limit(maxRows)
    .execute()
}

/** Lists the observed KYC states of an identity, newest first. */
export function listKycObservations(
  { store }: IdentityObservationDeps,
  environment: string,
  identity: string,
  maxRows: number,
) {
  return store.db
    .selectFrom('identity_kyc_states')
    .selectAll()
    .where('environment', '=', environment)
    .where('identity', '=', identity)
    .orderBy('seq', 'desc')
    .limit(maxRows)
    .execute()
}
