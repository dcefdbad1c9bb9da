import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  answerQuestionRequest,
  answerQuestionResponse,
  askQuestionRequest,
  askQuestionResponse,
  questionId,
  questionList,
  questionQuery,
} from './handover.ts'

const none = z.strictObject({})

/** Endpoints for questions from one role to another, and their answers. */
export const questionEndpoints = {
  /**
   * Asks a question. While this user's question about the same subject is open, another call returns that
   * question.
   */
  askQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/:env/handovers',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: askQuestionRequest,
    response: askQuestionResponse,
  }),
  listQuestions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/handovers',
    params: z.strictObject({ env: environmentName }),
    query: questionQuery,
    body: none,
    response: questionList,
  }),
  answerQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/:env/handovers/:handover/answer',
    params: z.strictObject({ env: environmentName, handover: questionId }),
    query: none,
    body: answerQuestionRequest,
    response: answerQuestionResponse,
  }),
} as const
