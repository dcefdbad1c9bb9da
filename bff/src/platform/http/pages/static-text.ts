import { hash } from 'node:crypto'
import type { RequestHandler } from 'express'

/**
 * Serves one text to everybody, constant for the life of the process; the text must contain no personal data.
 */
export function createStaticTextHandler(path: string, type: string, text: string): RequestHandler {
  const body = Buffer.from(text)
  const tag = `"${hash('sha256', body, 'base64url')}"`
  return (request, response) => {
    response.locals.pattern = path
    response.setHeader('cache-control', 'public, max-age=3600')
    response.setHeader('etag', tag)
    if (request.get('if-none-match') === tag) {
      response.status(304).end()
      return
    }
    response.setHeader('content-type', type)
    response.setHeader('content-length', body.length)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
