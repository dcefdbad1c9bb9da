import { type AuditActorView, auditActorHandle } from '@paydesk/shared/compliance/trail'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { type Kysely, sql } from 'kysely'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'

/** What handles of people in the trail are made with. */
const handleContext = 'trail/person'

/** Neither part can hold a line break, so that two people never look the same. */
const keyOf = ({ issuer, subject }: Person) => `${issuer}\n${subject}`

function computeHandles(person: Person, seal: FieldCipher): string[] {
  return seal.blindIndexes(handleContext, keyOf(person)).map(
    (hash) =>
      // The last twenty digits of some fifty: each as likely as the others.
      `p_${BigInt(`0x${hash}`).toString(36).padStart(20, '0').slice(-20)}`,
  )
}

/** Everybody who stands in the trail, by a jump along the index for each of them. */
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

/** The person behind a handle, or null where nobody of the trail has it; a replaced data key is known. */
export async function findPersonByHandle(
  handle: string,
  db: Kysely<DatabaseSchema>,
  seal: FieldCipher,
): Promise<Person | null> {
  return (await listPeopleInLog(db)).find((person) => computeHandles(person, seal).includes(handle)) ?? null
}

export interface StaffDirectory {
  /** Their handle and, as `shown` lets it be seen, the name of their last sign-in, else what the identity provider calls them. */
  presentPerson(person: Person, shown: (name: string) => MaskedValue): AuditActorView
}

/** The names of staff as they are now. `me`: who looks. */
export async function loadStaffDirectory(
  me: Person,
  db: Kysely<DatabaseSchema>,
  seal: FieldCipher,
): Promise<StaffDirectory> {
  const staff = await db.selectFrom('staff').select(['issuer', 'subject', 'name']).execute()
  const names = new Map(staff.map((one) => [keyOf(one), one.name]))
  const known = new Map<string, { readonly handle: string; readonly name: string }>()
  function find(person: Person) {
    const key = keyOf(person)
    const found = known.get(key)
    if (found !== undefined) return found
    const sealed = names.get(key)
    const name = (sealed === undefined ? null : seal.open(reviewCipherContext, sealed)) ?? person.subject
    const made = { handle: computeHandles(person, seal)[0] ?? '', name }
    known.set(key, made)
    return made
  }
  return {
    presentPerson(person, shown) {
      const { handle, name } = find(person)
      return { person: auditActorHandle.parse(handle), name: shown(name), me: isSamePerson(person, me) }
    },
  }
}
