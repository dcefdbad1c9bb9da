import type { IdentityView, ProfileField } from '@paydesk/shared/compliance/identities'
import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { CustomerHandle, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { addressParts, compareAddressPart, deriveAge } from './derived.ts'

type Member = keyof IdentityRecord['profile']

/** Fields of the profile (interface, profile members) in the order in which people read them. */
export const profileFields: readonly { field: Member; group: ProfileField['group'] }[] = [
  { field: 'title', group: 'person' },
  { field: 'fullname', group: 'person' },
  { field: 'first_name', group: 'person' },
  { field: 'middle_name', group: 'person' },
  { field: 'last_name', group: 'person' },
  { field: 'dob', group: 'person' },
  { field: 'gender', group: 'person' },
  { field: 'citizen_country', group: 'person' },
  { field: 'birth_country', group: 'person' },
  { field: 'email', group: 'contact' },
  { field: 'remote_user_id', group: 'contact' },
  { field: 'resident_country', group: 'residence' },
  { field: 'residential_address_street', group: 'residence' },
  { field: 'residential_address_street_number', group: 'residence' },
  { field: 'residential_address_secondary', group: 'residence' },
  { field: 'residential_address_postal_code', group: 'residence' },
  { field: 'residential_address_city', group: 'residence' },
  { field: 'residential_address_country', group: 'residence' },
  { field: 'billing_address_street', group: 'billing' },
  { field: 'billing_address_secondary', group: 'billing' },
  { field: 'billing_address_postal_code', group: 'billing' },
  { field: 'billing_address_city', group: 'billing' },
  { field: 'billing_address_country', group: 'billing' },
]

export interface LoadedIdentity {
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
  { identity, customer, record, reading, today }: LoadedIdentity,
  fieldAccess: FieldAccess,
): IdentityView {
  return {
    identity,
    customer: customer === null ? null : { customer, rid: fieldAccess.mask(record.profile.remote_user_id) },
    reading,
    id: fieldAccess.mask(record.id),
    uid: fieldAccess.mask(record.uid),
    kycState: fieldAccess.mask(record.kyc_state),
    createdAt: fieldAccess.mask(record.created_at),
    ledgerLifetimeAmount: fieldAccess.mask(record.ledger_lifetime_amount),
    ledgerLifetimeCurrency: fieldAccess.mask(record.ledger_lifetime_currency),
    age: fieldAccess.mask(deriveAge(today, record.profile)),
    profile: profileFields.map(({ field, group }) => ({
      field,
      group,
      value: fieldAccess.mask(record.profile[field]),
    })),
    addresses: addressParts.map(({ part, residential, billing }) => ({
      part,
      residential,
      billing,
      compared:
        billing === null ? null : fieldAccess.mask(compareAddressPart(residential, billing, record.profile)),
    })),
    documents: fieldAccess.mask(record.supporting_documents.count),
    // Leave out the fields of documents: their cards list those fields.
    unclassified: fieldAccess.listUnclassifiedNames(record, 'supporting_documents'),
  }
}
