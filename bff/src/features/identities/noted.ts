import type { Kysely } from 'kysely'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import { cut, openForHandle, openOperational } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { inTurn } from '../../platform/database/mutex.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { isPlainCode } from '../../records/observations/code-form.ts'
import type { ReadIdentity } from './present.ts'

export interface NotedNeeds {
  readonly store: Pick<Store, 'db'>
  readonly seal: Pick<Seal, 'lookups'>
}

/** Which identity of this environment, whoever's: its id alone, under a keyed hash. */
const lookupsOf = ({ seal }: NotedNeeds, environment: string, id: string) =>
  seal.lookups(`identity/${environment}`, id)

/** A state as it was seen, at ms since 1970. */
export interface KycLook {
  readonly identity: string
  readonly environment: string
  readonly value: string | null
  readonly source: 'identity' | 'state'
  readonly at: number
}

/** Looks that say the same within a minute are one: the second writes nothing. */
const sameLookMs = 60_000

/** As a code, or null: what is no code may be what somebody wrote. */
export function kycOf(value: IdentityRecord['kyc_state']): string | null {
  const text = openOperational(value)
  return text !== null && isPlainCode(text) ? cut(text, 64) : null
}

/** One row for each time it was another one: a look that says the same makes the last row longer. */
async function noteKyc(
  db: Kysely<Schema>,
  { identity, environment, value, source, at }: KycLook,
): Promise<void> {
  const last = await db
    .selectFrom('identity_kyc')
    .selectAll()
    .where('environment', '=', environment)
    .where('identity', '=', identity)
    // The two records may say something else for good: that is no change.
    .where('source', '=', source)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  // An answer from before the last look says nothing new.
  if (last !== undefined && last.last_at >= at) return
  if (last !== undefined && last.kyc_state === value) {
    if (at - last.last_at < sameLookMs) return
    await db.updateTable('identity_kyc').set({ last_at: at }).where('seq', '=', last.seq).execute()
    return
  }
  const row = { environment, identity, kyc_state: value, source, first_at: at, last_at: at }
  await db.insertInto('identity_kyc').values(row).execute()
}

/** Notes the looks in the order of their time, one after another for each identity. */
export async function noteLooks({ store }: NotedNeeds, looks: readonly KycLook[]): Promise<void> {
  for (const look of looks.toSorted((a, b) => a.at - b.at))
    await inTurn(store, `identity-kyc/${look.identity}`, () => noteKyc(store.db, look))
}

/** Notes that this customer's transactions name this identity, whatever its record says of whose it is. */
export async function noteLink(
  needs: NotedNeeds,
  environment: string,
  { id, ...link }: { readonly [name in 'identity' | 'merchant' | 'customer' | 'id']: string },
): Promise<void> {
  const { db } = needs.store
  const [lookup] = lookupsOf(needs, environment, id)
  const known = db.selectFrom('identity_links').select('lookup').where('identity', '=', link.identity)
  // Nearly always: a read of a record that is looked at again writes nothing here.
  if ((await known.executeTakeFirst())?.lookup === lookup) return
  await db
    .insertInto('identity_links')
    .values({ ...link, environment, lookup })
    // Made under the key of now: a former one may be taken away.
    .onConflict((conflict) => conflict.column('identity').doUpdateSet({ lookup }))
    .execute()
}

/** Notes what the identity's own record said of its review. */
export function noteRecord(
  needs: NotedNeeds,
  environment: string,
  { identity, record, reading }: Pick<ReadIdentity, 'identity' | 'record' | 'reading'>,
): Promise<void> {
  const look = { identity, environment, value: kycOf(record.kyc_state), source: 'identity' as const }
  return noteLooks(needs, [{ ...look, at: Date.parse(reading.at) }])
}

/** Handles of other customers, with their merchants, that name the same identity: at most `most` of these merchants. */
export async function othersNaming(
  needs: NotedNeeds,
  environment: string,
  merchants: readonly string[],
  { identity, record }: Pick<ReadIdentity, 'identity' | 'record'>,
  most: number,
): Promise<{ readonly customer: string; readonly merchant: string }[]> {
  const id = openForHandle(record.id)
  if (id === null) return []
  return needs.store.db
    .selectFrom('identity_links')
    .select(['customer', 'merchant'])
    .where('environment', '=', environment)
    .where('lookup', 'in', lookupsOf(needs, environment, id))
    .where('merchant', 'in', merchants)
    .where('identity', '!=', identity)
    .orderBy('customer')
    .limit(most)
    .execute()
}

/** What was seen of an identity's review, the newest first. */
export function kycSeenOf({ store }: NotedNeeds, environment: string, identity: string, most: number) {
  return store.db
    .selectFrom('identity_kyc')
    .selectAll()
    .where('environment', '=', environment)
    .where('identity', '=', identity)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
}
