import type { IdentityView } from '@paydesk/shared/compliance/identity'
import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { CustomerHandle, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { addressParts, compareAddressPart, deriveAge } from './derived.ts'
import { profileFields } from './profile.ts'

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
