import type { Request, RequestHandler, Response } from 'express'
import { ProblemError } from '../problem/problem.ts'
import { sendProblem } from './serve.ts'

interface PathMethod {
  readonly method: string
  readonly path: string
}

/** Matches a path of a route as the router does: in any letter case, with or without a slash at the end. */
const compilePath = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i')

/** Answers that the path exists and which methods it has. */
export function sendMethodNotAllowed(response: Response, methods: readonly string[]): void {
  response.setHeader('allow', methods.join(', '))
  sendProblem(response, new ProblemError('method_not_allowed'))
}

/**
 * Answers a request that no route took: 405 with the methods of the path, or 404 if no route has it. `routes`
 * in any order.
 */
export function createUnroutedHandler(routes: readonly PathMethod[]): RequestHandler {
  const known = routes.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: compilePath(path),
  }))
  return (request: Request, response: Response) => {
    const methods = known.flatMap(({ method, pattern }) => (pattern.test(request.path) ? [method] : []))
    if (methods.length > 0 && !methods.includes(request.method))
      sendMethodNotAllowed(response, [...new Set(methods)].sort())
    else sendProblem(response, new ProblemError('no_such_page'))
  }
}
