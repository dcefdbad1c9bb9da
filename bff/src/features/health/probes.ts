import type { RequestHandler } from 'express'
import type { Store } from '../../platform/database/database.ts'

/** Liveness: the process answers. Asks nothing else, so that a slow database restarts nothing. */
export const livenessProbe: RequestHandler = (_request, response) => {
  response.locals.pattern = '/livez'
  response.type('text/plain').send('alive\n')
}

/**
 * Readiness: the database answers and the process is not stopping; otherwise 503, so that
 * no new work arrives.
 */
export function createReadinessProbe(store: Store, stopping: () => boolean): RequestHandler {
  return async (_request, response) => {
    response.locals.pattern = '/readyz'
    const database = await store.ping().then(
      () => true,
      () => false,
    )
    const word = stopping() ? 'stopping' : database ? 'ready' : 'database does not answer'
    response
      .status(word === 'ready' ? 200 : 503)
      .type('text/plain')
      .send(`${word}\n`)
  }
}
