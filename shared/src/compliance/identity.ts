import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { customerHandle, identityHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { unclassifiedFields } from '../payments/transactions.ts'

export const profileGroup = z.enum(['person', 'contact', 'residence', 'billing'])

/** Field of the profile under its interface name, with a label, masked for the role. */
export const profileField = z.strictObject({
  member: z.string(),
  word: z.string(),
  group: profileGroup,
  value: maskedValue,
})
export type ProfileField = z.infer<typeof profileField>

/** Results of comparing one part of the two addresses; the text of `compared` is one of these labels. */
export const addressComparisonLabels = {
  equal: 'equal',
  differs: 'differs',
  residential_only: 'residence only',
  billing_only: 'billing only',
} as const

/** Row with one part of both addresses: names of profile fields, null if the interface has none. */
export const addressComparisonRow = z.strictObject({
  word: z.string(),
  residential: z.string(),
  billing: z.string().nullable(),
  /** Absent if neither address has the part; null if the interface has no counterpart to compare with. */
  compared: maskedValue.nullable(),
})
export type AddressComparisonRow = z.infer<typeof addressComparisonRow>

/** Identity record (interface, endpoint 5), masked for the role. */
export const identityView = z.strictObject({
  identity: identityHandle,
  /** Null if the record names no customer of our merchants. */
  customer: z.strictObject({ customer: customerHandle, rid: maskedValue }).nullable(),
  reading: dataFreshness,
  id: maskedValue,
  uid: maskedValue,
  kycState: maskedValue,
  createdAt: maskedValue,
  ledgerLifetimeAmount: maskedValue,
  ledgerLifetimeCurrency: maskedValue,
  /** Age in whole years on the day of the read, in the time zone of Paydesk. */
  age: maskedValue,
  profile: z.array(profileField),
  addresses: z.array(addressComparisonRow),
  /** Count, yes or no, or hidden. The documents themselves have their own pages. */
  documents: maskedValue,
  unclassified: unclassifiedFields,
})
export type IdentityView = z.infer<typeof identityView>

/** Identity of a customer; null if no transaction of the customer names one. */
export const customerIdentity = z.strictObject({ identity: identityView.nullable() })
