import { z } from 'zod'

/** Purposes for seeing a masked value. The labels are in section `lists` of the message catalogue. */
export const purposeCodeSchema = z.enum([
  'customer_call',
  'identity_check',
  'payment_investigation',
  'fraud_suspicion',
  'authority_request',
  'subject_request',
  'incident',
])
export type PurposeCode = z.infer<typeof purposeCodeSchema>

/**
 * Purposes in the audit log: those that a person chooses, and the purpose of an action that has only one.
 * `link_handover`: gives the payment link to the customer.
 */
export const recordedPurposeCodeSchema = z.enum([...purposeCodeSchema.options, 'link_handover'])
export type RecordedPurposeCode = z.infer<typeof recordedPurposeCodeSchema>

/**
 * Number of a ticket or case: letters, digits and `- _ / . #` only, with at least one digit. Spaces are not
 * allowed, so that no name or sentence is entered: the number goes into the audit log as it is.
 */
export const ticketNumberSchema = z
  .string()
  .trim()
  .regex(/^(?=[^\d]*\d)[A-Za-z0-9][A-Za-z0-9_/.#-]{1,39}$/)

/** Code of our own, such as `customer.viewed`; `unknown` if this version does not know the stored text. */
export const auditCodeSchema = z.string().regex(/^[a-z]+(?:[_.:][a-z]+)*$/)
