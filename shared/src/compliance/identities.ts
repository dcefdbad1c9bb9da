import { z } from 'zod'
import { dataFreshnessSchema } from '../core/data-freshness.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema, identityHandleSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { unclassifiedFieldsSchema } from '../payments/transactions.ts'

export const profileGroupSchema = z.enum(['person', 'contact', 'residence', 'billing'])

/** Field of the profile under its interface name, masked for the role. */
export const profileFieldSchema = z.strictObject({
  field: z.string(),
  group: profileGroupSchema,
  value: maskedValueSchema,
})
export type ProfileField = z.infer<typeof profileFieldSchema>

/** Results of comparing one part of the two addresses: the text of `compared`. */
export const addressComparisonResults = ['equal', 'differs', 'residential_only', 'billing_only'] as const
export type AddressComparisonResult = (typeof addressComparisonResults)[number]

export const addressPartSchema = z.enum(['street', 'number', 'secondary', 'postal_code', 'city', 'country'])
export type AddressPart = z.infer<typeof addressPartSchema>

/** Row with one part of both addresses: names of profile fields, null if the interface has none. */
export const addressComparisonRowSchema = z.strictObject({
  part: addressPartSchema,
  residential: z.string(),
  billing: z.string().nullable(),
  /** Absent if neither address has the part; null if the interface has no counterpart to compare with. */
  compared: maskedValueSchema.nullable(),
})
export type AddressComparisonRow = z.infer<typeof addressComparisonRowSchema>

/** Identity record (interface, endpoint 5), masked for the role. */
export const identityViewSchema = z.strictObject({
  identity: identityHandleSchema,
  /** Null if the record names no customer of our merchants. */
  customer: z.strictObject({ customer: customerHandleSchema, rid: maskedValueSchema }).nullable(),
  reading: dataFreshnessSchema,
  id: maskedValueSchema,
  uid: maskedValueSchema,
  kycState: maskedValueSchema,
  createdAt: maskedValueSchema,
  ledgerLifetimeAmount: maskedValueSchema,
  ledgerLifetimeCurrency: maskedValueSchema,
  /** Age in whole years on the day of the read, in the time zone of Paydesk. */
  age: maskedValueSchema,
  profile: z.array(profileFieldSchema),
  addresses: z.array(addressComparisonRowSchema),
  /** Count, yes or no, or hidden. The documents themselves have their own pages. */
  documents: maskedValueSchema,
  unclassified: unclassifiedFieldsSchema,
})
export type IdentityView = z.infer<typeof identityViewSchema>

/** Status of an identity in plain words. */
export type IdentityStatus = 'not_verified' | 'in_review' | 'verified' | 'rejected' | 'unknown'

/** Words of `kyc_state` that say the status themselves. The interface documents `NONE` only. */
const statusByKycState: ReadonlyMap<string, IdentityStatus> = new Map([
  ['NONE', 'not_verified'],
  ['IN_REVIEW', 'in_review'],
  ['VERIFIED', 'verified'],
  ['REJECTED', 'rejected'],
])

/** Reads the status from a `kyc_state`; any other value is unknown, never verified. */
export function deriveIdentityStatus(kycState: string | null): IdentityStatus {
  return statusByKycState.get(kycState ?? '') ?? 'unknown'
}

/** Identity of a customer; null if no transaction of the customer names one. */
export const customerIdentitySchema = z.strictObject({ identity: identityViewSchema.nullable() })

/**
 * Result of a check. `ok` only for values that were compared and match; `unknown` if they could not be
 * compared.
 */
export const identityCheckResultSchema = z.enum(['ok', 'attention', 'unknown'])
export type IdentityCheckResult = z.infer<typeof identityCheckResultSchema>

/** Comparison that a person who checks an identity would make. */
export const identityCheckSchema = z.strictObject({
  id: z.enum(['members', 'rid', 'kyc', 'addresses', 'others']),
  result: identityCheckResultSchema,
  finding: z.enum([
    'fields_missing',
    'no_visible_field_missing',
    'profile_complete',
    'rid_hidden',
    'rid_missing',
    'rid_matches',
    'transactions_not_loaded',
    'kyc_state_missing',
    'kyc_states_differ',
    'kyc_passed_but_none',
    'kyc_review_failed',
    'no_kyc_review',
    'kyc_matches',
    'kyc_unrelated',
    'addresses_differ',
    'address_on_one_side',
    'no_address',
    'addresses_equal',
    'no_other_customers',
    'other_customers',
    'at_least_other_customers',
  ]),
  /** Fields of the profile, parts of an address, or states of transactions. */
  names: z.array(z.string()),
  /** KYC state of the record. */
  state: z.string().nullable(),
  /** Number of other customers, or of fields that are hidden for the role. */
  count: z.int().min(0),
})
export type IdentityCheck = z.infer<typeof identityCheckSchema>

/** Period in which a `kyc_state` was seen. The state changed at some time between two reads. */
export const kycStatePeriodSchema = z.strictObject({
  /** Value from the payment service; null if it gave none or something that is not a code. */
  raw: z.string().nullable(),
  source: z.enum(['identity', 'state']),
  /** Time at which the previous value was last seen; null for the first period. */
  notBefore: z.iso.datetime().nullable(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
})
export type KycStatePeriod = z.infer<typeof kycStatePeriodSchema>

export const identityCheckReportSchema = z.strictObject({
  checks: z.array(identityCheckSchema),
  /** Number of other customers of the user's merchants with the same identity, as far as our records go. */
  others: maskedValueSchema,
  /** Other customers that the role may open. */
  otherCustomers: z.array(z.strictObject({ customer: customerHandleSchema, rid: maskedValueSchema })),
  /** Newest first. */
  kyc: z.array(kycStatePeriodSchema),
})
export type IdentityCheckReport = z.infer<typeof identityCheckReportSchema>

/** Endpoint for the checks of an identity, made and stored beside its record. */
export const identityEndpoints = {
  checkIdentity: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/checks',
    params: z.strictObject({ env: environmentNameSchema, identity: identityHandleSchema }),
    query: z.strictObject({}),
    body: z.strictObject({}),
    response: identityCheckReportSchema,
  }),
} as const
