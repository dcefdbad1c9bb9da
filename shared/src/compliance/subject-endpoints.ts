import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  subjectAnswer,
  subjectAnswered,
  subjectAsk,
  subjectAsked,
  subjectRequestId,
  subjectRequests,
} from './subject.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofRequest = z.strictObject({ env: environmentName, request: subjectRequestId })

/** What a customer may ask for: asked by one person, answered by another, taken once by each. */
export const subjectEndpoints = {
  askSubjectExport: endpoint({
    method: 'POST',
    path: '/api/:env/subject-requests',
    params: ofEnvironment,
    query: none,
    body: subjectAsk,
    response: subjectAsked,
  }),
  listSubjectRequests: endpoint({
    method: 'GET',
    path: '/api/:env/subject-requests',
    params: ofEnvironment,
    query: none,
    body: none,
    response: subjectRequests,
  }),
  answerSubjectExport: endpoint({
    method: 'POST',
    path: '/api/:env/subject-requests/:request/answer',
    params: ofRequest,
    query: none,
    body: subjectAnswer,
    response: subjectAnswered,
  }),
  /** One JSON document; `not_found` once it was taken, as for what never was. */
  takeSubjectExport: endpoint({
    method: 'GET',
    path: '/api/:env/subject-requests/:request/content',
    params: ofRequest,
    query: none,
    body: none,
    response: z.string(),
    stream: 'application/json',
  }),
} as const
