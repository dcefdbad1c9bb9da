import type { ProfileField } from '@paydesk/shared/identity'
import type { Fact } from '../ui/facts.tsx'

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** One member of the profile as a line; country codes in words. */
export function profileFact({ member, word, value }: ProfileField): Fact {
  const isCountry = member.endsWith('country')
  return { term: word, value, ...(isCountry ? { render: countryWord } : {}) }
}

function countryWord(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
  return name ? `${name} (${code})` : code
}
