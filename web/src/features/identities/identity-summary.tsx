import type { IdentityView } from '@paydesk/shared/compliance/identity'
import type { ReactNode } from 'react'
import { Facts } from '../../ui/text/facts.tsx'
import { profileFact } from './profile-fact.ts'
import { recordFacts } from './record-facts.tsx'

const enough = new Set([
  'fullname',
  'first_name',
  'last_name',
  'dob',
  'email',
  'resident_country',
  'residential_address_country',
])

/** State of the record and the few members by which a caller is recognised. */
export function IdentitySummary({ identity }: { readonly identity: IdentityView }): ReactNode {
  const people = identity.profile.filter((field) => enough.has(field.member))
  return (
    <Facts
      hidden="The identity record is not shown to your role."
      facts={[...recordFacts(identity).slice(0, 2), ...people.map((field) => profileFact(field))]}
    />
  )
}
