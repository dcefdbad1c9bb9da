import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EnvironmentName, IdentityHandle } from '@paydesk/shared/core/ids'
import type { Store } from '../platform/database/database.ts'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import { buildHandleCipherContext, type HandleStore } from './handles.ts'

export interface IdentityOwnerDeps {
  readonly store: Pick<Store, 'db'>
  readonly cipher: FieldCipher
  readonly handles: Pick<HandleStore, 'getOrCreateCustomerHandle'>
}

/**
 * Returns the customer handles of an identity record: the current one, and one recorded under keys that no
 * longer exist, because audit entries may name either.
 */
export async function findIdentityOwners(
  environment: EnvironmentName,
  identity: IdentityHandle,
  {
    store: { db },
    handles,
  }: {
    store: IdentityOwnerDeps['store']
    handles: Pick<HandleStore, 'resolve' | 'getOrCreateCustomerHandle'>
  },
): Promise<string[]> {
  const handleTarget = await handles.resolve(environment, identity)
  const [rid] = handleTarget?.plaintext.split('\n') ?? []
  const noted = await db
    .selectFrom('identity_owners')
    .select('customer')
    .where('identity', '=', identity)
    // Skip records whose owner could not be decrypted.
    .where('customer', '!=', '')
    .execute()
  const owners = new Set(noted.map(({ customer }) => customer))
  if (handleTarget !== null && rid !== undefined)
    owners.add(await handles.getOrCreateCustomerHandle(environment, handleTarget.merchant, rid))
  return [...owners]
}

/** Number of handles processed before other work gets its turn. */
const batchSize = 500

/**
 * Records in `identity_owners` the owners of this merchant's identity handles that were created since the
 * last run: the handles are encrypted with the RID, so no other column names the owner.
 */
export async function recordIdentityOwners(
  environment: EnvironmentName,
  merchant: string,
  { store: { db }, cipher, handles }: IdentityOwnerDeps,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('handles')
      .select(['handle', 'sealed'])
      .where('kind', '=', 'identity')
      .where('environment', '=', environment)
      .where('merchant', '=', merchant)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('identity_owners').select('identity').whereRef('identity', '=', 'handles.handle'),
          ),
        ),
      )
      .limit(batchSize)
      .execute()
    const owners: { identity: string; customer: string }[] = []
    for (const { handle, sealed } of rows) {
      const [rid] =
        cipher.open(buildHandleCipherContext('identity', environment, merchant), sealed)?.split('\n') ?? []
      // Store an empty owner if the key no longer exists, so that the handle is not processed again.
      const customer =
        rid === undefined ? '' : await handles.getOrCreateCustomerHandle(environment, merchant, rid)
      owners.push({ identity: handle, customer })
    }
    if (owners.length > 0)
      await db
        .insertInto('identity_owners')
        .values(owners)
        .onConflict((conflict) => conflict.column('identity').doNothing())
        .execute()
    if (rows.length < batchSize) return
    await nextTurn()
  }
}
