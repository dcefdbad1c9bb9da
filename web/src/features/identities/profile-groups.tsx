import type { IdentityView } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { AddressTable } from './address-table.tsx'
import styles from './identity-page.module.css'
import { buildProfileFact, type RenderProfileValue } from './profile-fact.ts'

interface ProfileGroupsProps {
  readonly identity: Pick<IdentityView, 'profile' | 'addresses' | 'age'>
  readonly renderValue: RenderProfileValue | undefined
}

/** Shows the profile in groups, with billing and residence addresses side by side. */
export function ProfileGroups({ identity, renderValue }: ProfileGroupsProps): ReactNode {
  const { profile, addresses, age } = identity
  const inTable = new Set(addresses.flatMap(({ residential, billing }) => [residential, billing]))
  const single = profile.filter(({ member }) => !inTable.has(member))
  const personal = single.filter(({ group }) => group !== 'contact')
  const person = personal.map((field) => buildProfileFact(field, renderValue))
  const born = personal.findIndex(({ member }) => member === 'dob')
  person.splice(born + 1, 0, { term: 'Age', value: age, render: (text) => `${text} years` })
  const contact = single.filter(({ group }) => group === 'contact')
  return (
    <div className={styles.groups}>
      <Section title="Person" id="profile" keys="p">
        <DescriptionList facts={person} hidden="Person: not shown to your role, or not part of the record." />
      </Section>
      <div className={styles.stack}>
        <Section title="Contact">
          <DescriptionList
            facts={contact.map((field) => buildProfileFact(field, renderValue))}
            hidden="Contact: not shown to your role, or not part of the record."
          />
        </Section>
        <Section title="Residence and billing">
          <AddressTable addresses={addresses} profile={profile} renderValue={renderValue} />
        </Section>
      </div>
    </div>
  )
}
