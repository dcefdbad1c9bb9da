import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { sessionFingerprintHeader } from '@paydesk/shared/endpoints'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Policies of pages: on scripts and styles they have no effect and cost a kilobyte each time. */
const pageOnlyHeaders: ReadonlySet<string> = new Set([
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])

/**
 * Policy of a worker that reads files from strangers: even a compromised worker loads nothing and connects to
 * nothing. The page passes the decoders to the worker as bytes.
 */
export const workerContentSecurityPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'"

/**
 * Computes the headers of all answers: pages load nothing from elsewhere, run no inline script and no string
 * as code, and cannot be framed. Forms post nowhere, because sign-in is a navigation. Nothing is cached
 * unless an answer allows it.
 */
function computeFixedHeaders(secure: boolean): [name: string, value: string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        // Policy for the one script that is loaded from a string: the worker that reads PDFs.
        'trusted-types': ['paydesk-pdf'],
      },
    },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })(request, response, () => {})
  response.setHeader('cache-control', 'no-store')
  response.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

const policyHeader = 'content-security-policy'

/** Allows the one stylesheet that a page rendered here brings inline. */
function allowInlineStyle(response: ServerResponse, hash: string): void {
  const policy = String(response.getHeader(policyHeader))
  response.setHeader(policyHeader, policy.replace("style-src 'self'", `style-src 'self' '${hash}'`))
}

/**
 * Adds the computed headers to every answer when its head is written. Setting each header on each answer
 * would cost more than a call to the payment service.
 */
export function createSecurityHeadersHandler(secure: boolean): RequestHandler {
  const page = computeFixedHeaders(secure)
  const asset = page.filter(([name]) => !pageOnlyHeaders.has(name))
  const whole = page.flat()
  return (_request, response, next) => {
    const { writeHead } = response
    Reflect.set(response, 'writeHead', (status: number, ...rest: unknown[]) => {
      const { sessionFingerprint, isAsset, isFramed, styleHash } = response.locals
      const [own] = rest
      if (Array.isArray(own) && response.getHeaderNames().length === 0) {
        const fingerprintHeader =
          sessionFingerprint === undefined ? [] : [sessionFingerprintHeader, sessionFingerprint]
        Reflect.apply(writeHead, response, [status, [...whole, ...fingerprintHeader, ...own]])
        return response
      }
      for (const [name, value] of isAsset === true ? asset : page)
        if (!response.hasHeader(name) && !(isFramed && name === 'x-frame-options'))
          response.setHeader(name, value)
      if (styleHash !== undefined) allowInlineStyle(response, styleHash)
      if (sessionFingerprint !== undefined) response.setHeader(sessionFingerprintHeader, sessionFingerprint)
      Reflect.apply(writeHead, response, [status, ...rest])
      return response
    })
    next()
  }
}
