import { type AuditActorView, auditActorHandleSchema } from '@paydesk/shared/compliance/audit-log'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { type Kysely, sql } from 'kysely'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { buildPersonKey, computeAuditActorHandles } from '../../records/staff.ts'

/** Lists everybody in the audit log with one index jump per person (loose index scan). */
async function listPeopleInLog(db: Kysely<DatabaseSchema>): Promise<Person[]> {
  const people: Person[] = []
  for (;;) {
    const last = people.at(-1)
    const { rows } = await sql<Person>`select actor_issuer as issuer, actor_subject as subject from audit
      where actor_subject is not null and actor_issuer is not null ${
        last === undefined
          ? sql``
          : sql`and (actor_subject, actor_issuer) > (${last.subject}, ${last.issuer})`
      } order by actor_subject, actor_issuer limit 1`.execute(db)
    const [next] = rows
    if (next === undefined) return people
    people.push(next)
  }
}

/**
 * Finds the person behind a handle, also under a replaced data key; null if no person in the audit log has
 * this handle.
 */
export async function findPersonByHandle(
  handle: string,
  db: Kysely<DatabaseSchema>,
  cipher: FieldCipher,
): Promise<Person | null> {
  return (
    (await listPeopleInLog(db)).find((person) => computeAuditActorHandles(person, cipher).includes(handle)) ??
    null
  )
}

export interface StaffDirectory {
  /**
   * Presents a person: their handle, and the name of their last sign-in (else their subject at the identity
   * provider) masked by `shown`.
   */
  presentPerson(person: Person, shown: (name: string) => MaskedValue): AuditActorView
}

/** Loads the current names of staff. `me` is the viewer. */
export async function loadStaffDirectory(
  me: Person,
  db: Kysely<DatabaseSchema>,
  cipher: FieldCipher,
): Promise<StaffDirectory> {
  const staff = await db.selectFrom('staff').select(['issuer', 'subject', 'name']).execute()
  const names = new Map(staff.map((one) => [buildPersonKey(one), one.name]))
  const known = new Map<string, { readonly handle: string; readonly name: string }>()
  function find(person: Person) {
    const key = buildPersonKey(person)
    const found = known.get(key)
    if (found !== undefined) return found
    const sealed = names.get(key)
    const name = (sealed === undefined ? null : cipher.open(staffTextCipherContext, sealed)) ?? person.subject
    const made = { handle: computeAuditActorHandles(person, cipher)[0] ?? '', name }
    known.set(key, made)
    return made
  }
  return {
    presentPerson(person, shown) {
      const { handle, name } = find(person)
      return { person: auditActorHandleSchema.parse(handle), name: shown(name), me: isSamePerson(person, me) }
    },
  }
}
