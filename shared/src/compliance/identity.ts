import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { customerHandle, identityHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { unclassifiedFields } from '../payments/transactions.ts'

export const profileGroup = z.enum(['person', 'contact', 'residence', 'billing'])

/** One member of the profile under its interface name, in words, as the role may see it. */
export const profileField = z.strictObject({
  member: z.string(),
  word: z.string(),
  group: profileGroup,
  value: maskedValue,
})
export type ProfileField = z.infer<typeof profileField>

/** How the two addresses compare in one part; the text of `compared` is one of these. */
export const addressComparisonLabels = {
  equal: 'equal',
  differs: 'differs',
  residential_only: 'residence only',
  billing_only: 'billing only',
} as const

/** One part of both addresses: names of members of the profile, null where the interface has none. */
export const addressComparisonRow = z.strictObject({
  word: z.string(),
  residential: z.string(),
  billing: z.string().nullable(),
  /** Absent where neither is given; null where there is nothing to compare with. */
  compared: maskedValue.nullable(),
})
export type AddressComparisonRow = z.infer<typeof addressComparisonRow>

/** The identity record (interface, endpoint 5) as far as the role may see it. */
export const identityView = z.strictObject({
  identity: identityHandle,
  /** Null where the record names no customer of this office. */
  customer: z.strictObject({ customer: customerHandle, rid: maskedValue }).nullable(),
  reading: dataFreshness,
  id: maskedValue,
  uid: maskedValue,
  kycState: maskedValue,
  createdAt: maskedValue,
  ledgerLifetimeAmount: maskedValue,
  ledgerLifetimeCurrency: maskedValue,
  /** Whole years on the day of the reading, in the office's zone. */
  age: maskedValue,
  profile: z.array(profileField),
  addresses: z.array(addressComparisonRow),
  /** A count, yes or no, or hidden: the documents themselves have pages of their own. */
  documents: maskedValue,
  unclassified: unclassifiedFields,
})
export type IdentityView = z.infer<typeof identityView>

/** Of a customer: null where no transaction of this customer names an identity. */
export const customerIdentity = z.strictObject({ identity: identityView.nullable() })
