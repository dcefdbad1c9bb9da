import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { sendMethodNotAllowed } from '../allowed-methods.ts'
import {
  compressPage,
  createServerPageRenderer,
  type ServerRenderDeps,
  serverRenderingFolder,
} from './first-page.ts'
import { workerContentSecurityPolicy } from './security-headers.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const workerFilePattern = /\.worker\.[\w.-]+$/

interface Page {
  readonly type: string
  readonly plain: Buffer
  readonly packed: ReadonlyMap<string, Buffer>
}

function readPages(folder: string): Map<string, Page> {
  const pages = new Map<string, Page>()
  if (!existsSync(folder)) return pages
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    if (relative(folder, file).startsWith(`${serverRenderingFolder}${sep}`)) continue
    const packed = new Map<string, Buffer>()
    for (const [coding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      if (existsSync(file + ending)) packed.set(coding, readFileSync(file + ending))
    }
    pages.set(`/${relative(folder, file).replaceAll('\\', '/')}`, { type, plain: readFileSync(file), packed })
  }
  return pages
}

/** True if the header names this encoding without weight zero. */
function acceptsEncoding(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...weights] = part.split(';').map((one) => one.trim().toLowerCase())
    return name === coding && !weights.some((weight) => /^q=0(\.0{0,3})?$/.test(weight))
  })
}

function sendPage(request: Request, response: Response, page: Page, forever: boolean): void {
  const accepted = request.headers['accept-encoding'] ?? ''
  const coding = [...page.packed.keys()].find((name) => acceptsEncoding(accepted, name))
  const body = (coding === undefined ? undefined : page.packed.get(coding)) ?? page.plain
  response.setHeader('content-type', page.type)
  response.setHeader('vary', 'accept-encoding')
  if (coding !== undefined) response.setHeader('content-encoding', coding)
  if (forever) {
    response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    response.locals.isAsset = true
  }
  response.setHeader('content-length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Name and logo of the organisation that runs Paydesk, for the sign-in page. */
export interface OrganisationBranding {
  readonly organisation: string | null
  readonly logo: { readonly type: string; readonly bytes: Buffer } | null
}

const logoPath = '/organisation-logo'

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Adds the branding to the head of the start page, where the sign-in page reads it before there is a session. */
function addBranding(start: Page, { organisation, logo }: OrganisationBranding): Page {
  const tags = [
    ...(organisation === null
      ? []
      : [`<meta name="organisation" content="${escapeAttribute(organisation)}" />`]),
    ...(logo === null ? [] : [`<meta name="organisation-logo" content="${logoPath}" />`]),
  ]
  if (tags.length === 0) return start
  const html = start.plain.toString('utf8').replace('</head>', () => `${tags.join('')}</head>`)
  return { type: start.type, plain: Buffer.from(html), packed: new Map() }
}

/**
 * Serves the built pages from memory. Only names that existed at start are answered, so no URL can reach
 * another file. All other URLs that ask for a page get the start page, which has its own router, with the page of that
 * URL as it is before its data if `firstPages` is given.
 */
export function createStaticPagesHandler(
  folder: string,
  branding: OrganisationBranding = { organisation: null, logo: null },
  firstPages?: ServerRenderDeps,
): RequestHandler {
  const pages = readPages(folder)
  const { logo } = branding
  if (logo !== null) pages.set(logoPath, { type: logo.type, plain: logo.bytes, packed: new Map() })
  const built = pages.get('/index.html')
  const start = built && addBranding(built, branding)
  const presented = { organisation: branding.organisation, logo: logo && logoPath }
  const writeFirstPage = firstPages && createServerPageRenderer(folder, presented, firstPages)
  return (request, response, next) => {
    const file = pages.get(request.path)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const isPage = file !== undefined || (request.path === '/' && start !== undefined)
      return isPage ? sendMethodNotAllowed(response, ['GET', 'HEAD']) : next()
    }
    if (file !== undefined && request.path !== '/index.html') {
      response.locals.pattern = 'asset'
      if (workerFilePattern.test(request.path)) {
        response.setHeader('content-security-policy', workerContentSecurityPolicy)
        // A page under this policy starts only workers under it.
        response.setHeader('cross-origin-embedder-policy', 'require-corp')
      }
      return sendPage(request, response, file, request.path.startsWith('/assets/'))
    }
    const wantsPage =
      request.accepts(['json', 'html']) === 'html' || request.headers['sec-fetch-dest'] === 'document'
    const reserved = /^\/(api|auth|assets|v1)(\/|$)/.test(request.path)
    if (start === undefined || reserved || !wantsPage) return next()
    response.locals.pattern = 'page'
    if (!writeFirstPage) return sendPage(request, response, start, false)
    return sendFirstPage(request, response, start, writeFirstPage)
  }
}

async function sendFirstPage(
  request: Request,
  response: Response,
  start: Page,
  write: NonNullable<ReturnType<typeof createServerPageRenderer>>,
): Promise<void> {
  const html = await write(request, response, start.plain.toString('utf8'))
  const accepted = acceptsEncoding(request.headers['accept-encoding'] ?? '', 'br')
  const packed = new Map(accepted ? [['br', await compressPage(html)]] : [])
  sendPage(request, response, { type: start.type, plain: Buffer.from(html), packed }, false)
}
