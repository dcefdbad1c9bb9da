import type { IdentityView, ProfileField } from '@paydesk/shared/compliance/identities'
import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { CustomerHandle, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { addressParts, compareAddressPart, deriveAge } from './derived.ts'

type Member = keyof IdentityRecord['profile']
type LabelledMember = keyof Messages['identities']['fieldLabels']
type GroupBy<Name extends string> = Readonly<Record<Name, ProfileField['group']>>

/**
 * Group of each field of the profile (interface, profile members), in the order in which people read them. Does not
 * compile if a field is left out here, or has no label in `shared/src/messages`.
 */
const groupByField: GroupBy<LabelledMember> = {
  title: 'person',
  fullname: 'person',
  first_name: 'person',
  middle_name: 'person',
  last_name: 'person',
  dob: 'person',
  gender: 'person',
  citizen_country: 'person',
  birth_country: 'person',
  email: 'contact',
  remote_user_id: 'contact',
  resident_country: 'residence',
  residential_address_street: 'residence',
  residential_address_street_number: 'residence',
  residential_address_secondary: 'residence',
  residential_address_postal_code: 'residence',
  residential_address_city: 'residence',
  residential_address_country: 'residence',
  billing_address_street: 'billing',
  billing_address_secondary: 'billing',
  billing_address_postal_code: 'billing',
  billing_address_city: 'billing',
  billing_address_country: 'billing',
} satisfies GroupBy<Member>

/** Fields of the profile with their groups, in that order. */
export const profileFields: readonly { field: Member; group: ProfileField['group'] }[] = Object.entries(
  groupByField,
).map(([field, group]) => ({ field: field as Member, group }))

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
