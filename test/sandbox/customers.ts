import { identityIdFrom, numberFrom, pastInstantFrom, uuidFrom } from './ids.ts'
import type { Json, JsonObject } from './json.ts'
import type { InventedPayer } from './persons.ts'
import { currencyOf, emailFor } from './persons.ts'

/** Identity summary in state records and notifications. */
export function identitySummary(baseUrl: string, identityId: string, currency: string): JsonObject {
  const lifetime =
    identityId === maraIdentityId ? '182550' : String(1_000 + numberFrom(`lifetime|${identityId}`, 900_000))
  return {
    id: identityId,
    download_url: `${baseUrl}/v1/identity/${identityId}`,
    ledger_lifetime_amount: lifetime,
    ledger_lifetime_currency: currency,
    credit_ledger_lifetime_amount: '0',
    credit_ledger_lifetime_currency: currency,
    kyc_state: 'NONE',
    created_at: identityCreatedAt(identityId),
  }
}

export const maraIdentityId = '_a41c7e2_18f2b3c4d50__3b1f'
const maraIdentityUid = 'b27e60ca-82c3-41b0-9fbe-6a7b8c9d0e24'

export function identityIdFor(account: string, rid: string): string {
  return identityIdFrom(`${account}|${rid}`)
}

function identityCreatedAt(identityId: string): string {
  return identityId === maraIdentityId ? '2025-02-03T09:14:22.118Z' : pastInstantFrom(`created|${identityId}`)
}

/** Identity record of endpoint 5 with these documents. */
export function identityRecord(
  rid: string,
  person: InventedPayer,
  identityId: string,
  documents: Json[],
): JsonObject {
  const summary = identitySummary('', identityId, currencyOf(person))
  return {
    profile: {
      title: person.title,
      first_name: person.first,
      middle_name: '',
      last_name: person.last,
      fullname: `${person.first} ${person.last}`,
      dob: person.dob,
      gender: person.gender,
      citizen_country: person.country,
      birth_country: person.country,
      resident_country: person.country,
      billing_address_secondary: '',
      billing_address_street: person.street,
      billing_address_city: person.city,
      billing_address_postal_code: person.postalCode,
      billing_address_country: person.country,
      residential_address_secondary: '',
      residential_address_street_number: person.houseNumber,
      residential_address_street: person.street,
      residential_address_city: person.city,
      residential_address_postal_code: person.postalCode,
      residential_address_country: person.country,
      email: emailFor(person),
      remote_user_id: rid,
    },
    supporting_documents: documents,
    id: identityId,
    uid: identityId === maraIdentityId ? maraIdentityUid : uuidFrom(`identity-uid|${identityId}`),
    ledger_lifetime_amount: summary.ledger_lifetime_amount ?? '0',
    ledger_lifetime_currency: summary.ledger_lifetime_currency ?? 'EUR',
    kyc_state: 'NONE',
    created_at: identityCreatedAt(identityId),
  }
}
