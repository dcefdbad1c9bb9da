import type { CustomerHandle, EnvironmentName, IdentityHandle, Rid } from '@paydesk/shared/core/ids'
import { customerHandleSchema, identityHandleSchema } from '@paydesk/shared/core/ids'
import { LRUCache } from 'lru-cache'
import type { Store } from '../platform/database/database.ts'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import { generateId } from '../platform/runtime/generate-id.ts'

type Kind = 'customer' | 'identity'

export interface HandleTarget {
  /** Decrypted content of the handle: the RID, or RID and identity ID on two lines. */
  readonly plaintext: string
  readonly merchant: string
}

export interface HandleStore {
  /** Returns the customer's handle at one merchant; creates it on first use, then always returns the same. */
  getOrCreateCustomerHandle(
    environment: EnvironmentName,
    merchant: string,
    rid: string,
  ): Promise<CustomerHandle>
  /** Tells if a handle of this RID at this merchant exists already. */
  hasCustomerHandle(environment: EnvironmentName, merchant: string, rid: string): Promise<boolean>
  /** Returns the RIDs of the list that have a handle at this merchant already. */
  filterRidsWithHandle(environment: EnvironmentName, merchant: string, rids: readonly Rid[]): Promise<Rid[]>
  /**
   * Returns the handle of an identity record, bound to this customer's RID, because a record names no
   * merchant.
   */
  getOrCreateIdentityHandle(
    environment: EnvironmentName,
    merchant: string,
    rid: string,
    id: string,
  ): Promise<IdentityHandle>
  /** Returns the target of a handle, or null if this environment does not know the handle. */
  resolve(environment: EnvironmentName, handle: CustomerHandle | IdentityHandle): Promise<HandleTarget | null>
  /**
   * Returns the targets of customer handles with one query; handles unknown in this environment are left out.
   */
  resolveAll(environment: string, handles: readonly string[]): Promise<ReadonlyMap<string, HandleTarget>>
}

/** Limit of handles cached in memory: they never change, and a page needs the same ones again. */
const maxCachedHandles = 10_000

/** Builds the context in which an id is encrypted and hashed. */
export const buildHandleCipherContext = (kind: Kind, environment: string, merchant: string) =>
  `handle/${kind}/${environment}/${merchant}`

/**
 * Creates the store of handles, which stand for RIDs and identity ids: those never appear in a URL. An id is
 * stored encrypted and found by a blind index.
 */
export function createHandleStore(
  store: Store,
  cipher: FieldCipher,
  now: () => number = Date.now,
): HandleStore {
  async function find(kind: Kind, environment: string, merchant: string, blindIndexes: readonly string[]) {
    const row = await store.db
      .selectFrom('handles')
      .select('handle')
      .where('kind', '=', kind)
      .where('environment', '=', environment)
      .where('merchant', '=', merchant)
      .where('lookup', 'in', blindIndexes)
      .executeTakeFirst()
    return row?.handle
  }

  const recent = new LRUCache<string, string>({ max: maxCachedHandles })
  /** Cache of targets by environment and customer handle; they never change either. */
  const opened = new LRUCache<string, HandleTarget>({ max: maxCachedHandles })

  async function handleOf(kind: Kind, environment: string, merchant: string, id: string): Promise<string> {
    const blindIndexes = cipher.blindIndexes(buildHandleCipherContext(kind, environment, merchant), id)
    const handle =
      recent.get(blindIndexes[0]) ?? (await storedHandle(kind, environment, merchant, id, blindIndexes))
    recent.set(blindIndexes[0], handle)
    return handle
  }

  async function storedHandle(
    kind: Kind,
    environment: string,
    merchant: string,
    id: string,
    blindIndexes: readonly [string, ...string[]],
  ): Promise<string> {
    const known = await find(kind, environment, merchant, blindIndexes)
    if (known !== undefined) return known
    await store.db
      .insertInto('handles')
      .values({
        handle: generateId(kind === 'customer' ? 'c' : 'i'),
        kind,
        environment,
        merchant,
        lookup: blindIndexes[0],
        sealed: cipher.seal(buildHandleCipherContext(kind, environment, merchant), id),
        created_at: now(),
      })
      .onConflict((conflict) => conflict.columns(['kind', 'environment', 'merchant', 'lookup']).doNothing())
      .execute()
    // Read again: another request may have inserted its handle first.
    const stored = await find(kind, environment, merchant, blindIndexes)
    if (stored === undefined) throw new Error('a handle was stored and not found')
    return stored
  }

  return {
    getOrCreateCustomerHandle: async (environment, merchant, rid) =>
      customerHandleSchema.parse(await handleOf('customer', environment, merchant, rid)),
    hasCustomerHandle: async (environment, merchant, rid) =>
      (await find(
        'customer',
        environment,
        merchant,
        cipher.blindIndexes(buildHandleCipherContext('customer', environment, merchant), rid),
      )) !== undefined,
    async filterRidsWithHandle(environment, merchant, rids) {
      if (rids.length === 0) return []
      const named = buildHandleCipherContext('customer', environment, merchant)
      const ridByBlindIndex = new Map(
        rids.flatMap((rid) => cipher.blindIndexes(named, rid).map((one) => [one, rid] as const)),
      )
      const rows = await store.db
        .selectFrom('handles')
        .select('lookup')
        .where('kind', '=', 'customer')
        .where('environment', '=', environment)
        .where('merchant', '=', merchant)
        .where('lookup', 'in', [...ridByBlindIndex.keys()])
        .execute()
      const found = new Set(rows.map(({ lookup }) => ridByBlindIndex.get(lookup)))
      return rids.filter((rid) => found.has(rid))
    },
    // Join with a line break, which neither part can hold, so that two pairs never look the same.
    getOrCreateIdentityHandle: async (environment, merchant, rid, id) =>
      identityHandleSchema.parse(await handleOf('identity', environment, merchant, `${rid}\n${id}`)),
    async resolve(environment, handle) {
      const kind = handle.startsWith('c_') ? 'customer' : 'identity'
      const row = await store.db
        .selectFrom('handles')
        .select(['merchant', 'sealed'])
        .where('handle', '=', handle)
        .where('kind', '=', kind)
        .where('environment', '=', environment)
        .executeTakeFirst()
      if (row === undefined) return null
      const plaintext = cipher.open(buildHandleCipherContext(kind, environment, row.merchant), row.sealed)
      return plaintext === null ? null : { plaintext, merchant: row.merchant }
    },
    async resolveAll(environment, handles) {
      const found = new Map<string, HandleTarget>()
      const unknown = new Set<string>()
      for (const handle of handles) {
        const handleTarget = opened.get(`${environment}/${handle}`)
        if (handleTarget === undefined) unknown.add(handle)
        else found.set(handle, handleTarget)
      }
      if (unknown.size === 0) return found
      const rows = await store.db
        .selectFrom('handles')
        .selectAll()
        // Filter by handle alone: SQLite would prefer to scan all customers of the environment.
        .where('handle', 'in', [...unknown])
        .execute()
      for (const { handle, kind, merchant, sealed, ...row } of rows) {
        if (kind !== 'customer' || row.environment !== environment) continue
        const plaintext = cipher.open(buildHandleCipherContext(kind, environment, merchant), sealed)
        if (plaintext === null) continue
        opened.set(`${environment}/${handle}`, { plaintext, merchant })
        found.set(handle, { plaintext, merchant })
      }
      return found
    },
  }
}
