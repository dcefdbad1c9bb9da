import type { ProfileField } from '@paydesk/shared/identity'
import type { Shown } from '@paydesk/shared/shown'
import type { ReactNode } from 'react'
import { Facts } from '../ui/facts.tsx'
import { Section } from '../ui/part.tsx'
import { profileFact } from './profile-fact.ts'

export type RenderValue = (
  at: { readonly member: string; readonly path: readonly string[] },
  value: Shown,
) => ReactNode

const groups: readonly { readonly group: ProfileField['group']; readonly title: string }[] = [
  { group: 'person', title: 'Person' },
  { group: 'contact', title: 'Contact' },
  { group: 'residence', title: 'Residence' },
  { group: 'billing', title: 'Billing' },
]

/** The profile in groups; billing stands beside residence, so that a difference is seen. */
export function ProfileGroups({
  profile,
  renderValue,
}: {
  readonly profile: readonly ProfileField[]
  readonly renderValue?: RenderValue | undefined
}): ReactNode {
  const factOf = (field: ProfileField) => {
    const { member, value } = field
    const isMasked = renderValue !== undefined && value.seen === 'masked'
    return {
      ...profileFact(field),
      ...(isMasked && { node: renderValue({ member, path: ['profile', member] }, value) }),
    }
  }
  return groups.map(({ group, title }) => {
    const fields = profile.filter((field) => field.group === group)
    return (
      <Section key={group} title={title}>
        <Facts
          facts={fields.map(factOf)}
          hidden={`${title}: not shown to your role, or not part of the record.`}
        />
      </Section>
    )
  })
}
