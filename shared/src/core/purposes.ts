import { z } from 'zod'

/** Purposes for seeing a masked value. The labels are shown to staff, and to a customer who asks. */
export const purposeLabels = {
  customer_call: 'The customer is on the phone or wrote to us',
  identity_check: 'Checking who the customer is',
  payment_investigation: 'Following up a payment',
  fraud_suspicion: 'Suspicion of fraud or money laundering',
  authority_request: 'Asked for by an authority or a court',
  subject_request: 'The customer asked what we hold',
  incident: 'An incident that cannot wait',
} as const satisfies Readonly<Record<string, string>>

export type PurposeCode = keyof typeof purposeLabels

export const purposeCode = z.enum(Object.keys(purposeLabels) as [PurposeCode, ...PurposeCode[]])

/**
 * Number of a ticket or case: letters, digits and `- _ / . #` only, with at least one digit. Spaces are not
 * allowed, so that no name or sentence is entered: the number goes into the audit log as it is.
 */
export const ticketNumber = z
  .string()
  .trim()
  .regex(/^(?=[^\d]*\d)[A-Za-z0-9][A-Za-z0-9_/.#-]{1,39}$/)
