import { z } from 'zod'
import { customerHandle, identityHandle } from './ids.ts'
import { reading } from './reading.ts'
import { shown } from './shown.ts'
import { unclassified } from './transaction.ts'

export const profileGroup = z.enum(['person', 'contact', 'residence', 'billing'])

/** One member of the profile under its interface name, in words, as the role may see it. */
export const profileField = z.strictObject({
  member: z.string(),
  word: z.string(),
  group: profileGroup,
  value: shown,
})
export type ProfileField = z.infer<typeof profileField>

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
  profile: z.array(profileField),
  /** A count, yes or no, or hidden: the documents themselves have pages of their own. */
  documents: shown,
  unclassified,
})
export type IdentityView = z.infer<typeof identityView>

/** Of a customer: null where no transaction of this customer names an identity. */
export const customerIdentity = z.strictObject({ identity: identityView.nullable() })
