import type { IdentityView } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Section } from '../../ui/page/section.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { AddressComparisonTable } from './address-comparison-table.tsx'
import styles from './identity-page.module.css'
import {
  type ProfileGroupRenderer,
  type ProfileValueRenderer,
  splitProfile,
  useBuildProfileItem,
} from './profile-item.ts'

interface ProfileGroupsProps {
  readonly identity: Pick<IdentityView, 'profile' | 'addresses' | 'age'>
  readonly renderValue: ProfileValueRenderer | undefined
  readonly renderGroup: ProfileGroupRenderer | undefined
}

/** Shows the profile in groups, with billing and residence addresses side by side. */
export function ProfileGroups({ identity, renderValue, renderGroup }: ProfileGroupsProps): ReactNode {
  const texts = useMessages('identities')
  const format = useFormatter()
  const buildFact = useBuildProfileItem(renderValue)
  const { profile, addresses, age } = identity
  const { personal, contact } = splitProfile(identity)
  const person = personal.map(buildFact)
  const born = personal.findIndex(({ field }) => field === 'dob')
  person.splice(born + 1, 0, {
    term: texts.age,
    value: age,
    render: (text) => format.text(texts.years, { count: Number(text) }),
  })
  return (
    <div className={styles.groups}>
      <Section title={texts.person} id="profile" aside={renderGroup?.('person', profile)}>
        <DescriptionList facts={person} hidden={texts.personHidden} />
      </Section>
      <div className={styles.stack}>
        <Section title={texts.contact}>
          <DescriptionList facts={contact.map(buildFact)} hidden={texts.contactHidden} />
        </Section>
        <Section title={texts.addresses}>
          <AddressComparisonTable {...{ addresses, profile, renderValue, renderGroup }} />
        </Section>
      </div>
    </div>
  )
}
