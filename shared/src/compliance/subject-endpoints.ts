import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  requestSubjectAccessResponse,
  subjectAccessApprovalInput,
  subjectAccessApprovalResponse,
  subjectAccessRequestId,
  subjectAccessRequestInput,
  subjectAccessRequestList,
} from './subject.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofRequest = z.strictObject({ env: environmentName, request: subjectAccessRequestId })

/**
 * Endpoints for subject access exports: requested by one user, approved by another, downloaded once by each.
 */
export const subjectAccessEndpoints = {
  requestSubjectAccessExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/subject-requests',
    params: ofEnvironment,
    query: none,
    body: subjectAccessRequestInput,
    response: requestSubjectAccessResponse,
  }),
  listSubjectAccessRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/subject-requests',
    params: ofEnvironment,
    query: none,
    body: none,
    response: subjectAccessRequestList,
  }),
  decideSubjectAccessExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/subject-requests/:request/answer',
    params: ofRequest,
    query: none,
    body: subjectAccessApprovalInput,
    response: subjectAccessApprovalResponse,
  }),
  /** Returns one JSON document. Responds `not_found` after the download, as for an unknown request. */
  downloadSubjectAccessExport: defineEndpoint({
    method: 'GET',
    path: '/api/:env/subject-requests/:request/content',
    params: ofRequest,
    query: none,
    body: none,
    response: z.string(),
    stream: 'application/json',
  }),
} as const
