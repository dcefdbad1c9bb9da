import type { ProfileField } from '@paydesk/shared/compliance/identity'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'

type Member = keyof IdentityRecord['profile']

/** Fields of the profile (interface, profile members) in the order in which people read them. */
export const profileFields: readonly { member: Member; word: string; group: ProfileField['group'] }[] = [
  { member: 'title', word: 'Title', group: 'person' },
  { member: 'fullname', word: 'Full name', group: 'person' },
  { member: 'first_name', word: 'First name', group: 'person' },
  { member: 'middle_name', word: 'Middle name', group: 'person' },
  { member: 'last_name', word: 'Last name', group: 'person' },
  { member: 'dob', word: 'Date of birth', group: 'person' },
  { member: 'gender', word: 'Gender', group: 'person' },
  { member: 'citizen_country', word: 'Citizen of', group: 'person' },
  { member: 'birth_country', word: 'Born in', group: 'person' },
  { member: 'email', word: 'E-mail', group: 'contact' },
  { member: 'remote_user_id', word: 'RID', group: 'contact' },
  { member: 'resident_country', word: 'Resident in', group: 'residence' },
  { member: 'residential_address_street', word: 'Street', group: 'residence' },
  { member: 'residential_address_street_number', word: 'Number', group: 'residence' },
  { member: 'residential_address_secondary', word: 'Addition', group: 'residence' },
  { member: 'residential_address_postal_code', word: 'Postal code', group: 'residence' },
  { member: 'residential_address_city', word: 'City', group: 'residence' },
  { member: 'residential_address_country', word: 'Country', group: 'residence' },
  { member: 'billing_address_street', word: 'Street', group: 'billing' },
  { member: 'billing_address_secondary', word: 'Addition', group: 'billing' },
  { member: 'billing_address_postal_code', word: 'Postal code', group: 'billing' },
  { member: 'billing_address_city', word: 'City', group: 'billing' },
  { member: 'billing_address_country', word: 'Country', group: 'billing' },
]
