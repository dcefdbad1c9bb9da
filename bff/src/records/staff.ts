import { type StaffHandle, staffHandleSchema } from '@paydesk/shared/cases/review-cases'
import { type Role, roleSchema } from '@paydesk/shared/core/permissions'
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { generateId } from '../platform/runtime/generate-id.ts'
import type { Person } from '../platform/session/person.ts'
import { staffTextCipherContext } from './review-cases.ts'

/** Retention in ms after the last sign-in; until then colleagues see the person. */
const staffRetentionMs = 90 * 86_400_000

/** Person who signs in, as the identity provider describes them. */
interface StaffSignIn extends Person {
  readonly name: string
  readonly roles: readonly Role[]
  /** Merchants of the person; null means every merchant. */
  readonly merchants: readonly string[] | null
}

/** Member of staff as of the last sign-in. */
export interface StaffMember extends Person {
  readonly handle: StaffHandle
  /** Encrypted for `staffTextCipherContext`. */
  readonly name: string
  readonly roles: readonly Role[]
  readonly merchants: readonly string[] | null
}

/**
 * Stores the person under the existing handle, or a new one, and deletes people past the retention with their
 * settings. `now`: ms since 1970.
 */
export async function upsertStaffMember(
  db: Kysely<DatabaseSchema>,
  { issuer, subject, name, roles, merchants }: StaffSignIn,
  { cipher, now }: { readonly cipher: FieldCipher; readonly now: number },
): Promise<void> {
  await db
    .deleteFrom('staff')
    .where('seen_at', '<', now - staffRetentionMs)
    .execute()
  const set = {
    name: cipher.seal(staffTextCipherContext, name),
    roles: roles.join(','),
    merchants: merchants === null ? null : JSON.stringify(merchants),
    seen_at: now,
  }
  await db
    .deleteFrom('staff_settings')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff')
            .select('handle')
            .whereRef('staff.issuer', '=', 'staff_settings.issuer')
            .whereRef('staff.subject', '=', 'staff_settings.subject'),
        ),
      ),
    )
    .execute()
  await db
    .insertInto('staff')
    .values({ handle: generateId('s'), issuer, subject, ...set, first_seen_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ ...set, first_seen_at: sql<number>`coalesce(staff.first_seen_at, ${now})` }),
    )
    .execute()
}

const merchantListSchema = z.array(z.string())

/** Parses roles and merchants as they are stored. */
export function parseStaffRights({
  roles,
  merchants,
}: Pick<Selectable<DatabaseSchema['staff']>, 'roles' | 'merchants'>): Pick<
  StaffMember,
  'roles' | 'merchants'
> {
  return {
    roles: roles.split(',').flatMap((one) => roleSchema.safeParse(one).data ?? []),
    merchants: merchants === null ? null : merchantListSchema.parse(JSON.parse(merchants)),
  }
}

const parseStaffMember = (row: Selectable<DatabaseSchema['staff']>): StaffMember => ({
  ...row,
  ...parseStaffRights(row),
  handle: staffHandleSchema.parse(row.handle),
})

/** True if the person works for one of these merchants. */
export const worksForAnyMerchant = (
  { merchants }: Pick<StaffMember, 'merchants'>,
  ours: readonly string[],
): boolean => merchants?.some((one) => ours.includes(one)) ?? true

/** Lists the staff within the retention. `now`: ms since 1970. */
export async function listRecentStaff(db: Kysely<DatabaseSchema>, now: number): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .where('seen_at', '>=', now - staffRetentionMs)
    .execute()
  return rows.map(parseStaffMember)
}

/** Blind-index context for handles of people in the audit log. */
const handleContext = 'trail/person'

/** Key of a person. Neither part can contain a line break, so two people never share a key. */
export const buildPersonKey = ({ issuer, subject }: Person) => `${issuer}\n${subject}`

/** Computes the handle of a person in the audit log under each data key, the one in use first. */
export function computeAuditActorHandles(person: Person, cipher: FieldCipher): string[] {
  return cipher.blindIndexes(handleContext, buildPersonKey(person)).map(
    (hash) =>
      // Keep the last twenty of about fifty digits: all digits are equally likely.
      `p_${BigInt(`0x${hash}`).toString(36).padStart(20, '0').slice(-20)}`,
  )
}
