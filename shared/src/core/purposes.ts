import { z } from 'zod'

/** Purposes for seeing a masked value. The labels are in section `lists` of the message catalogue. */
export const purposeCode = z.enum([
  'customer_call',
  'identity_check',
  'payment_investigation',
  'fraud_suspicion',
  'authority_request',
  'subject_request',
  'incident',
])
export type PurposeCode = z.infer<typeof purposeCode>

/**
 * Number of a ticket or case: letters, digits and `- _ / . #` only, with at least one digit. Spaces are not
 * allowed, so that no name or sentence is entered: the number goes into the audit log as it is.
 */
export const ticketNumber = z
  .string()
  .trim()
  .regex(/^(?=[^\d]*\d)[A-Za-z0-9][A-Za-z0-9_/.#-]{1,39}$/)
