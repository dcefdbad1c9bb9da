import { execFile } from 'node:child_process'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { appendLiveChange } from '@paydesk/bff/records/live-changes'
import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenToStream } from '../support/contract/stream-listener.ts'
import { hasProxy, proxyNames, startStackBehind } from '../support/stack/proxies.ts'
import type { Stack, Visitor } from '../support/stack/start.ts'

/** Longest time (ms) from a change until its event has passed the proxy. */
const maxEventDelayMs = 1_000
const signInsPerMinute = 8
const root = join(import.meta.dirname, '../..')

interface Caller {
  /** Address on this machine from which the connection comes. */
  readonly from: string
  readonly visitor?: Visitor
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends one request over a connection of its own; resolves with the status. */
function call(origin: string, path: string, { from, visitor, headers = {} }: Caller): Promise<number> {
  const cookie = [...(visitor?.jar ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = new URL(path, origin)
  // Connect to the address itself: the name may stand for another family than that of `from`.
  const options = { host: '127.0.0.1', port: url.port, path: url.pathname, localAddress: from, agent: false }
  return new Promise((done, fail) => {
    const sent = httpsRequest({
      ...options,
      ...{ servername: 'localhost', rejectUnauthorized: false },
      headers: { host: url.host, ...(cookie === '' ? {} : { cookie }), ...headers },
    })
    sent.once('response', (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
    sent.once('error', fail).end()
  })
}

/** Protocol that the proxy chooses for a browser. */
function negotiate(origin: string): Promise<string | false | null> {
  return new Promise((done, fail) => {
    const options = { port: Number(new URL(origin).port), servername: 'localhost', rejectUnauthorized: false }
    const socket = connect({ ...options, host: '127.0.0.1', ALPNProtocols: ['h2', 'http/1.1'] }, () => {
      done(socket.alpnProtocol)
      socket.destroy()
    })
    socket.once('error', fail)
  })
}

describe.runIf(isFullRun).each(proxyNames)('behind %s, with the configuration of docs/deploy', (name) => {
  let stack: Stack
  beforeAll(async () => {
    // The certificate is of the proxy's own making, and only this process accepts it.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    if (!hasProxy(name)) throw new Error(`${name} is not installed: run \`bash .ci/prepare full\`.`)
    const config = { PAYDESK_SIGN_INS_PER_MINUTE: String(signInsPerMinute) }
    stack = await startStackBehind(name, { pages: join(root, 'web/dist'), workers: false, config })
  })
  afterAll(async () => {
    await stack.stop()
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  })

  it('signs a person in over https, with cookies of this host alone', async () => {
    const visitor = await stack.as('support')
    expect([...visitor.jar.keys()].filter((key) => key.includes('paydesk'))).toEqual([
      '__Host-paydesk_session',
    ])
    expect((await visitor.get(endpoints.showCurrentSession)).role).toBe('support')
    const page = await visitor.send('GET', '/', { headers: { accept: 'text/html' } })
    expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    expect((await visitor.send('GET', '/metrics')).status).toBe(404)
    expect(await negotiate(stack.origin)).toBe('h2')
  })

  it('passes an event on within a second', async () => {
    const visitor = await stack.as('finance')
    const listener = await listenToStream(visitor)
    const { store } = stack.deps
    const delays: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const change = { environment: 'stage', merchant: 'demo-merchant', kind: 'transaction' as const }
      const made = { ...change, subject_id: `proxy-${turn}`, version: 1 }
      await store.db.transaction().execute((trx) => appendLiveChange(trx, store.dialect, [made], Date.now()))
      const begun = performance.now()
      store.wake('changes')
      await expect
        .poll(() => listener.changes().some(({ id }) => id === made.subject_id), { interval: 5 })
        .toBe(true)
      delays.push(Math.round(performance.now() - begun))
    }
    listener.leave()
    console.log(`${name}: events passed after ${delays.join(', ')} ms`)
    expect(Math.max(...delays)).toBeLessThan(maxEventDelayMs)
  })

  it('tells the address of the caller, and believes none that the caller wrote', async () => {
    const visitor = await stack.as('finance')
    const { path } = endpoints.listTransactions
    const headers = {
      [csrfHeader.name]: csrfHeader.value,
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    }
    const place = path.replace(':env', 'stage')
    expect(await call(stack.origin, place, { from: '127.0.0.7', visitor, headers })).toBe(200)
    const rows = await stack.deps.store.db
      .selectFrom('audit')
      .select('source_address')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    expect(rows).toEqual([{ source_address: '127.0.0.7' }])
  })

  it('limits the sign-ins of one caller, and not those of others', async () => {
    const begin = (from: string) => call(stack.origin, '/auth/sign-in', { from })
    const statuses: number[] = []
    for (let turn = 0; turn <= signInsPerMinute; turn += 1) statuses.push(await begin('127.0.0.8'))
    const other = await begin('127.0.0.9')
    expect([302, 303]).toContain(other)
    expect(statuses).toEqual([...Array.from({ length: signInsPerMinute }, () => other), 429])
  })

  it('serves the flows of support in a browser', { timeout: 900_000 }, async () => {
    const config = ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=line', 'support.spec.ts']
    const env = { ...process.env, PAYDESK_E2E_PROXY: name }
    const { code, output } = await new Promise<{ code: number; output: string }>((done) => {
      execFile(join(root, 'test/node_modules/.bin/playwright'), config, { cwd: root, env }, (error, stdout) =>
        done({ code: error === null ? 0 : 1, output: stdout.slice(-3_000) }),
      )
    })
    expect(code, output).toBe(0)
    console.log(`${name}: ${/\d+ passed/.exec(output)?.[0]}`)
  })
})
