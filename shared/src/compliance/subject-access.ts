import { z } from 'zod'
import {
  answerOutcomeSchema,
  approvalInputSchema,
  approvalRequestSchema,
  requestOutcomeSchema,
} from '../core/approval.ts'
import { colleagueSchema } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { ticketNumberSchema } from '../core/purposes.ts'

/** Id of a request for a subject access export. */
export const subjectAccessRequestIdSchema = z
  .string()
  .regex(/^q_[0-9a-z]{20}$/)
  .brand<'SubjectAccessRequestId'>()
export type SubjectAccessRequestId = z.infer<typeof subjectAccessRequestIdSchema>

/**
 * Status of a request. `waiting`: for approval. `confirmed`: each of the two users may download the export
 * once. `over`: confirmed, but the time for the download has passed. `expired`: nobody answered in time.
 */
export const subjectAccessRequestStatusSchema = z.enum(['waiting', 'confirmed', 'refused', 'expired', 'over'])
export type SubjectAccessRequestStatus = z.infer<typeof subjectAccessRequestStatusSchema>

export const subjectAccessRequestInputSchema = z.strictObject({
  customer: customerHandleSchema,
  ticket: ticketNumberSchema,
})
export type SubjectAccessRequestInput = z.infer<typeof subjectAccessRequestInputSchema>

/** Request as shown to every user who may export. */
export const subjectAccessRequestViewSchema = z.strictObject({
  ...approvalRequestSchema.shape,
  request: subjectAccessRequestIdSchema,
  customer: customerHandleSchema,
  ticket: maskedValueSchema,
  status: subjectAccessRequestStatusSchema,
  /** Downloads made by either of the two users. */
  downloads: z.array(z.strictObject({ by: colleagueSchema, at: z.iso.datetime() })),
})
export type SubjectAccessRequestView = z.infer<typeof subjectAccessRequestViewSchema>

/**
 * Result of a request. `open_already`: a request for this customer is open, from this user or a colleague.
 */
export const requestSubjectAccessResponseSchema = z.strictObject({
  answer: requestOutcomeSchema,
  request: subjectAccessRequestViewSchema,
})

/** Result of an approval. `too_late`: the request was already answered or had expired. */
export const subjectAccessApprovalResponseSchema = z.strictObject({
  answer: answerOutcomeSchema,
  request: subjectAccessRequestViewSchema,
})

/** Filter: `customer` selects the requests about this customer, of any age. */
export const subjectAccessQuerySchema = z.strictObject({ customer: customerHandleSchema.optional() })
export type SubjectAccessQuery = z.infer<typeof subjectAccessQuerySchema>

/** Requests of the last thirty days, newest first, at most a hundred. */
export const subjectAccessRequestListSchema = z.strictObject({
  requests: z.array(subjectAccessRequestViewSchema),
  /** Number of these requests that this user may approve. */
  waiting: z.int().min(0),
})
export type SubjectAccessRequestList = z.infer<typeof subjectAccessRequestListSchema>

const noneSchema = z.strictObject({})
const ofEnvironmentSchema = z.strictObject({ env: environmentNameSchema })
const ofRequestSchema = z.strictObject({ env: environmentNameSchema, request: subjectAccessRequestIdSchema })

/**
 * Endpoints for subject access exports: requested by one user, approved by another, downloaded once by each.
 */
export const subjectAccessEndpoints = {
  requestSubjectAccessExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/subject-access',
    params: ofEnvironmentSchema,
    query: noneSchema,
    body: subjectAccessRequestInputSchema,
    response: requestSubjectAccessResponseSchema,
  }),
  listSubjectAccessRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/subject-access',
    params: ofEnvironmentSchema,
    query: subjectAccessQuerySchema,
    body: noneSchema,
    response: subjectAccessRequestListSchema,
  }),
  decideSubjectAccessExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/subject-access/:request/answer',
    params: ofRequestSchema,
    query: noneSchema,
    body: approvalInputSchema,
    response: subjectAccessApprovalResponseSchema,
  }),
  /** Returns one JSON document. Responds `not_found` after the download, as for an unknown request. */
  downloadSubjectAccessExport: defineEndpoint({
    method: 'GET',
    path: '/api/:env/subject-access/:request/content',
    params: ofRequestSchema,
    query: noneSchema,
    body: noneSchema,
    response: z.string(),
    stream: 'application/json',
  }),
} as const
