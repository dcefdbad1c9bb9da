import type { Request, RequestHandler, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import { ProblemError } from '../problem/problem.ts'
import type { ReverseProxyWatcher } from './reverse-proxy-watcher.ts'
import { sendProblem } from './serve.ts'

type Refuse = (request: Request, response: Response) => void

const refuseAsProblem: Refuse = (_request, response) =>
  sendProblem(response, new ProblemError('too_many_requests', { retryAfter: 60 }))

/**
 * Limits the calls per minute from one source address, as far as that is known. By default, calls over the
 * limit are told when to retry.
 */
export function createCallRateLimitHandler(
  perMinute: number,
  { limitKey }: Pick<ReverseProxyWatcher, 'limitKey'>,
  refuse: Refuse = refuseAsProblem,
): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: (request) => limitKey(request) === null,
    keyGenerator: (request) => limitKey(request) ?? 'unknown',
    validate: false,
    handler: (request, response) => refuse(request, response),
  })
}
