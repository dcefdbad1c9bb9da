import { z } from 'zod'
import { approvalInput, approvalRequest } from '../core/approval.ts'
import { colleague } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { ticketNumber } from '../core/purposes.ts'

/** Id of a request for a subject access export. */
export const subjectAccessRequestId = z
  .string()
  .regex(/^q_[0-9a-z]{20}$/)
  .brand<'SubjectRequestId'>()
export type SubjectAccessRequestId = z.infer<typeof subjectAccessRequestId>

/**
 * Status of a request. `waiting`: for approval. `confirmed`: each of the two users may download the export
 * once. `over`: confirmed, but the time for the download has passed. `expired`: nobody answered in time.
 */
export const subjectAccessRequestStatus = z.enum(['waiting', 'confirmed', 'refused', 'expired', 'over'])
export type SubjectAccessRequestStatus = z.infer<typeof subjectAccessRequestStatus>

export const subjectAccessRequestInput = z.strictObject({ customer: customerHandle, ticket: ticketNumber })
export type SubjectAccessRequestInput = z.infer<typeof subjectAccessRequestInput>

/** Request as shown to every user who may export. */
export const subjectAccessRequestView = z.strictObject({
  ...approvalRequest.shape,
  request: subjectAccessRequestId,
  customer: customerHandle,
  ticket: maskedValue,
  status: subjectAccessRequestStatus,
  /** Downloads made by either of the two users. */
  downloads: z.array(z.strictObject({ by: colleague, at: z.iso.datetime() })),
})
export type SubjectAccessRequestView = z.infer<typeof subjectAccessRequestView>

/**
 * Result of a request. `open_already`: a request for this customer is open, from this user or a colleague.
 */
export const requestSubjectAccessResponse = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  request: subjectAccessRequestView,
})

/** Result of an approval. `too_late`: the request was already answered or had expired. */
export const subjectAccessApprovalResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  request: subjectAccessRequestView,
})

/** Requests of the last thirty days, newest first, at most a hundred. */
export const subjectAccessRequestList = z.strictObject({
  requests: z.array(subjectAccessRequestView),
  /** Number of requests that this user may approve. */
  waiting: z.int().min(0),
})
export type SubjectAccessRequestList = z.infer<typeof subjectAccessRequestList>

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofRequest = z.strictObject({ env: environmentName, request: subjectAccessRequestId })

/**
 * Endpoints for subject access exports: requested by one user, approved by another, downloaded once by each.
 */
export const subjectAccessEndpoints = {
  requestSubjectAccessExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/subject-access',
    params: ofEnvironment,
    query: none,
    body: subjectAccessRequestInput,
    response: requestSubjectAccessResponse,
  }),
  listSubjectAccessRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/subject-access',
    params: ofEnvironment,
    query: none,
    body: none,
    response: subjectAccessRequestList,
  }),
  decideSubjectAccessExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/subject-access/:request/answer',
    params: ofRequest,
    query: none,
    body: approvalInput,
    response: subjectAccessApprovalResponse,
  }),
  /** Returns one JSON document. Responds `not_found` after the download, as for an unknown request. */
  downloadSubjectAccessExport: defineEndpoint({
    method: 'GET',
    path: '/api/:env/subject-access/:request/content',
    params: ofRequest,
    query: none,
    body: none,
    response: z.string(),
    stream: 'application/json',
  }),
} as const
