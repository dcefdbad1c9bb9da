import type { IdentityView } from '@paydesk/shared/compliance/identity'
import type { CustomerHandle, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { Reading } from '@paydesk/shared/core/reading'
import type { IdentityRecord } from '../../payment-service/parsing/wire.ts'
import type { Sight } from '../../platform/access/field-access.ts'
import { addressParts, ageOn, comparedPart } from './derived.ts'
import { profileMembers } from './profile.ts'

export interface ReadIdentity {
  readonly identity: IdentityHandle
  readonly customer: CustomerHandle | null
  readonly merchant: MerchantId
  readonly record: IdentityRecord
  readonly reading: Reading
  /** The day of the office, `2026-01-31`. */
  readonly today: string
}

/** An identity record (interface, endpoint 5) as this role may see it. */
export function presentIdentity(
  { identity, customer, record, reading, today }: ReadIdentity,
  sight: Sight,
): IdentityView {
  return {
    identity,
    customer: customer === null ? null : { customer, rid: sight.show(record.profile.remote_user_id) },
    reading,
    id: sight.show(record.id),
    uid: sight.show(record.uid),
    kycState: sight.show(record.kyc_state),
    createdAt: sight.show(record.created_at),
    ledgerLifetimeAmount: sight.show(record.ledger_lifetime_amount),
    ledgerLifetimeCurrency: sight.show(record.ledger_lifetime_currency),
    age: sight.show(ageOn(today, record.profile)),
    profile: profileMembers.map(({ member, word, group }) => ({
      member,
      word,
      group,
      value: sight.show(record.profile[member]),
    })),
    addresses: addressParts.map(({ word, residential, billing }) => ({
      word,
      residential,
      billing,
      compared: billing === null ? null : sight.show(comparedPart(residential, billing, record.profile)),
    })),
    documents: sight.show(record.supporting_documents.count),
    // Members of documents stand on their cards, with what may be seen of them.
    unclassified: sight.unclassified(record, 'supporting_documents'),
  }
}
