import { type Role, role } from '@paydesk/shared/core/permissions'
import { type StaffHandle, staffHandle } from '@paydesk/shared/work/mention'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Seal } from '../platform/database/field-cipher.ts'
import type { Schema } from '../platform/database/schema/schema.ts'
import { newId } from '../platform/runtime/new-id.ts'
import type { Person } from '../platform/session/person.ts'
import { reviewSealed } from './review-items.ts'

/** Whoever has signed in within this time (ms) is known to colleagues; then they are forgotten. */
const knownMs = 90 * 86_400_000

/** Who signs in, as the identity provider says. */
interface SignedIn extends Person {
  readonly name: string
  readonly roles: readonly Role[]
  /** Null: every merchant. */
  readonly merchants: readonly string[] | null
}

/** A member of staff as they were when they last signed in. */
export interface StaffMember extends Person {
  readonly handle: StaffHandle
  /** Sealed for `reviewSealed`. */
  readonly name: string
  readonly roles: readonly Role[]
  readonly merchants: readonly string[] | null
}

/** Notes who they are now, under the handle that they have already. `now`: ms since 1970. */
export async function noteSignIn(
  db: Kysely<Schema>,
  { issuer, subject, name, roles, merchants }: SignedIn,
  { seal, now }: { readonly seal: Seal; readonly now: number },
): Promise<void> {
  await db
    .deleteFrom('staff')
    .where('seen_at', '<', now - knownMs)
    .execute()
  const set = {
    name: seal.seal(reviewSealed, name),
    roles: roles.join(','),
    merchants: merchants === null ? null : JSON.stringify(merchants),
    seen_at: now,
  }
  await db
    .insertInto('staff')
    .values({ handle: newId('s'), issuer, subject, ...set })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(set))
    .execute()
}

const merchantList = z.array(z.string())

function memberOf({ roles, merchants, ...row }: Selectable<Schema['staff']>): StaffMember {
  return {
    ...row,
    handle: staffHandle.parse(row.handle),
    roles: roles.split(',').flatMap((one) => role.safeParse(one).data ?? []),
    merchants: merchants === null ? null : merchantList.parse(JSON.parse(merchants)),
  }
}

/** Everybody who is known now. `now`: ms since 1970. */
export async function staffKnown(db: Kysely<Schema>, now: number): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .where('seen_at', '>=', now - knownMs)
    .execute()
  return rows.map(memberOf)
}
