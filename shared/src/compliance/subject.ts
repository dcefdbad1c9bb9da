import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { ticketNumber } from '../core/purposes.ts'

/** A request for the export that a customer may ask for. */
export const subjectAccessRequestId = z
  .string()
  .regex(/^q_[0-9a-z]{20}$/)
  .brand<'SubjectRequestId'>()
export type SubjectAccessRequestId = z.infer<typeof subjectAccessRequestId>

/**
 * `waiting` for a second person; `confirmed`: either of the two takes it, once each; `over`: confirmed, and its
 * time to be taken has run out; `expired`: nobody answered in time.
 */
export const subjectAccessRequestStatus = z.enum(['waiting', 'confirmed', 'refused', 'expired', 'over'])
export type SubjectAccessRequestStatus = z.infer<typeof subjectAccessRequestStatus>

export const subjectAccessRequestInput = z.strictObject({ customer: customerHandle, ticket: ticketNumber })
export type SubjectAccessRequestInput = z.infer<typeof subjectAccessRequestInput>

/** A refusal needs words, which hold no personal data. */
export const subjectAccessApprovalInput = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type SubjectAccessApprovalInput = z.infer<typeof subjectAccessApprovalInput>

/** One request, for everybody who may export. Times are ISO 8601 UTC. */
export const subjectAccessRequestView = z.strictObject({
  request: subjectAccessRequestId,
  customer: customerHandle,
  ticket: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
  status: subjectAccessRequestStatus,
  /** While it waits: until when it can be answered. Once confirmed: until when it can be taken. */
  until: z.iso.datetime().nullable(),
  second: z.strictObject({ by: colleague, at: z.iso.datetime(), text: maskedValue.nullable() }).nullable(),
  mayAnswer: z.boolean(),
  mayTake: z.boolean(),
  /** When it was taken, by whichever of the two. */
  taken: z.array(z.strictObject({ by: colleague, at: z.iso.datetime() })),
})
export type SubjectAccessRequestView = z.infer<typeof subjectAccessRequestView>

/** `open_already`: a request about this customer is open, whoever made it. */
export const requestSubjectAccessResponse = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  request: subjectAccessRequestView,
})

/** `too_late`: it was answered, or its time had run out. */
export const subjectAccessApprovalResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  request: subjectAccessRequestView,
})

/** The newest first: those of the last thirty days, a hundred at most. */
export const subjectAccessRequestList = z.strictObject({
  requests: z.array(subjectAccessRequestView),
  /** How many this person may answer. */
  waiting: z.int().min(0),
})
export type SubjectAccessRequestList = z.infer<typeof subjectAccessRequestList>
