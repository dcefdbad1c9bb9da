import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { MetricSources, MetricsRegistry } from './metrics.ts'

const hmacKey = randomBytes(32)
const digest = (text: string) => createHmac('sha256', hmacKey).update(text).digest()

/**
 * Creates the handler for metrics: Prometheus text for callers with the token, 401 for everybody else.
 * Compares the token in constant time.
 */
export function createMetricsHandler(
  metrics: MetricsRegistry,
  sources: MetricSources,
  token: string,
): RequestHandler {
  const expected = digest(`Bearer ${token}`)
  return async (request, response) => {
    response.locals.pattern = '/metrics'
    if (!timingSafeEqual(digest(request.get('authorization') ?? ''), expected)) {
      response.status(401).set('www-authenticate', 'Bearer').type('text/plain').send('needs the token\n')
      return
    }
    const text = await metrics.renderText(sources)
    response.setHeader('content-type', metrics.contentType)
    response.end(text)
  }
}
