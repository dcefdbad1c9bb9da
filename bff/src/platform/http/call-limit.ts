import type { Request, RequestHandler, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import { ProblemError } from '../problem/problem.ts'
import { readSourceAddress } from './origin.ts'
import { sendProblem } from './serve.ts'

type Refuse = (request: Request, response: Response) => void

const refuseAsProblem: Refuse = (_request, response) =>
  sendProblem(response, new ProblemError('too_many_requests', { retryAfter: 60 }))

/**
 * Limits the calls per minute from one source address. By default, calls over the limit are told when to
 * retry.
 */
export function limitCalls(perMinute: number, refuse: Refuse = refuseAsProblem): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // Replace unreadable addresses: the library would print them, and their text comes from outside.
    keyGenerator: (request) => readSourceAddress(request) ?? 'unknown',
    validate: false,
    handler: (request, response) => refuse(request, response),
  })
}
