import { once } from 'node:events'
import { connect } from 'node:net'
import { defineEndpoint } from '@paydesk/shared/core/endpoint'
import { problemSchema } from '@paydesk/shared/core/problem'
import { csrfHeader } from '@paydesk/shared/endpoints'
import express from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createFieldAccessByRole } from '../access/field-access.ts'
import { resolvePermissions } from '../access/permissions.ts'
import type { AuditEntry } from '../audit/entry.ts'
import { ProblemError } from '../problem/problem.ts'
import { createLogger } from '../runtime/log.ts'
import { generateSupportReference } from '../runtime/reference.ts'
import type { Session } from '../session/session.ts'
import type { SessionWatchEnd } from '../session/session-watcher.ts'
import type { RouteGuardDeps } from './guards.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { defineStreamRoute, type StreamClient } from './route.ts'
import { createHttpServer } from './server.ts'
import { registerStreamRoutes } from './stream.ts'

const none = z.strictObject({})
const file = defineEndpoint({
  method: 'GET',
  path: '/api/file',
  params: none,
  query: none,
  body: none,
  response: z.string(),
  stream: 'text/csv',
})
const session: Session = {
  hash: 'h',
  issuer: 'i',
  subject: 's',
  name: 'n',
  roles: ['finance'],
  role: 'finance',
  merchants: null,
  idToken: '',
  handle: '',
  seenAt: 0,
  idleEndsAt: 0,
  endsAt: 0,
  breakGlassUntil: null,
  reauthenticatedAt: null,
  refreshToken: null,
  accessToken: null,
  authorityAt: 0,
  rightsVersion: 0,
}

type Open = (streamClient: StreamClient) => Promise<AsyncIterable<string>>
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a server with one stream; everything around the stream is in memory. */
async function serve(open: Open, change: { audit?: RouteGuardDeps['audit']; farewell?: string } = {}) {
  const entries: AuditEntry[] = []
  const order: string[] = []
  const ends: ((why: SessionWatchEnd) => void)[] = []
  const guards: RouteGuardDeps = {
    origin: 'http://localhost',
    cookie: { read: () => 'cookie', set: () => undefined, clear: () => undefined },
    requireCurrentRights: async (session) => ({ session }),
    sessions: {
      start: async () => '',
      find: async () => ({ session }),
      reload: async () => ({ session }),
      listActivePrivileges: async () => new Map(),
      renew: async (one) => one,
      chooseRole: async () => true,
      markReauthenticated: async () => {},
      end: async () => undefined,
      listActive: async () => [],
      close: async () => 0,
      grantBreakGlass: async () => undefined,
      revokeBreakGlass: async () => undefined,
      obeyLogout: async () => 0,
      renewCookie: async () => '',
      claimRenewal: async () => null,
      storeRights: async () => null,
      listDueRenewals: async () => [],
    },
    watch: {
      watch(_, ended) {
        ends.push(ended)
        return () => undefined
      },
      stop: () => undefined,
    },
    audit: change.audit ?? {
      append: async (entry) => {
        await new Promise((later) => setTimeout(later, 5))
        entries.push(entry)
        order.push(entry.action)
      },
    },
    log: createLogger('silent'),
    permissions: resolvePermissions,
    fieldAccessFor: (role) => createFieldAccessByRole([])[role],
    merchants: () => undefined,
    answerTimeoutMs: 10_000,
    notFoundLimiter: createRateLimiter(60),
    zone: 'UTC',
  }
  const route = defineStreamRoute(file, {
    permission: 'records.export',
    renews: true,
    audit: () => ({ action: 'records.exported' }),
    auditEnd: (_call, rows) => ({ action: 'records.export.ended', note: `rows:${rows}` }),
    headers: () => ({ 'content-disposition': 'attachment' }),
    ...(change.farewell === undefined ? {} : { closingEvent: change.farewell }),
    async open(_call, _needs: unknown, streamClient) {
      order.push('opened')
      return open(streamClient)
    },
  })
  const app = express()
  app.use((_request, response, next) => {
    response.locals.reference = generateSupportReference()
    next()
  })
  registerStreamRoutes(app, [route], guards, null)
  const server = createHttpServer(app, guards.log)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const headers = { [csrfHeader.name]: csrfHeader.value }
  return {
    entries,
    order,
    port,
    endSession: (why: SessionWatchEnd) => ends[0]?.(why),
    ask: (more: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/api/file`, { headers, ...more }),
  }
}

async function* lines(...all: readonly (string | Error)[]) {
  for (const one of all) {
    if (one instanceof Error) throw one
    yield one
  }
}

/** Creates an endless source that records how much was read and whether the source has ended. */
function endless() {
  const state = { given: 0, isOver: false }
  async function* give(gone: AbortSignal) {
    try {
      while (!gone.aborted) {
        state.given += 1
        yield 'x'.repeat(10_000)
      }
    } finally {
      state.isOver = true
    }
  }
  return { state, open: async ({ signal }: StreamClient) => give(signal) }
}

describe('a stream', () => {
  it('is sent completely after its audit entry, with its end recorded', async () => {
    const { ask, entries, order } = await serve(async () => lines('a,b\r\n', '1,2\r\n'))
    const response = await ask()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment')
    expect(await response.text()).toBe('a,b\r\n1,2\r\n')
    await expect.poll(() => order).toEqual(['opened', 'records.exported', 'records.export.ended'])
    expect(entries.map(({ result, reason }) => [result, reason])).toEqual([
      ['allowed', null],
      ['allowed', 'rows:0'],
    ])
  })

  it('answers with a problem while nothing was sent, and records the failure', async () => {
    const { ask, entries } = await serve(async () => {
      throw new ProblemError('unavailable')
    })
    const response = await ask()
    expect([response.status, problemSchema.parse(await response.json()).id]).toEqual([503, 'unavailable'])
    expect(entries).toMatchObject([{ action: 'records.exported', result: 'failed', reason: 'unavailable' }])
  })

  it('fails fast if the database has timed out and accepts no audit entry either', async () => {
    const never = { append: () => new Promise<void>(() => undefined) }
    const refused = async () => {
      throw new ProblemError('unavailable')
    }
    const { ask } = await serve(refused, { audit: never })
    const response = await ask()
    expect([response.status, problemSchema.parse(await response.json()).id]).toEqual([
      503,
      'record_unavailable',
    ])
  })

  it('sends no byte without its audit entry', async () => {
    const { ask } = await serve(async () => lines('secret'), {
      audit: { append: () => Promise.reject(new Error('full')) },
    })
    const response = await ask()
    expect([response.status, problemSchema.parse(await response.json()).id]).toEqual([
      503,
      'record_unavailable',
    ])
  })

  it('is cut if it fails midway, so that it never looks complete', async () => {
    const { ask, entries } = await serve(async () => lines('half\r\n', new Error('database')))
    const response = await ask()
    await expect(response.text()).rejects.toThrow()
    await expect
      .poll(() => entries.at(-1))
      .toMatchObject({
        action: 'records.export.ended',
        result: 'failed',
        reason: 'internal rows:0',
      })
  })

  it('is cut when the session ends, or closed with its closing event', async () => {
    const one = endless()
    const { ask, endSession, entries } = await serve(one.open)
    const response = await ask()
    endSession('over')
    await expect(response.text()).rejects.toThrow()
    await expect.poll(() => [one.state.isOver, entries.at(-1)?.reason]).toEqual([true, 'session_over rows:0'])

    const waiting = async ({ signal }: StreamClient) =>
      (async function* () {
        yield 'hello\n'
        await once(signal, 'abort')
      })()
    const other = await serve(waiting, { farewell: 'bye\n' })
    const heard = await other.ask()
    other.endSession('over')
    expect(await heard.text()).toBe('hello\nbye\n')
  })

  it('is sent no faster than it is read', async () => {
    const one = endless()
    const { port } = await serve(one.open)
    const socket = connect(port, '127.0.0.1')
    closing.push(() => socket.destroy())
    socket.pause()
    socket.write(`GET /api/file HTTP/1.1\r\nhost: x\r\n${csrfHeader.name}: ${csrfHeader.value}\r\n\r\n`)
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = one.state.given > 0 && one.state.given === before
          before = one.state.given
          return isStill
        },
        { interval: 300 },
      )
      .toBe(true)
    // Limit of what the sockets on both sides hold.
    expect(one.state.given * 10_000).toBeLessThan(12_000_000)
    socket.destroy()
    await expect.poll(() => one.state.isOver).toBe(true)
  })

  it('ends its source when the client leaves', async () => {
    const one = endless()
    const { ask, entries } = await serve(one.open)
    const leaving = new AbortController()
    await ask({ signal: leaving.signal })
    leaving.abort()
    await expect.poll(() => one.state.isOver).toBe(true)
    await expect.poll(() => entries.at(-1)?.reason).toBe('left rows:0')
  })
})
