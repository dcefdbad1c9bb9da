import { type TrailPerson, trailPersonHandle } from '@paydesk/shared/compliance/trail'
import type { Shown } from '@paydesk/shared/core/masked-value'
import { type Kysely, sql } from 'kysely'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { isPerson, type Person } from '../../platform/session/person.ts'
import { reviewSealed } from '../../records/review-items.ts'

/** What handles of people in the trail are made with. */
const handleSealed = 'trail/person'

/** Neither part can hold a line break, so that two people never look the same. */
const keyOf = ({ issuer, subject }: Person) => `${issuer}\n${subject}`

function handlesOf(person: Person, seal: Seal): string[] {
  return seal.lookups(handleSealed, keyOf(person)).map(
    (hash) =>
      // The last twenty digits of some fifty: each as likely as the others.
      `p_${BigInt(`0x${hash}`).toString(36).padStart(20, '0').slice(-20)}`,
  )
}

/** Everybody who stands in the trail, by a jump along the index for each of them. */
async function everybody(db: Kysely<Schema>): Promise<Person[]> {
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
export async function personBehind(handle: string, db: Kysely<Schema>, seal: Seal): Promise<Person | null> {
  return (await everybody(db)).find((person) => handlesOf(person, seal).includes(handle)) ?? null
}

export interface People {
  /** Their handle and, as `shown` lets it be seen, the name of their last sign-in, else what the identity provider calls them. */
  of(person: Person, shown: (name: string) => Shown): TrailPerson
}

/** The names of staff as they are now. `me`: who looks. */
export async function peopleFor(me: Person, db: Kysely<Schema>, seal: Seal): Promise<People> {
  const staff = await db.selectFrom('staff').select(['issuer', 'subject', 'name']).execute()
  const names = new Map(staff.map((one) => [keyOf(one), one.name]))
  const known = new Map<string, { readonly handle: string; readonly name: string }>()
  function find(person: Person) {
    const key = keyOf(person)
    const found = known.get(key)
    if (found !== undefined) return found
    const sealed = names.get(key)
    const name = (sealed === undefined ? null : seal.open(reviewSealed, sealed)) ?? person.subject
    const made = { handle: handlesOf(person, seal)[0] ?? '', name }
    known.set(key, made)
    return made
  }
  return {
    of(person, shown) {
      const { handle, name } = find(person)
      return { person: trailPersonHandle.parse(handle), name: shown(name), me: isPerson(person, me) }
    },
  }
}
