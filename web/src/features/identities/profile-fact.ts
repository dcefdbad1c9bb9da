import type { ProfileField } from '@paydesk/shared/compliance/identities'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'

/** Location of a value in the record: field name, and path from the record root. */
interface ProfileValuePath {
  readonly member: string
  readonly path: readonly string[]
}

/** Renders a replacement for a masked value, for example with a reveal button. */
export type RenderProfileValue = (at: ProfileValuePath, value: MaskedValue) => ReactNode

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Builds one line of the profile; country codes become names. */
export function buildProfileFact(
  { member, word, value }: ProfileField,
  renderValue?: RenderProfileValue,
): DescriptionItem {
  const isCountry = member.endsWith('country')
  return {
    term: word,
    value,
    ...(isCountry ? { render: formatCountry } : {}),
    ...(value.seen === 'masked' && renderValue
      ? { node: renderValue({ member, path: ['profile', member] }, value) }
      : {}),
  }
}

/** Formats a country as name and code; an unknown code stays as received. */
function formatCountry(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? regionNames.of(code) : undefined
  return name ? `${name} (${code})` : code
}
