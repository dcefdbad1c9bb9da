import type { IdentityView } from '@paydesk/shared/compliance/identity'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { buildProfileFact } from './profile-fact.ts'
import { buildRecordFacts } from './record-facts.tsx'

const summaryFields = new Set([
  'fullname',
  'first_name',
  'last_name',
  'dob',
  'email',
  'resident_country',
  'residential_address_country',
])

/** Shows the state of the record and the few fields that identify a caller. */
export function IdentitySummary({ identity }: { readonly identity: IdentityView }): ReactNode {
  const people = identity.profile.filter((field) => summaryFields.has(field.member))
  return (
    <DescriptionList
      hidden="The identity record is not shown to your role."
      facts={[...buildRecordFacts(identity).slice(0, 2), ...people.map((field) => buildProfileFact(field))]}
    />
  )
}
