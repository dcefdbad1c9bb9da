import type { ProfileField } from '@paydesk/shared/compliance/identity'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import type { DescriptionItem } from '../../ui/text/description-list.tsx'

/** Which member of the record a value is: its name, and the way to it from the record's root. */
interface ProfileValuePath {
  readonly member: string
  readonly path: readonly string[]
}

/** What a page may put in the place of a masked value, such as the way to reveal it. */
export type RenderProfileValue = (at: ProfileValuePath, value: MaskedValue) => ReactNode

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** One member of the profile as a line; country codes in words. */
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

/** A country in words with its code; what is no known code as it came. */
function formatCountry(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? regionNames.of(code) : undefined
  return name ? `${name} (${code})` : code
}
