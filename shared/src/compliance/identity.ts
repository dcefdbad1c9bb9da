import { z } from 'zod'
import { customerHandle, identityHandle } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { reading } from '../core/reading.ts'
import { unclassified } from '../payments/transaction.ts'

export const profileGroup = z.enum(['person', 'contact', 'residence', 'billing'])

/** One member of the profile under its interface name, in words, as the role may see it. */
export const profileField = z.strictObject({
  member: z.string(),
  word: z.string(),
  group: profileGroup,
  value: shown,
})
export type ProfileField = z.infer<typeof profileField>

/** How the two addresses compare in one part; the text of `compared` is one of these. */
export const addressWords = {
  equal: 'equal',
  differs: 'differs',
  residential_only: 'residence only',
  billing_only: 'billing only',
} as const

/** One part of both addresses: names of members of the profile, null where the interface has none. */
export const addressPart = z.strictObject({
  word: z.string(),
  residential: z.string(),
  billing: z.string().nullable(),
  /** Absent where neither is given; null where there is nothing to compare with. */
  compared: shown.nullable(),
})
export type AddressPart = z.infer<typeof addressPart>

/** The identity record (interface, endpoint 5) as far as the role may see it. */
export const identityView = z.strictObject({
  identity: identityHandle,
  /** Null where the record names no customer of this office. */
  customer: z.strictObject({ customer: customerHandle, rid: shown }).nullable(),
  reading,
  id: shown,
  uid: shown,
  kycState: shown,
  createdAt: shown,
  ledgerLifetimeAmount: shown,
  ledgerLifetimeCurrency: shown,
  /** Whole years on the day of the reading, in the office's zone. */
  age: shown,
  profile: z.array(profileField),
  addresses: z.array(addressPart),
  /** A count, yes or no, or hidden: the documents themselves have pages of their own. */
  documents: shown,
  unclassified,
})
export type IdentityView = z.infer<typeof identityView>

/** Of a customer: null where no transaction of this customer names an identity. */
export const customerIdentity = z.strictObject({ identity: identityView.nullable() })
