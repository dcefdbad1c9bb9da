import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type {
  PageBranding,
  PageSession,
  ServerRenderedPage,
  ServerRenderRequest,
} from '@paydesk/shared/administration/sign-in'
import { pseudoLanguages, staffLanguages } from '@paydesk/shared/core/formatter'
import type { Request, Response } from 'express'
import type { Logger } from '../../runtime/log.ts'
import { escapeHtml } from './escape-html.ts'

const toBrotli = promisify(brotliCompress)

export interface ServerRenderDeps {
  readonly log: Logger
  /** Returns the session that a page is for; null without one, or if its rights cannot be confirmed now. */
  readonly findSession: (request: Request) => Promise<PageSession | null>
}

type RenderPageOnServer = (request: ServerRenderRequest) => Promise<ServerRenderedPage>

/** Folder of the built pages with the code that renders them here. Browsers get no file of it. */
export const serverRenderingFolder = 'server'

/** Pages that anybody may ask for are rendered once for each language, and without the rest of the address. */
const publicPaths: ReadonlySet<string> = new Set(['/sign-in', '/signed-out'])

/**
 * Creates what writes a page into the start page, as it is before its data: the browser paints it before any script
 * runs. Null if the folder holds no code for that.
 */
export function createServerPageRenderer(
  folder: string,
  branding: PageBranding,
  { log, findSession }: ServerRenderDeps,
) {
  const file = join(folder, serverRenderingFolder, 'first-page.js')
  if (!existsSync(file)) return null
  const publicPages = new Map<string, Promise<ServerRenderedPage>>()
  let loading: Promise<{ renderPageOnServer: RenderPageOnServer }> | undefined

  async function render(request: Omit<ServerRenderRequest, 'branding'>): Promise<ServerRenderedPage> {
    // Load with the first page: a process that serves no pages needs no memory for them.
    loading ??= import(pathToFileURL(file).href)
    return (await loading).renderPageOnServer({ ...request, branding })
  }

  function renderPublic(path: string, language: string): Promise<ServerRenderedPage> {
    const address = publicPaths.has(path) ? path : '/sign-in'
    const key = `${language} ${address}`
    const page = publicPages.get(key) ?? render({ address, session: null, language })
    publicPages.set(key, page)
    return page
  }

  /** Returns the start page with the page of this request; as it is if the page cannot be rendered. */
  return async (request: Request, response: Response, start: string): Promise<string> => {
    try {
      const language = request.acceptsLanguages([...staffLanguages, ...pseudoLanguages]) || 'en'
      const first = publicPaths.has(request.path) ? null : await findSession(request)
      const page =
        first === null
          ? await renderPublic(request.path, language)
          : await render({ address: request.originalUrl, session: first.session, language })
      const { html, css } = moveStyles(page.html)
      response.locals.styleHash = `sha256-${createHash('sha256').update(css).digest('base64')}`
      return insertFirstPage(start, { ...page, html: `<style>${css}</style>${html}` }, first)
    } catch (error) {
      log.warn({ err: error }, 'first page not rendered')
      return start
    }
  }
}

/** Starts a file of the build with the page. `crossorigin`: the page asks for it in the same way, so it comes once. */
const presentLink = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/${file}" />`

/** Moves style attributes into one stylesheet, which a content security policy can allow by its hash. */
function moveStyles(page: string): { html: string; css: string } {
  const styles: string[] = []
  const html = page.replaceAll(/ style="([\w\s:;.,%()/+*-]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-style="${styles.indexOf(style)}"`
  })
  return { html, css: styles.map((style, index) => `[data-style="${index}"]{${style}}`).join('') }
}

function insertFirstPage(start: string, page: ServerRenderedPage, first: PageSession | null): string {
  const looks = Object.entries(page.looks).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  const root = `<html lang="${escapeHtml(page.language)}" dir="${page.direction}"${looks.join('')}`
  // A text in a script element ends at its end tag only.
  const data = first && JSON.stringify(first).replaceAll('<', '\\u003c')
  const session = data === null ? '' : `<script type="application/json" id="first-session">${data}</script>`
  // The application comes first: at the top, so that its focus scrolls nothing while both are there.
  const body = `<div id="root"></div>${session}<div id="first-page">${page.html}</div>`
  const links = page.files.filter((file) => !start.includes(`"/${file}"`)).map(presentLink)
  return start
    .replace('<html lang="en"', () => root)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="root"></div>', () => body)
}

/** Compresses a page while it waits: a page is sent to phones too. */
export function compressPage(html: string): Promise<Buffer> {
  return toBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}
