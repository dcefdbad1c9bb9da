import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type Request } from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecurityHeadersHandler } from './security-headers.ts'
import { createStaticPagesHandler } from './static-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-pages-'))
const pages = join(folder, 'dist')
let server: Server
let port = 0

beforeAll(async () => {
  mkdirSync(join(pages, 'assets'), { recursive: true })
  const files = {
    '../secret.json': '{"secret":1}',
    'index.html': '<!doctype html>start',
    'icon.svg': '<svg/>',
    'assets/app-1.js': 'plain',
    'assets/app-1.js.br': 'BR',
    'assets/app-1.js.gz': 'GZ',
    'assets/app-1.js.map': '{"sources":["secret"]}',
    'assets/style-1.css': 'css',
    'assets/pdf.worker.min-1.mjs': 'worker',
    'assets/notes.txt': 'secret',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(pages, name), text)
  symlinkSync(join(folder, 'secret.json'), join(pages, 'link.json'))
  const app = express()
  app.use(createStaticPagesHandler(pages))
  app.use((_request, response) => response.status(404).end('none'))
  server = createServer(app)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Sends one request with this exact target: a client library would normalise the target first. */
function get(target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Headers; body: string }>((answered, failed) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.once('error', failed)
    socket.once('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const [status = '', ...lines] = head.split('\r\n')
      const pairs = lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ])
      answered({ status: Number(status.split(' ')[1]), headers: new Headers(pairs), body })
    })
    const all = { host: 'x', connection: 'close', ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  })
}

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('createStaticPagesHandler', () => {
  it.each([
    ['/assets/app-1.js', 'plain', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/style-1.css', 'css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/icon.svg', '<svg/>', 'image/svg+xml', null],
  ])('%s', async (target, body, type, kept) => {
    const answer = await get(target)
    expect([answer.status, answer.body]).toEqual([200, body])
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('cache-control')).toBe(kept)
    expect(answer.headers.get('content-length')).toBe(String(body.length))
  })

  it('a worker can connect to nothing; other scripts follow the policy of their page', async () => {
    const worker = await get('/assets/pdf.worker.min-1.mjs')
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(worker.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'",
    )
    expect(worker.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    const script = await get('/assets/app-1.js')
    expect(script.headers.get('content-security-policy')).toBeNull()
  })

  it.each([
    [undefined, null, 'plain'],
    ['br', 'br', 'BR'],
    ['gzip, deflate, br', 'br', 'BR'],
    ['gzip', 'gzip', 'GZ'],
    ['GZIP', 'gzip', 'GZ'],
    ['br;q=0, gzip', 'gzip', 'GZ'],
    ['br; q=0.000, gzip;q=0', null, 'plain'],
    ['br;q=0.1', 'br', 'BR'],
    ['brotli, xgzip', null, 'plain'],
    ['identity', null, 'plain'],
    ['', null, 'plain'],
  ])('accept-encoding %s gives encoding %s', async (accepted, coding, body) => {
    const answer = await get(
      '/assets/app-1.js',
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    )
    expect([answer.headers.get('content-encoding'), answer.body]).toEqual([coding, body])
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    // Expect files without a compressed form to be sent unchanged.
    expect(
      (await get('/icon.svg', { 'accept-encoding': accepted ?? 'br' })).headers.get('content-encoding'),
    ).toBeNull()
  })

  it.each([
    '/',
    '/c/c_00000000000000000000',
    '/sign-in?problem=no_role',
    '/index.html',
    '/anything/at/all',
    '/apis',
    '/authors',
  ])('%s gives the start page to clients that ask for a page', async (target) => {
    const answer = await get(target, asPage)
    expect([answer.status, answer.body]).toEqual([200, '<!doctype html>start'])
    expect(answer.headers.get('cache-control')).toBeNull()
    expect((await get(target, { 'sec-fetch-dest': 'document', accept: '*/*' })).status).toBe(200)
    expect((await get(target, { accept: 'application/json' })).status).toBe(404)
  })

  it.each(['/api', '/api/x', '/auth', '/auth/x', '/assets', '/assets/gone-1.js', '/v1', '/v1/notification'])(
    '%s never gives a page',
    async (target) => {
      expect((await get(target, asPage)).status).toBe(404)
    },
  )

  it.each([
    '/../secret.json',
    '/assets/../../secret.json',
    '/..%2fsecret.json',
    '/%2e%2e/secret.json',
    '/assets/..%5c..%5csecret.json',
    '/assets/\\..\\..\\secret.json',
    '//secret.json',
    '/link.json',
    '/assets/app-1.js.map',
    '/assets/app-1.js.br',
    '/assets/notes.txt',
    '/assets/',
    '/assets/app-1.js/',
    '/assets/app-1.js%00',
    '/ASSETS/app-1.js',
    '/__proto__',
    '/constructor',
  ])('%s reaches no file', async (target) => {
    for (const headers of [{}, asPage]) {
      const answer = await get(target, headers)
      expect(answer.body).not.toMatch(/secret|plain|BR/)
      expect([200, 400, 404]).toContain(answer.status)
      if (answer.status === 200) expect(answer.body).toBe('<!doctype html>start')
    }
  })

  it('answers HEAD like GET, without the body', async () => {
    for (const [target, length] of [
      ['/assets/app-1.js', '5'],
      ['/', '20'],
    ] as const) {
      const answer = await get(target, asPage, 'HEAD')
      expect([answer.status, answer.headers.get('content-length'), answer.body]).toEqual([200, length, ''])
    }
  })

  it.each(['POST', 'PUT', 'DELETE'])('does not accept %s', async (method) => {
    for (const target of ['/', '/icon.svg']) {
      const answer = await get(target, asPage, method)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
    expect((await get('/none.svg', asPage, method)).status).toBe(404)
  })

  it('without a build, serves no page and does not fail', () => {
    expect(() => createStaticPagesHandler(join(folder, 'nowhere'))).not.toThrow()
  })

  describe('with the page of an address before its data', () => {
    const own = join(folder, 'first')
    const session = { name: 'Ada </script><b>' }
    const asked: string[] = []
    let server: Server
    let origin = ''
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(origin + path, { headers: { accept: 'text/html', ...headers } })
      return { headers: answer.headers, html: await answer.text() }
    }

    beforeAll(async () => {
      mkdirSync(join(own, 'server'), { recursive: true })
      writeFileSync(
        join(own, 'index.html'),
        '<html lang="en"><head><script src="/assets/app-1.js"></script></head><div id="root"></div>',
      )
      writeFileSync(
        join(own, 'server/first-page.js'),
        `export async function renderPageOnServer({ address, session, language, branding }) {
          if (address === '/broken') throw new Error('broken')
          return {
            html: \`<main style="width:1px">\${address} for \${session?.name.length ?? 'nobody'} of \${branding.organisation} at \${performance.now()}</main>\`,
            language, direction: 'ltr', looks: { theme: 'dark' },
            files: ['assets/list-1.css', 'assets/list-1.js', 'assets/app-1.js'],
          }
        }`,
      )
      const findSession = async ({ headers }: Request) =>
        headers.cookie ? ({ session, fingerprint: 'f' } as never) : null
      const log = { warn: () => asked.push('failed') } as never
      const app = express().use(
        createSecurityHeadersHandler(false),
        createStaticPagesHandler(own, { organisation: 'Pay', logo: null }, { log, findSession }),
      )
      server = createServer(app)
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const address = server.address()
      origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    })
    afterAll(() => void server.close())

    it('a page holds itself, its session and links to its files', async () => {
      const { headers, html } = await read('/stage/list?a=1', { cookie: 'a=b', 'accept-language': 'de-AT' })
      expect(html).toMatch(
        /<div id="first-page"><style>\[data-style="0"\]{width:1px}<\/style><main data-style="0">\/stage\/list\?a=1 for 16 of Pay at/,
      )
      expect(html).toContain('<html lang="de" dir="ltr" data-theme="dark">')
      expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/list-1.css" />')
      expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/list-1.js" /></head>')
      expect(html.match(/app-1/g)).toHaveLength(1)
      const [, data = ''] =
        /<script type="application\/json" id="first-session">(.*?)<\/script>/.exec(html) ?? []
      expect(JSON.parse(data)).toEqual({ session, fingerprint: 'f' })
      const hash = createHash('sha256').update('[data-style="0"]{width:1px}').digest('base64')
      expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`)
      expect(headers.get('content-security-policy')).toContain("script-src 'self';")
      expect(headers.get('cache-control')).toBe('no-store')
    })

    it('without a session, every address has the same page of sign-in, rendered once', async () => {
      const { html } = await read('/stage/list?a=1')
      expect(html).toContain('>/sign-in for nobody')
      expect(html).not.toContain('first-session')
      expect((await read('/sign-in?problem=x')).html).toBe(html)
      expect((await read('/signed-out', { cookie: 'a=b' })).html).toContain('>/signed-out for nobody')
    })

    it('a page that cannot be rendered is the start page, and no browser gets the code that renders', async () => {
      const { headers, html } = await read('/broken', { cookie: 'a=b' })
      expect(asked).toEqual(['failed'])
      expect(html).toMatch(/<\/head><div id="root"><\/div>$/)
      expect(headers.get('content-security-policy')).toContain("style-src 'self';")
      expect((await read('/server/first-page.js', { accept: '*/*' })).html).not.toContain(
        'renderPageOnServer',
      )
    })
  })

  it('the start page names the organisation, escaped, and its logo is served', async () => {
    const branded = express()
    const logo = { type: 'image/svg+xml', bytes: Buffer.from('<svg>logo</svg>') }
    const own = join(folder, 'branded')
    mkdirSync(own)
    writeFileSync(join(own, 'index.html'), '<head></head>start')
    branded.use(createStaticPagesHandler(own, { organisation: '"Pay" & <Co>', logo }))
    const other = createServer(branded)
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const address = other.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    try {
      const html = await fetch(`${origin}/sign-in`, { headers: { accept: 'text/html' } })
      expect(await html.text()).toContain('content="&quot;Pay&quot; &amp; &lt;Co>"')
      const image = await fetch(`${origin}/organisation-logo`)
      expect([image.headers.get('content-type'), await image.text()]).toEqual([logo.type, '<svg>logo</svg>'])
    } finally {
      other.closeAllConnections()
      other.close()
    }
  })
})
