import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  answeredAnswer,
  askAnswer,
  askRequest,
  handoverAnswer,
  handoverId,
  handoverPage,
  handoverQuery,
} from './handover.ts'

const none = z.strictObject({})

/** Questions from one role to another, and their answers. */
export const handoverEndpoints = {
  /** The same question again is the one that is open. */
  askHandover: endpoint({
    method: 'POST',
    path: '/api/:env/handovers',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: askRequest,
    response: askAnswer,
  }),
  listHandovers: endpoint({
    method: 'GET',
    path: '/api/:env/handovers',
    params: z.strictObject({ env: environmentName }),
    query: handoverQuery,
    body: none,
    response: handoverPage,
  }),
  answerHandover: endpoint({
    method: 'POST',
    path: '/api/:env/handovers/:handover/answer',
    params: z.strictObject({ env: environmentName, handover: handoverId }),
    query: none,
    body: handoverAnswer,
    response: answeredAnswer,
  }),
} as const
