import type { AddressComparisonResult, AddressPart } from '@paydesk/shared/compliance/identities'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import { type GuardedValue, guardDerivedValue } from '../../platform/access/guarded.ts'

type Profile = IdentityRecord['profile']
type Member = keyof Profile

const maxAgeYears = 130

/**
 * Counts whole years from a date to a day, both `2026-01-31`; null for an invalid date or an implausible age.
 */
function countYears(today: string, text: string | null): string | null {
  const born = /^(\d{4})-(\d\d)-(\d\d)(?=$|[T ])/.exec(text ?? '')
  if (born === null || Number.isNaN(Date.parse(born[0]))) return null
  const hadBirthday = born[0].slice(5) <= today.slice(5)
  const years = Number(today.slice(0, 4)) - Number(born[1]) - (hadBirthday ? 0 : 1)
  return years >= 0 && years <= maxAgeYears ? String(years) : null
}

/**
 * Derives the age (whole years) on `today`, `2026-01-31`. The age has its own field permission, because it
 * reveals more than the year of birth.
 */
export function deriveAge(today: string, { dob }: Profile): GuardedValue<'profile.age'> {
  return guardDerivedValue('profile.age', [dob], ([text = null]) => countYears(today, text))
}

/** Parts of both addresses (interface, profile members): the billing address has no number of its own. */
export const addressParts: readonly {
  readonly part: AddressPart
  readonly residential: Member
  readonly billing: Member | null
}[] = [
  { part: 'street', residential: 'residential_address_street', billing: 'billing_address_street' },
  { part: 'number', residential: 'residential_address_street_number', billing: null },
  { part: 'secondary', residential: 'residential_address_secondary', billing: 'billing_address_secondary' },
  {
    part: 'postal_code',
    residential: 'residential_address_postal_code',
    billing: 'billing_address_postal_code',
  },
  { part: 'city', residential: 'residential_address_city', billing: 'billing_address_city' },
  { part: 'country', residential: 'residential_address_country', billing: 'billing_address_country' },
]

/** Ignores case, spaces, points and commas. */
const normalizeAddress = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim()

/** Lists the street with and without its number, because a billing street may contain the number. */
const listStreetVariants = (street: string, number: string | null) =>
  number === null ? [street] : [street, `${street} ${number}`, `${number} ${street}`]

function compareTexts(
  residential: string | null,
  billing: string | null,
  number: string | null,
): AddressComparisonResult | null {
  if (residential === null) return billing === null ? null : 'billing_only'
  if (billing === null) return 'residential_only'
  const same = listStreetVariants(residential, number).some(
    (text) => normalizeAddress(text) === normalizeAddress(billing),
  )
  return same ? 'equal' : 'differs'
}

/** Compares one part of both addresses; the result is one of `addressComparisonResults`. */
export function compareAddressPart(
  residential: Member,
  billing: Member,
  profile: Profile,
): GuardedValue<'profile.address_equal'> {
  const number =
    residential === 'residential_address_street' ? [profile.residential_address_street_number] : []
  return guardDerivedValue(
    'profile.address_equal',
    [profile[residential], profile[billing], ...number],
    ([home = null, bill = null, at = null]) => compareTexts(home, bill, at),
  )
}
