import { connect } from 'node:net'
import { createMigratedDatabase } from '@paydesk/bff/platform/database/test-store.test-kit'
import { databaseNames } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hostileNotifications, unusualNotifications } from '../../sandbox/hostile-notifications.ts'
import { startLink } from '../../support/contract/database-proxy.ts'
import { sendRaw } from '../../support/contract/raw-http.ts'
import {
  checksumOf,
  inboxRows,
  refusedCounts,
  sendNotification,
  stagePath,
} from '../../support/contract/send-notification.ts'
import { askedPaths, forgetRequests, problemIn, startOn } from '../../support/contract/support.ts'
import { notificationTokens } from '../../support/stack/demo-config.ts'
import { type Stack, startStack } from '../../support/stack/start.ts'

const id = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
let serial = 0
/** Returns a body that was not sent before. */
const newBody = () => {
  serial += 1
  return JSON.stringify({ id, event: 'payment_success', state: 'PENDING', marker: `m${serial}` })
}
const json = { 'content-type': 'application/json' }

async function forget(stack: Stack): Promise<void> {
  await stack.deps.receiver.flush()
  await stack.deps.store.db.deleteFrom('notification_queue').execute()
  await stack.deps.store.db.deleteFrom('rejected_notifications').execute()
  await forgetRequests(stack)
}

describe.each(databaseNames)('receiving notifications (%s)', (backing) => {
  let started: Stack | undefined
  // Disable the workers, so that received notifications stay unprocessed.
  beforeAll(async () => {
    started = await startOn(backing, { workers: false })
  })
  afterAll(() => started?.stop())
  const stack = () => {
    if (started === undefined) throw new Error('the stack did not start')
    return started
  }
  beforeEach(() => forget(stack()))

  it('answers 202 once the row is stored, with the body encrypted', async () => {
    const body = newBody()
    const answer = await sendNotification(stack(), body)
    expect([answer.status, answer.json]).toEqual([202, { received: true }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [row, ...others] = await inboxRows(stack())
    expect(others).toEqual([])
    expect(row).toMatchObject({ environment: 'stage', proof: 'checksum', repeats: 0 })
    expect(JSON.stringify(row)).not.toContain('payment_success\\"')
  })

  it('stores 100 parallel and 7 later copies of a body as one row, and acknowledges each copy', async () => {
    const body = newBody()
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendNotification(stack(), body)))
    for (let i = 0; i < 7; i += 1) answers.push(await sendNotification(stack(), body))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect((await inboxRows(stack())).map(({ repeats }) => repeats)).toEqual([106])
  })

  const right = (body: string) => checksumOf(body)
  const wrong: [string, (body: string) => Record<string, string>][] = [
    ['missing', () => ({})],
    ['empty', () => ({ 'x-isx-checksum': '' })],
    ['of another token', (body) => ({ 'x-isx-checksum': checksumOf(body, 'another-token') })],
    [
      'of the other environment',
      (body) => ({ 'x-isx-checksum': checksumOf(body, notificationTokens.production) }),
    ],
    ['in hex', (body) => ({ 'x-isx-checksum': Buffer.from(right(body), 'base64').toString('hex') })],
    [
      'in base64url',
      (body) => ({ 'x-isx-checksum': Buffer.from(right(body), 'base64').toString('base64url') }),
    ],
    ['without padding', (body) => ({ 'x-isx-checksum': right(body).replace(/=+$/, '') })],
    [
      'with a space inside',
      (body) => ({ 'x-isx-checksum': `${right(body).slice(0, 9)} ${right(body).slice(9)}` }),
    ],
    ['of a body that has one byte more', (body) => ({ 'x-isx-checksum': right(`${body} `) })],
    ['of a body that is cut', (body) => ({ 'x-isx-checksum': right(body.slice(0, -1)) })],
    ['of another byte', (body) => ({ 'x-isx-checksum': right(body.replace('PENDING', 'PENDINg')) })],
    ['as a bearer', () => ({ authorization: `Bearer ${notificationTokens.stage}` })],
    ['the API token', () => ({ authorization: 'Bearer sandbox-token-stage-7f3a9c51d2e84b60' })],
  ]
  it.each(wrong)(
    'rejects a wrong proof (%s) with 401, and keeps nothing but a count',
    async (_, headersFor) => {
      const body = newBody()
      const headers = { ...json, ...headersFor(body) }
      problemIn(await sendNotification(stack(), body, { headers }), 'origin_not_verified')
      expect(await inboxRows(stack())).toEqual([])
      expect(await askedPaths(stack())).toEqual([])
      const counts = await refusedCounts(stack())
      expect((counts.no_proof ?? 0) + (counts.wrong_proof ?? 0)).toBe(1)
      expect(stack().logged.join('')).not.toContain(`m${serial}"`)
    },
  )

  it('rejects two proofs in any order', async () => {
    for (const values of [
      [right('x'), 'AAAA'],
      ['AAAA', right('x')],
      [right('x'), right('x')],
    ]) {
      const lines = values.map((value) => `x-isx-checksum: ${value}\r\n`).join('')
      const answer = await rawPost(stack(), `${lines}content-length: 1\r\n\r\nx`)
      expect(answer).toMatch(/^HTTP\/1.1 401 /)
    }
    expect(await inboxRows(stack())).toEqual([])
  })

  it('answers an empty body with 400 if the proof is right, else with 401', async () => {
    problemIn(await sendNotification(stack(), ''), 'bad_request')
    problemIn(
      await sendNotification(stack(), '', { headers: { 'x-isx-checksum': checksumOf('a') } }),
      'origin_not_verified',
    )
    expect(await inboxRows(stack())).toEqual([])
  })

  it('accepts 64 KiB and not one byte more, with or without a content length', async () => {
    expect((await sendNotification(stack(), 'a'.repeat(65_536))).status).toBe(202)
    problemIn(await sendNotification(stack(), 'b'.repeat(65_537)), 'too_large')
    const piece = 'c'.repeat(40_000)
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
    const head = `x-isx-checksum: ${checksumOf(piece + piece)}\r\ntransfer-encoding: chunked\r\n\r\n`
    expect(await rawPost(stack(), `${head}${chunk}${chunk}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 /)
    expect((await inboxRows(stack())).length).toBe(1)
    expect(await refusedCounts(stack())).toEqual({ too_large: 2 })
  })

  it('rejects a compressed body', async () => {
    const body = newBody()
    for (const encoding of ['gzip', 'br', 'identity, gzip'])
      problemIn(
        await sendNotification(stack(), body, {
          headers: { 'x-isx-checksum': checksumOf(body), 'content-encoding': encoding },
        }),
        'unsupported_encoding',
      )
    const identity = { 'x-isx-checksum': checksumOf(body), 'content-encoding': 'identity' }
    expect((await sendNotification(stack(), body, { headers: identity })).status).toBe(202)
  })

  it('answers an unknown environment like any unknown page', async () => {
    const body = newBody()
    const paths = [
      '/notify/other/v1/notification',
      '/notify/Stage/v1/notification',
      '/notify/../v1/notification',
    ]
    const odd = ['/notify/%2e%2e/v1/notification', '/notify/stage/v1/notifications', '/notify/stage/v1']
    for (const path of [...paths, ...odd])
      problemIn(await sendNotification(stack(), body, { path }), 'no_such_page')
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'])
      problemIn(await sendRaw(stack().origin, { method, target: stagePath }), 'method_not_allowed')
    expect(await inboxRows(stack())).toEqual([])
  })

  it('stores nothing of a body that is cut off', async () => {
    const body = newBody()
    const lines = `x-isx-checksum: ${checksumOf(body)}\r\ncontent-length: ${body.length}\r\n\r\n`
    await rawPost(stack(), lines + body.slice(0, -5), true)
    expect((await sendNotification(stack(), newBody())).status).toBe(202)
    expect((await inboxRows(stack())).length).toBe(1)
  })

  const hostile = [...hostileNotifications(id), ...unusualNotifications(id)]
  it('acknowledges any content with a right proof, without an internal error', async () => {
    const answers = await Promise.all(
      hostile.map(async ({ name, body }) => ({
        name,
        body,
        status: (await sendNotification(stack(), body)).status,
      })),
    )
    for (const { name, body, status } of answers)
      expect([name, status]).toEqual([name, body.length === 0 ? 400 : body.length > 65_536 ? 413 : 202])
    const distinct = new Set(
      answers.filter(({ status }) => status === 202).map(({ body }) => body.toString('hex')),
    )
    expect((await inboxRows(stack())).length).toBe(distinct.size)
  })
})

/** Sends raw headers and body, and returns the raw response; `cut` closes the connection after sending. */
function rawPost(stack: Stack, rest: string, cut = false): Promise<string> {
  const { hostname, port, host } = new URL(stack.origin)
  return new Promise((answered) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => answered(text))
    socket.on('close', () => answered(text))
    socket.write(`POST ${stagePath} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${rest}`, () => {
      if (cut) socket.end(() => socket.destroy())
    })
  })
}

describe('other settings', () => {
  let stack: Stack | undefined
  const startWith = async (config: Record<string, string>) => {
    stack = await startOn('embedded', { config, workers: false })
    return stack
  }
  const proofs = async (one: Stack) => (await inboxRows(one)).map(({ proof }) => proof)
  afterAll(() => stack?.stop())
  beforeEach(async () => {
    await stack?.stop()
    stack = undefined
  })

  it('accept the old and the new token together under load while a token is replaced', async () => {
    const former = 'former-token-former-token'
    const one = await startWith({ PAYDESK_STAGE_OLD_NOTIFICATION_TOKEN: former })
    const statuses: number[] = []
    const turns = Array.from({ length: 200 }).keys()
    async function sendInTurn() {
      for (const at of turns) {
        const body = newBody()
        // Switches the token in the middle, at different moments for even and odd calls.
        const token = at > 120 || (at > 80 && at % 2 === 0) ? notificationTokens.stage : former
        const headers = { 'x-isx-checksum': checksumOf(body, token) }
        statuses.push((await sendNotification(one, body, { headers })).status)
      }
    }
    await Promise.all(Array.from({ length: 10 }, sendInTurn))
    expect(statuses).toEqual(Array.from({ length: 200 }, () => 202))
    expect(new Set(await proofs(one))).toEqual(new Set(['checksum', 'checksum_old']))
  })

  it('accept a bearer token', async () => {
    const one = await startWith({ PAYDESK_STAGE_NOTIFICATION_PROOF: 'bearer' })
    const body = newBody()
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    expect((await sendNotification(one, body, bearer(notificationTokens.stage))).status).toBe(202)
    problemIn(
      await sendNotification(one, newBody(), bearer(`${notificationTokens.stage}x`)),
      'origin_not_verified',
    )
    problemIn(await sendNotification(one, newBody()), 'origin_not_verified')
    expect(await proofs(one)).toEqual(['bearer'])
  })

  it('accept notifications without proof, with a loud log line and a mark on every row', async () => {
    const one = await startWith({ PAYDESK_STAGE_NOTIFICATION_PROOF: 'none' })
    expect((await sendNotification(one, newBody(), { headers: {} })).status).toBe(202)
    expect(await proofs(one)).toEqual(['none'])
    expect(one.logged.join('')).toContain('NOTIFICATIONS WITHOUT PROOF OF ORIGIN')
  })

  it('reject further notifications while too many wait', async () => {
    const one = await startWith({ PAYDESK_NOTIFICATION_QUEUE_MAX: '3' })
    await one.deps.store.db
      .insertInto('notification_queue')
      .values(
        ['a', 'b', 'c'].map((digest) => ({
          environment: 'production',
          digest,
          received_at: 1,
          last_at: 1,
          repeats: 0,
          proof: 'none' as const,
          sealed: '',
        })),
      )
      .execute()
    const answer = await sendNotification(one, newBody())
    expect(problemIn(answer, 'unavailable').retryAfter).toBe(5)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await refusedCounts(one)).toEqual({ not_ready: 1 })
  })
})

describe('receiving notifications without a database', () => {
  let stack: Stack
  let link: Awaited<ReturnType<typeof startLink>>
  beforeAll(async () => {
    link = await startLink(new URL(await createMigratedDatabase()))
    stack = await startStack({ config: { DATABASE_URL: link.url }, workers: false })
  })
  afterAll(async () => {
    link.state.mode = 'pass'
    link.cut()
    await stack.stop()
    await link.stop()
  })

  it.each(['refuse', 'swallow'] as const)(
    '%s: answers 503 with a retry time, and accepts once the database is back',
    async (mode) => {
      expect((await sendNotification(stack, newBody())).status).toBe(202)
      link.state.mode = mode
      if (mode === 'refuse') link.cut()
      const bodies = Array.from({ length: 20 }, newBody)
      const answers = await Promise.all(bodies.map((body) => sendNotification(stack, body)))
      for (const answer of answers) expect(problemIn(answer, 'unavailable').retryAfter).toBe(5)
      link.state.mode = 'pass'
      await expect.poll(async () => (await sendNotification(stack, bodies[0] ?? '')).status).toBe(202)
      expect(stack.logged.join('')).toContain('notifications not stored')
    },
  )
})
