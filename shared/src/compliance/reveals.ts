import { z } from 'zod'
import { colleagueSchema } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import {
  customerHandleSchema,
  environmentNameSchema,
  identityHandleSchema,
  transactionIdSchema,
} from '../core/ids.ts'
import { purposeCodeSchema, ticketNumberSchema } from '../core/purposes.ts'
import { auditEntryIdSchema } from './audit-log.ts'
import { documentHandleSchema } from './documents.ts'

/**
 * Record that contains the value. `customer` binds a transaction to the customer page it was opened from. A
 * notification of endpoint 4 has no id: `position` is its place in the list, `of` the length of the list that
 * the user saw. A document handle is only valid for the list it came from.
 */
export const revealTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('identity'), identity: identityHandleSchema }),
  z.strictObject({
    kind: z.literal('transaction'),
    transaction: transactionIdSchema,
    customer: customerHandleSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('notification'),
    transaction: transactionIdSchema,
    customer: customerHandleSchema.optional(),
    position: z.int().min(1).max(10_000),
    listLength: z.int().min(1).max(10_000),
  }),
  z.strictObject({
    kind: z.literal('document'),
    identity: identityHandleSchema,
    document: documentHandleSchema,
  }),
  z.strictObject({ kind: z.literal('audit_entry'), entry: auditEntryIdSchema }),
])
export type RevealTarget = z.infer<typeof revealTargetSchema>

/**
 * Path from the record to the value: field names of the interface, and list elements by their number from 0.
 * For a document: `status`, `files` with the number of the file and `name`, or `fields` with the path from
 * the element. For an event of the audit log: `about`, `id`.
 */
export const revealPathSchema = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/))
  .min(1)
  .max(6)

/** Request to reveal one field of one record, for one reason. */
export const revealRequestSchema = z.strictObject({
  record: revealTargetSchema,
  path: revealPathSchema,
  purpose: purposeCodeSchema,
  caseRef: ticketNumberSchema,
})
export type RevealRequest = z.infer<typeof revealRequestSchema>

/** Time a revealed value is shown (ms). */
export const revealDurationMs = 60_000 as const

export const revealResponseSchema = z.strictObject({
  /** Null if the payment service gave no value. */
  value: z.string().nullable(),
  /** Time at which the value must be masked again, `durationMs` after the answer. */
  until: z.iso.datetime(),
  durationMs: z.literal(revealDurationMs),
  /** Number of reveals this user has left within the hour. */
  revealsLeft: z.int().min(0),
})
export type RevealResponse = z.infer<typeof revealResponseSchema>

/** Fields of an identity's profile that one question reveals together: never more than one of these groups. */
export const revealGroups = {
  person: ['fullname', 'first_name', 'middle_name', 'last_name', 'dob'],
  residence: [
    'residential_address_street',
    'residential_address_street_number',
    'residential_address_secondary',
    'residential_address_postal_code',
    'residential_address_city',
  ],
  billing: [
    'billing_address_street',
    'billing_address_secondary',
    'billing_address_postal_code',
    'billing_address_city',
  ],
} as const
export type RevealGroup = keyof typeof revealGroups

const revealGroupProfileFieldSchema = z.enum(Object.values(revealGroups).flat())
export type RevealGroupProfileField = z.infer<typeof revealGroupProfileFieldSchema>

/** Request to reveal several fields of one group, for one reason. Each field counts as a reveal. */
export const revealGroupRequestSchema = z.strictObject({
  record: z.strictObject({ kind: z.literal('identity'), identity: identityHandleSchema }),
  fields: z.array(revealGroupProfileFieldSchema).min(2).max(5),
  purpose: purposeCodeSchema,
  caseRef: ticketNumberSchema,
})
export type RevealGroupRequest = z.infer<typeof revealGroupRequestSchema>

export const revealGroupResponseSchema = z.strictObject({
  ...{
    until: revealResponseSchema.shape.until,
    durationMs: revealResponseSchema.shape.durationMs,
    revealsLeft: revealResponseSchema.shape.revealsLeft,
  },
  /** In the order of the request; null if the payment service gave no value. */
  values: z.array(z.strictObject({ field: revealGroupProfileFieldSchema, value: z.string().nullable() })),
})
export type RevealGroupResponse = z.infer<typeof revealGroupResponseSchema>

/** Last reveal request of this user before re-authentication; null if there is none. */
export const pendingRevealSchema = z.strictObject({
  request: z.union([revealRequestSchema, revealGroupRequestSchema]).nullable(),
})

export const unusualAccessAlertIdSchema = z
  .string()
  .regex(/^w_[0-9a-z]{20}$/)
  .brand<'UnusualAccessAlertId'>()
export type UnusualAccessAlertId = z.infer<typeof unusualAccessAlertIdSchema>

/**
 * Alert on unusual access. Person and counts only, none of the values. Times are ISO 8601 UTC.
 */
export const unusualAccessAlertSchema = z.strictObject({
  alert: unusualAccessAlertIdSchema,
  /**
   * `pace`: many reveals within ten minutes. `customers`: reveals of many customers within an hour.
   * `documents`, `records`, `exports`: many of these within ten minutes. `foreign_secret`: a notification
   * carried a secret that is not the one of its transaction.
   */
  reason: z.enum(['pace', 'customers', 'documents', 'records', 'exports', 'foreign_secret']),
  /** Null if the alert is about no member of staff. */
  person: colleagueSchema.nullable(),
  at: z.iso.datetime(),
  /** Number within the hour before, of what `why` names; `customers` counts the customers concerned. */
  reveals: z.int().min(0),
  customers: z.int().min(0),
  /** Colleague who acknowledged the alert; null until then. */
  acknowledgement: z.strictObject({ by: colleagueSchema, at: z.iso.datetime() }).nullable(),
})
export type UnusualAccessAlert = z.infer<typeof unusualAccessAlertSchema>

/** Alerts not acknowledged, and all alerts of the last days; newest first. */
export const unusualAccessAlertListSchema = z.strictObject({ alerts: z.array(unusualAccessAlertSchema) })

/** Result of an acknowledgement. `done`: recorded. `too_late`: a colleague was first. */
export const acknowledgeUnusualAccessAlertResponseSchema = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  alert: unusualAccessAlertSchema,
})

const noneSchema = z.strictObject({})
const ofEnvironmentSchema = z.strictObject({ env: environmentNameSchema })

/** Endpoints to reveal one masked value for a reason, and to monitor reveals. */
export const revealEndpoints = {
  revealField: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals',
    params: ofEnvironmentSchema,
    query: noneSchema,
    body: revealRequestSchema,
    response: revealResponseSchema,
  }),
  /** Reveals all fields of the request or none. */
  revealFieldGroup: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/group',
    params: ofEnvironmentSchema,
    query: noneSchema,
    body: revealGroupRequestSchema,
    response: revealGroupResponseSchema,
  }),
  /** Returns, once, the reveal request that was saved before re-authentication. */
  consumePendingReveal: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/pending',
    params: ofEnvironmentSchema,
    query: noneSchema,
    body: noneSchema,
    response: pendingRevealSchema,
  }),
  listUnusualAccessAlerts: defineEndpoint({
    method: 'GET',
    path: '/api/:env/reveals/alerts',
    params: ofEnvironmentSchema,
    query: noneSchema,
    body: noneSchema,
    response: unusualAccessAlertListSchema,
  }),
  /** Acknowledges an alert. Not allowed for the user concerned. */
  acknowledgeUnusualAccessAlert: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/alerts/:alert/acknowledge',
    params: z.strictObject({ env: environmentNameSchema, alert: unusualAccessAlertIdSchema }),
    query: noneSchema,
    body: noneSchema,
    response: acknowledgeUnusualAccessAlertResponseSchema,
  }),
} as const
