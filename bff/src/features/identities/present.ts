import type { IdentityView, ProfileField } from '@paydesk/shared/compliance/identities'
import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { CustomerHandle, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { addressParts, compareAddressPart, deriveAge } from './derived.ts'

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

export interface ReadIdentity {
  readonly identity: IdentityHandle
  readonly customer: CustomerHandle | null
  readonly merchant: MerchantId
  readonly record: IdentityRecord
  readonly reading: DataFreshness
  /** Date in Paydesk's time zone, `2026-01-31`. */
  readonly today: string
}

/** Presents an identity record (interface, endpoint 5) for this role. */
export function presentIdentity(
  { identity, customer, record, reading, today }: ReadIdentity,
  sight: FieldAccess,
): IdentityView {
  return {
    identity,
    customer: customer === null ? null : { customer, rid: sight.mask(record.profile.remote_user_id) },
    reading,
    id: sight.mask(record.id),
    uid: sight.mask(record.uid),
    kycState: sight.mask(record.kyc_state),
    createdAt: sight.mask(record.created_at),
    ledgerLifetimeAmount: sight.mask(record.ledger_lifetime_amount),
    ledgerLifetimeCurrency: sight.mask(record.ledger_lifetime_currency),
    age: sight.mask(deriveAge(today, record.profile)),
    profile: profileFields.map(({ member, word, group }) => ({
      member,
      word,
      group,
      value: sight.mask(record.profile[member]),
    })),
    addresses: addressParts.map(({ word, residential, billing }) => ({
      word,
      residential,
      billing,
      compared:
        billing === null ? null : sight.mask(compareAddressPart(residential, billing, record.profile)),
    })),
    documents: sight.mask(record.supporting_documents.count),
    // Leave out the fields of documents: their cards list those fields.
    unclassified: sight.listUnclassifiedNames(record, 'supporting_documents'),
  }
}
