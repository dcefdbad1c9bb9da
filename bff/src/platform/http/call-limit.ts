import type { Request, RequestHandler, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import { ProblemError } from '../problem/problem.ts'
import { readSourceAddress } from './origin.ts'
import { sendProblem } from './serve.ts'

type Refuse = (request: Request, response: Response) => void

const refuseAsProblem: Refuse = (_request, response) =>
  sendProblem(response, new ProblemError('too_many_requests', { retryAfter: 60 }))

/** So many calls a minute from one source address; whoever calls more is told when to come back. */
export function limitCalls(perMinute: number, refuse: Refuse = refuseAsProblem): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The library prints an address that it cannot read, and that is text that others wrote.
    keyGenerator: (request) => readSourceAddress(request) ?? 'unknown',
    validate: false,
    handler: (request, response) => refuse(request, response),
  })
}
