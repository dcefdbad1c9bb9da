import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName, identityHandle, transactionId } from '../core/ids.ts'
import { purposeCode, ticketNumber } from '../core/purposes.ts'
import { auditEntryId } from './audit-log.ts'
import { documentHandle } from './documents.ts'

/**
 * Record that contains the value. `customer` binds a transaction to the customer page it was opened from. A
 * notification of endpoint 4 has no id: `position` is its place in the list, `of` the length of the list that
 * the user saw. A document handle is only valid for the list it came from.
 */
export const revealTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('identity'), identity: identityHandle }),
  z.strictObject({
    kind: z.literal('transaction'),
    transaction: transactionId,
    customer: customerHandle.optional(),
  }),
  z.strictObject({
    kind: z.literal('notification'),
    transaction: transactionId,
    customer: customerHandle.optional(),
    position: z.int().min(1).max(10_000),
    listLength: z.int().min(1).max(10_000),
  }),
  z.strictObject({ kind: z.literal('document'), identity: identityHandle, document: documentHandle }),
  z.strictObject({ kind: z.literal('audit_entry'), entry: auditEntryId }),
])
export type RevealTarget = z.infer<typeof revealTarget>

/**
 * Path from the record to the value: field names of the interface, and list elements by their number from 0.
 * For a document: `status`, `files` with the number of the file and `name`, or `fields` with the path from
 * the element. For an event of the audit log: `about`, `id`.
 */
export const revealPath = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/))
  .min(1)
  .max(6)

/** Request to reveal one field of one record, for one reason. */
export const revealRequest = z.strictObject({
  record: revealTarget,
  path: revealPath,
  purpose: purposeCode,
  caseRef: ticketNumber,
})
export type RevealRequest = z.infer<typeof revealRequest>

/** Time a revealed value is shown (ms). */
export const revealDurationMs = 60_000 as const

export const revealResponse = z.strictObject({
  /** Null if the payment service gave no value. */
  value: z.string().nullable(),
  /** Time at which the value must be masked again, `durationMs` after the answer. */
  until: z.iso.datetime(),
  durationMs: z.literal(revealDurationMs),
  /** Number of reveals this user has left within the hour. */
  revealsLeft: z.int().min(0),
})
export type RevealResponse = z.infer<typeof revealResponse>

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

const groupField = z.enum(Object.values(revealGroups).flat())
export type RevealGroupField = z.infer<typeof groupField>

/** Request to reveal several fields of one group, for one reason. Each field counts as a reveal. */
export const revealGroupRequest = z.strictObject({
  record: z.strictObject({ kind: z.literal('identity'), identity: identityHandle }),
  fields: z.array(groupField).min(2).max(5),
  purpose: purposeCode,
  caseRef: ticketNumber,
})
export type RevealGroupRequest = z.infer<typeof revealGroupRequest>

export const revealGroupResponse = z.strictObject({
  ...{
    until: revealResponse.shape.until,
    durationMs: revealResponse.shape.durationMs,
    revealsLeft: revealResponse.shape.revealsLeft,
  },
  /** In the order of the request; null if the payment service gave no value. */
  values: z.array(z.strictObject({ field: groupField, value: z.string().nullable() })),
})
export type RevealGroupResponse = z.infer<typeof revealGroupResponse>

/** Last reveal request of this user before re-authentication; null if there is none. */
export const pendingReveal = z.strictObject({
  request: z.union([revealRequest, revealGroupRequest]).nullable(),
})
export type PendingReveal = z.infer<typeof pendingReveal>

export const revealAlertId = z
  .string()
  .regex(/^w_[0-9a-z]{20}$/)
  .brand<'RevealAlertId'>()
export type RevealAlertId = z.infer<typeof revealAlertId>

/**
 * Alert on unusual access. Person and counts only, none of the values. Times are ISO 8601 UTC.
 */
export const revealAlert = z.strictObject({
  alert: revealAlertId,
  /**
   * `pace`: many reveals within ten minutes. `customers`: reveals of many customers within an hour.
   * `documents`, `records`, `exports`: many of these within ten minutes. `foreign_secret`: a notification
   * carried a secret that is not the one of its transaction.
   */
  reason: z.enum(['pace', 'customers', 'documents', 'records', 'exports', 'foreign_secret']),
  /** Null if the alert is about no member of staff. */
  person: colleague.nullable(),
  at: z.iso.datetime(),
  /** Number within the hour before, of what `why` names; `customers` counts the customers concerned. */
  reveals: z.int().min(0),
  customers: z.int().min(0),
  /** Colleague who acknowledged the alert; null until then. */
  acknowledgement: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
})
export type RevealAlert = z.infer<typeof revealAlert>

/** Alerts not acknowledged, and all alerts of the last days; newest first. */
export const revealAlertList = z.strictObject({ alerts: z.array(revealAlert) })

/** Result of an acknowledgement. `done`: recorded. `too_late`: a colleague was first. */
export const acknowledgeRevealAlertResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  alert: revealAlert,
})

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })

/** Endpoints to reveal one masked value for a reason, and to monitor reveals. */
export const revealEndpoints = {
  revealField: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals',
    params: ofEnvironment,
    query: none,
    body: revealRequest,
    response: revealResponse,
  }),
  /** Reveals all fields of the request or none. */
  revealFieldGroup: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/group',
    params: ofEnvironment,
    query: none,
    body: revealGroupRequest,
    response: revealGroupResponse,
  }),
  /** Returns, once, the reveal request that was saved before re-authentication. */
  consumePendingReveal: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/pending',
    params: ofEnvironment,
    query: none,
    body: none,
    response: pendingReveal,
  }),
  listRevealAlerts: defineEndpoint({
    method: 'GET',
    path: '/api/:env/reveals/alerts',
    params: ofEnvironment,
    query: none,
    body: none,
    response: revealAlertList,
  }),
  /** Acknowledges an alert. Not allowed for the user concerned. */
  acknowledgeRevealAlert: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/alerts/:alert/acknowledge',
    params: z.strictObject({ env: environmentName, alert: revealAlertId }),
    query: none,
    body: none,
    response: acknowledgeRevealAlertResponse,
  }),
} as const
