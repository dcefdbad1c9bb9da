import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, identityHandle, transactionId } from '../core/ids.ts'
import { purposeCode, ticketNumber } from '../core/purposes.ts'
import { documentHandle } from './documents.ts'
import { auditEntryId } from './trail.ts'

/**
 * The one record that a value is of. `customer` binds a transaction as on that customer's page. A notification
 * of endpoint 4 has no id: its place in the list, and how many the list had when the person saw it. A document
 * stands for itself only: in a list that has changed its handle stands for nothing.
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
    of: z.int().min(1).max(10_000),
  }),
  z.strictObject({ kind: z.literal('document'), identity: identityHandle, document: documentHandle }),
  z.strictObject({ kind: z.literal('trail_entry'), entry: auditEntryId }),
])
export type RevealTarget = z.infer<typeof revealTarget>

/**
 * Names of the interface's members from the record to the value; an element of a list by its number from 0. Of a
 * document: `status`, `files` with the file's number and `name`, or `members` with the way down from the element.
 * Of an entry of the audit trail: `about`, `id`.
 */
export const revealPath = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/))
  .min(1)
  .max(6)

/** One field of one record, for one reason. */
export const revealRequest = z.strictObject({
  record: revealTarget,
  path: revealPath,
  purpose: purposeCode,
  caseRef: ticketNumber,
})
export type RevealRequest = z.infer<typeof revealRequest>

/** How long a value is shown, in ms. */
export const revealDurationMs = 60_000 as const

export const revealResponse = z.strictObject({
  /** Null where the service gave none. */
  value: z.string().nullable(),
  /** It is to be masked again at this time; `ms` after the answer. */
  until: z.iso.datetime(),
  ms: z.literal(revealDurationMs),
  /** How many more this person may see within the hour. */
  left: z.int().min(0),
})
export type RevealResponse = z.infer<typeof revealResponse>

/** What this person asked for last, before they went to prove who they are; null where there is nothing. */
export const pendingReveal = z.strictObject({ asked: revealRequest.nullable() })
export type PendingReveal = z.infer<typeof pendingReveal>

export const revealAlertId = z
  .string()
  .regex(/^w_[0-9a-z]{20}$/)
  .brand<'RevealAlertId'>()
export type RevealAlertId = z.infer<typeof revealAlertId>

/** Somebody saw unusually much in clear. Who and how many; nothing of what was seen. Times are ISO 8601 UTC. */
export const revealAlert = z.strictObject({
  alert: revealAlertId,
  /** `pace`: many within ten minutes. `customers`: of many customers within an hour. */
  why: z.enum(['pace', 'customers']),
  who: colleague,
  at: z.iso.datetime(),
  /** Values in clear within the hour before, and of how many customers. */
  reveals: z.int().min(0),
  customers: z.int().min(0),
  /** Who has looked into it; null while nobody has. */
  seen: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
})
export type RevealAlert = z.infer<typeof revealAlert>

/** Those that nobody has looked into, and those of the last days; newest first. */
export const revealAlertList = z.strictObject({ alerts: z.array(revealAlert) })

/** `done`: recorded. `too_late`: a colleague was quicker. */
export const acknowledgeRevealAlertResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  alert: revealAlert,
})
