import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { MetricSources, Metrics } from './metrics.ts'

const comparing = randomBytes(32)
const digest = (text: string) => createHmac('sha256', comparing).update(text).digest()

/**
 * Prometheus text for whoever brings the token, 401 for everybody else. The time taken tells nothing of
 * the token.
 */
export function showMetrics(metrics: Metrics, sources: MetricSources, token: string): RequestHandler {
  const expected = digest(`Bearer ${token}`)
  return async (request, response) => {
    response.locals.pattern = '/metrics'
    if (!timingSafeEqual(digest(request.get('authorization') ?? ''), expected)) {
      response.status(401).set('www-authenticate', 'Bearer').type('text/plain').send('needs the token\n')
      return
    }
    const text = await metrics.text(sources)
    response.setHeader('content-type', metrics.contentType)
    response.end(text)
  }
}
