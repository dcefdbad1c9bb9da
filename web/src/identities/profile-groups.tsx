import type { ProfileField } from '@paydesk/shared/identity'
import type { ReactNode } from 'react'
import type { Fact } from '../ui/facts.tsx'
import { Facts } from '../ui/facts.tsx'
import { Section } from '../ui/part.tsx'

const groups: readonly { readonly group: ProfileField['group']; readonly title: string }[] = [
  { group: 'person', title: 'Person' },
  { group: 'contact', title: 'Contact' },
  { group: 'residence', title: 'Residence' },
  { group: 'billing', title: 'Billing' },
]

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The profile in groups; billing stands beside residence, so that a difference is seen. */
export function ProfileGroups({ profile }: { readonly profile: readonly ProfileField[] }): ReactNode {
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

function factOf({ member, word, value }: ProfileField): Fact {
  const isCountry = member.endsWith('country')
  return { term: word, value, ...(isCountry ? { render: (text: string) => countryWord(text) } : {}) }
}

function countryWord(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
  return name ? `${name} (${code})` : code
}
