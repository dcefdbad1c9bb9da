import type { ProfileField } from '@paydesk/shared/identity'
import type { ReactNode } from 'react'
import { Facts } from '../ui/facts.tsx'
import { Section } from '../ui/part.tsx'
import { profileFact } from './profile-fact.ts'

const groups: readonly { readonly group: ProfileField['group']; readonly title: string }[] = [
  { group: 'person', title: 'Person' },
  { group: 'contact', title: 'Contact' },
  { group: 'residence', title: 'Residence' },
  { group: 'billing', title: 'Billing' },
]

/** The profile in groups; billing stands beside residence, so that a difference is seen. */
export function ProfileGroups({ profile }: { readonly profile: readonly ProfileField[] }): ReactNode {
  return groups.map(({ group, title }) => {
    const fields = profile.filter((field) => field.group === group)
    return (
      <Section key={group} title={title}>
        <Facts
          facts={fields.map(profileFact)}
          hidden={`${title}: not shown to your role, or not part of the record.`}
        />
      </Section>
    )
  })
}
