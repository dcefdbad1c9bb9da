import { createServer } from 'node:http'
import { sessionFingerprintHeader } from '@paydesk/shared/endpoints'
import express, { type RequestHandler } from 'express'
import { describe, expect, it } from 'vitest'
import { createSecurityHeadersHandler } from './security-headers.ts'

async function headersOf(secure: boolean, handler: RequestHandler): Promise<Headers> {
  const app = express().disable('x-powered-by').disable('etag')
  app.use(createSecurityHeadersHandler(secure), handler)
  const server = createServer(app)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { headers } = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })
  server.closeAllConnections()
  server.close()
  return headers
}

const ways: Readonly<Record<string, RequestHandler>> = {
  'a head of its own': (_request, response) =>
    void response.writeHead(200, ['content-type', 'application/json', 'content-length', '2']).end('{}'),
  'a head of its own after a header': (_request, response) =>
    void response.setHeader('x-other', '1').writeHead(200, ['content-length', '2']).end('{}'),
  'headers one by one': (_request, response) => void response.setHeader('content-type', 'a/b').end('{}'),
  'nothing at all': (_request, response) => void response.end(),
  'a status of its own': (_request, response) => void response.status(503).send('away'),
  'a redirection': (_request, response) => response.redirect(303, '/elsewhere'),
  'a stream': (_request, response) => {
    response.flushHeaders()
    response.end('x')
  },
}

describe('the fixed headers', () => {
  it.each(Object.entries(ways))('are on an answer with %s', async (_, handler) => {
    const headers = await headersOf(false, handler)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*trusted-types paydesk-pdf$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get(sessionFingerprintHeader)).toBeNull()
  })

  it.each(Object.entries(ways))('carry the session fingerprint with %s', async (_, handler) => {
    const headers = await headersOf(true, (request, response, next) => {
      response.locals.sessionFingerprint = 'fingerprint-of-a-session'
      handler(request, response, next)
    })
    expect(headers.get(sessionFingerprintHeader)).toBe('fingerprint-of-a-session')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  it('allow frames for an answer whose own policy names them', async () => {
    const headers = await headersOf(false, (_request, response) => {
      response.locals.isFramed = true
      response.setHeader('content-security-policy', 'frame-ancestors https://shop.example.test').end('x')
    })
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('content-security-policy')).toBe('frame-ancestors https://shop.example.test')
  })

  it('do not override headers of an answer, and leave page policies off scripts', async () => {
    const headers = await headersOf(false, (_request, response) => {
      response.locals.isAsset = true
      response.setHeader('cache-control', 'public, max-age=1').end('x')
    })
    expect(headers.get('cache-control')).toBe('public, max-age=1')
    expect(headers.get('content-security-policy')).toBeNull()
    expect(headers.get('cross-origin-embedder-policy')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})
