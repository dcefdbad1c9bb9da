import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { caseRef } from '../core/purpose.ts'

/** A request for the export that a customer may ask for. */
export const subjectRequestId = z
  .string()
  .regex(/^q_[0-9a-z]{20}$/)
  .brand<'SubjectRequestId'>()
export type SubjectRequestId = z.infer<typeof subjectRequestId>

/**
 * `waiting` for a second person; `confirmed`: either of the two takes it, once each; `over`: confirmed, and its
 * time to be taken has run out; `expired`: nobody answered in time.
 */
export const subjectStatus = z.enum(['waiting', 'confirmed', 'refused', 'expired', 'over'])
export type SubjectStatus = z.infer<typeof subjectStatus>

export const subjectAsk = z.strictObject({ customer: customerHandle, ticket: caseRef })
export type SubjectAsk = z.infer<typeof subjectAsk>

/** A refusal needs words, which hold no personal data. */
export const subjectAnswer = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type SubjectAnswer = z.infer<typeof subjectAnswer>

/** One request, for everybody who may export. Times are ISO 8601 UTC. */
export const subjectRequestView = z.strictObject({
  request: subjectRequestId,
  customer: customerHandle,
  ticket: shown,
  by: colleague,
  at: z.iso.datetime(),
  status: subjectStatus,
  /** While it waits: until when it can be answered. Once confirmed: until when it can be taken. */
  until: z.iso.datetime().nullable(),
  second: z.strictObject({ by: colleague, at: z.iso.datetime(), text: shown.nullable() }).nullable(),
  mayAnswer: z.boolean(),
  mayTake: z.boolean(),
  /** When it was taken, by whichever of the two. */
  taken: z.array(z.strictObject({ by: colleague, at: z.iso.datetime() })),
})
export type SubjectRequestView = z.infer<typeof subjectRequestView>

/** `open_already`: a request about this customer is open, whoever made it. */
export const subjectAsked = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  request: subjectRequestView,
})

/** `too_late`: it was answered, or its time had run out. */
export const subjectAnswered = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  request: subjectRequestView,
})

/** The newest first: those of the last thirty days, a hundred at most. */
export const subjectRequests = z.strictObject({
  requests: z.array(subjectRequestView),
  /** How many this person may answer. */
  waiting: z.int().min(0),
})
export type SubjectRequests = z.infer<typeof subjectRequests>
