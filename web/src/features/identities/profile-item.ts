import type { IdentityView, ProfileField } from '@paydesk/shared/compliance/identities'
import type { RevealGroup } from '@paydesk/shared/compliance/reveals'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { type ReactNode, useMemo } from 'react'
import { useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'

/** Location of a value in the record: field name, and path from the record root. */
interface ProfileValuePath {
  readonly field: string
  readonly path: readonly string[]
}

/** Renders a replacement for a masked value, for example with a reveal button. */
export type ProfileValueRenderer = (at: ProfileValuePath, value: MaskedValue) => ReactNode

/** Renders the button that reveals a group of the profile. */
export type ProfileGroupRenderer = (group: RevealGroup, profile: readonly ProfileField[]) => ReactNode

/** Splits the profile into person and contact, without the parts of addresses that stand side by side. */
export function splitProfile({ profile, addresses }: Pick<IdentityView, 'profile' | 'addresses'>): {
  readonly personal: readonly ProfileField[]
  readonly contact: readonly ProfileField[]
} {
  const inTable = new Set(addresses.flatMap(({ residential, billing }) => [residential, billing]))
  const single = profile.filter(({ field }) => !inTable.has(field))
  return {
    personal: single.filter(({ group }) => group !== 'contact'),
    contact: single.filter(({ group }) => group === 'contact'),
  }
}

/** Returns the function that builds one line of the profile; country codes become names. */
export function useBuildProfileItem(
  renderValue?: ProfileValueRenderer,
): (field: ProfileField) => DescriptionItem {
  const { language } = useMessageStore().read().options
  const formatCountry = useMemo(() => createCountryFormat(language === 'de' ? 'de' : 'en'), [language])
  const labels: Readonly<Record<string, string>> = useMessages('identities').fieldLabels
  return ({ field, value }) => ({
    term: labels[field] ?? field,
    value,
    ...(field.endsWith('country') ? { render: formatCountry } : {}),
    ...(value.visibility === 'masked' && renderValue
      ? { node: renderValue({ field, path: ['profile', field] }, value) }
      : {}),
  })
}

/** Formats a country as name and code; an unknown code stays as received. */
function createCountryFormat(language: string): (code: string) => string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return (code) => {
    const name = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined
    return name ? `${name} (${code})` : code
  }
}
