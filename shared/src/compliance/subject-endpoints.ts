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

/** What a customer may ask for: asked by one person, answered by another, taken once by each. */
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
  /** One JSON document; `not_found` once it was taken, as for what never was. */
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
