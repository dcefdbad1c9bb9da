import { connect } from 'node:net'
import { createReplayBuffer } from '@paydesk/bff/features/live-updates/replay-buffer'
import { streamLiveChanges } from '@paydesk/bff/features/live-updates/stream'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { appendLiveChange, type LiveChange, type NewLiveChange } from '@paydesk/bff/records/live-changes'
import { backgroundRefreshHeader, csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { afterEach, describe, expect, it } from 'vitest'
import { callHeadersOf } from '../../support/contract/raw-http.ts'
import { listenToStream, type StreamListener } from '../../support/contract/stream-listener.ts'
import { onOneDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import { requestWithJar } from '../../support/stack/browse.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

/** Time limits (ms) that only stop a hanging test. */
const soon = { timeout: 60_000, interval: 20 }
const inTime = { timeout: 60_000, interval: 50 }

const newId = () => `live-${crypto.randomUUID()}`

/** Appends changes as the sync does: in one commit, then wakes the streams. */
async function note(stack: Stack, ...changes: Partial<NewLiveChange>[]): Promise<string[]> {
  const { store } = stack.deps
  const whole = changes.map((change) => ({
    environment: 'stage',
    merchant: 'demo-merchant',
    kind: 'transaction' as const,
    subject_id: newId(),
    version: 1,
    ...change,
  }))
  await store.db.transaction().execute((trx) => appendLiveChange(trx, store.dialect, whole, Date.now()))
  store.wake('changes')
  return whole.map(({ subject_id }) => subject_id)
}

/** Returns the number of the newest change. */
async function newest(stack: Stack): Promise<string> {
  const { seq } = await stack.deps.store.db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return String(seq)
}

const idsOf = (listener: StreamListener) => listener.changes().map(({ id }) => id)

/** Options without workers, whose syncs would append changes at any time. */
const quiet = { workers: false }

onOneDatabase(
  'the live stream',
  (stack) => {
    const open: StreamListener[] = []
    afterEach(() => {
      for (const one of open.splice(0)) one.leave()
    })
    async function hear(
      visitor: Visitor,
      options: Parameters<typeof listenToStream>[1] = {},
    ): Promise<StreamListener> {
      const listener = await listenToStream(visitor, options)
      open.push(listener)
      return listener
    }
    /** Connects after the newest change, so that older changes are not repeated. */
    async function fresh(visitor: Visitor): Promise<StreamListener> {
      await note(stack(), { environment: 'nowhere' })
      return hear(visitor, { after: await newest(stack()) })
    }

    it('sends the id and version of a change, and nothing else', async () => {
      const listener = await fresh(await stack().as('finance'))
      expect(listener.status).toBe(200)
      const [id = ''] = await note(stack(), { version: 7 })
      await expect
        .poll(() => listener.changes(), soon)
        .toEqual([{ kind: 'transaction', environment: 'stage', id, version: 7 }])
      expect(listener.tolds[0]?.id).toMatch(/^\d+$/)
      expect(listener.retryMs()).toBeGreaterThanOrEqual(1_000)
      expect(listener.retryMs()).toBeLessThanOrEqual(4_000)
    })

    it('is recorded before the first byte, as a stream and not as a read of a record', async () => {
      const visitor = await stack().as('finance')
      const { rows } = await rowsOf(stack(), () => hear(visitor))
      expect(rows).toMatchObject([
        { action: 'live.streamed', result: 'allowed', subject_id: null, environment: null },
      ])
    })

    it('is refused like every other call', async () => {
      problemIn(await stack().visitor().call(endpoints.streamLiveEvents), 'not_signed_in')
      const visitor = await stack().as('support')
      problemIn(await visitor.send('GET', '/api/events'), 'cross_site')
      problemIn(
        await visitor.send('GET', '/api/events?a=1', { headers: { [csrfHeader.name]: '1' } }),
        'bad_request',
      )
      const headOnly = await requestWithJar(visitor.jar, new URL('/api/events', stack().origin), {
        method: 'HEAD',
        headers: { [csrfHeader.name]: csrfHeader.value },
      })
      expect([headOnly.status, await headOnly.text()]).toEqual([405, ''])
    })

    it('forbids caching and buffering on the way', async () => {
      const { headers } = await hear(await stack().as('support'))
      const said = ['content-type', 'cache-control', 'x-accel-buffering'].map((name) => headers.get(name))
      expect(said).toEqual(['text/event-stream; charset=utf-8', 'no-store', 'no'])
    })

    it('sends each person only changes that they may read, of their merchants', async () => {
      const [everything, oneMerchant, administrator] = [
        await fresh(await stack().as('finance')),
        await fresh(await stack().as('finance2')),
        await fresh(await stack().as('admin')),
      ]
      const [own = '', other = '', nobodys = '', syncChange = '', batch = '', elsewhere = '', last = ''] =
        await note(
          stack(),
          { merchant: 'demo-merchant' },
          { merchant: 'demo-outlet' },
          { merchant: null, kind: 'notification' },
          { merchant: null, kind: 'sync' },
          { merchant: null, kind: 'import' },
          { environment: 'nowhere' },
          { merchant: null, kind: 'undocumented_value' },
        )
      await expect
        .poll(() => [everything, oneMerchant].map((one) => idsOf(one).at(-1)), soon)
        .toEqual([last, last])
      expect(idsOf(everything)).toEqual([own, other, nobodys, syncChange, last])
      expect(idsOf(oneMerchant)).toEqual([own, syncChange, last])
      await expect.poll(() => idsOf(administrator).at(-1), soon).toBe(batch)
      expect(idsOf(administrator)).toEqual([syncChange, batch])
      expect(idsOf(everything)).not.toContain(elsewhere)
    })

    it('resumes after a cut stream without a gap or a repeat', async () => {
      const visitor = await stack().as('finance')
      const first = await fresh(visitor)
      const before = await note(stack(), {}, {})
      await expect.poll(() => idsOf(first), soon).toEqual(before)
      first.leave()
      const missed = await note(stack(), {}, {}, {})
      const second = await hear(visitor, { after: first.lastId() })
      const later = await note(stack(), {})
      await expect.poll(() => idsOf(second), soon).toEqual([...missed, ...later])
    })

    it.each([
      ['older than what is kept', '0'],
      ['of another installation', '999999999'],
      ['none', 'zqx7zqx7'],
    ])('sends one resync for a last number that is %s', async (_, after) => {
      // Append more changes than are kept, so that the first numbers are gone.
      await note(stack(), ...Array.from({ length: 700 }, () => ({})))
      await note(stack(), ...Array.from({ length: 400 }, () => ({})))
      const listener = await hear(await stack().as('finance'), { after })
      const [id = ''] = await note(stack(), {})
      await expect.poll(() => idsOf(listener), soon).toEqual([id])
      expect(listener.tolds.map(({ name }) => name)).toEqual(['resync', 'change'])
    })

    it('ends with the session: sends one close event, then refuses', async () => {
      const visitor = await stack().as('finance')
      const listener = await fresh(visitor)
      await visitor.get(endpoints.signOut)
      await expect.poll(() => listener.end(), inTime).toBe('whole')
      expect(listener.tolds.at(-1)?.name).toBe('close')
      const [id = ''] = await note(stack(), {})
      problemIn(await visitor.call(endpoints.streamLiveEvents), 'not_signed_in')
      expect(idsOf(listener)).not.toContain(id)
    })

    it('ends when the provider ends the session, and when another role is chosen', async () => {
      const [revoked, changed] = [await stack().as('auditor'), await stack().as('twoRoles')]
      const [first, second] = [await fresh(revoked), await fresh(changed)]
      await stack().deps.sessions.obeyLogout({
        issuer: stack().sandbox.idpUrl,
        subject: 'auden.holt',
        providerSession: null,
      })
      await changed.get(endpoints.chooseRole, { body: { role: 'compliance' } })
      await expect.poll(() => [first.end(), second.end()], inTime).toEqual(['whole', 'whole'])
      expect([first.tolds.at(-1)?.name, second.tolds.at(-1)?.name]).toEqual(['close', 'close'])
      expect((await hear(changed)).status).toBe(200)
    })

    it('closes the oldest stream of a session for a fourth stream', async () => {
      const visitor = await stack().as('finance')
      const streams = [await hear(visitor), await hear(visitor), await hear(visitor), await hear(visitor)]
      await expect.poll(() => streams[0]?.end(), soon).toBe('whole')
      expect(streams[0]?.retryMs()).toBeGreaterThanOrEqual(30_000)
      const [id = ''] = await note(stack(), {})
      for (const one of streams.slice(1)) await expect.poll(() => idsOf(one), soon).toContain(id)
    })

    it('cuts a client that does not read, and no other client', { timeout: 120_000 }, async () => {
      const visitor = await stack().as('finance')
      const other = await fresh(await stack().as('compliance'))
      const { port } = new URL(stack().origin)
      const socket = connect(Number(port), 'localhost')
      socket.pause()
      let closed = false
      socket.once('close', () => {
        closed = true
      })
      socket.on('error', () => undefined)
      const head = Object.entries(callHeadersOf(visitor)).map(([name, value]) => `${name}: ${value}`)
      socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\n${head.join('\r\n')}\r\n\r\n`)
      const { hub } = stack().deps
      await expect.poll(() => hub.countStreams().streams, soon).toBe(2)
      const before = hub.countStreams().cut
      // Sends changes until the idle client is cut; the time limit of the test stops an endless loop.
      while (hub.countStreams().cut === before) {
        const [last = ''] = (
          await note(stack(), ...Array.from({ length: 900 }, () => ({ subject_id: 'x'.repeat(60) })), {})
        ).slice(-1)
        // Waits for the reading client, so that a slow machine does not let this client fall behind.
        await expect.poll(() => other.tolds.at(-1)?.data, soon).toContain(last)
      }
      expect(hub.countStreams().cut).toBe(before + 1)
      await expect.poll(() => hub.countStreams().streams, soon).toBe(1)
      const [id = ''] = await note(stack(), {})
      await expect.poll(() => idsOf(other).at(-1), inTime).toBe(id)
      socket.resume()
      await expect.poll(() => closed, inTime).toBe(true)
    })

    it.runIf(isFullRun)(
      'sends a heartbeat with the number to resume from',
      {
        timeout: 120_000,
      },
      async () => {
        const listener = await fresh(await stack().as('admin'))
        await note(stack(), {})
        await expect.poll(() => listener.comments(), { timeout: 90_000, interval: 200 }).toBe(1)
        // Advances the number past a change that this person may not read.
        expect(listener.lastId()).toBe(await newest(stack()))
      },
    )
  },
  {},
  quiet,
)

describe('a stream without changes for this person', () => {
  it('sends a heartbeat with the newest number to resume from', async () => {
    const replayBuffer = createReplayBuffer<LiveChange>(7)
    const subscriber = {
      wait: async () => 'quiet' as const,
      beginWrite: () => undefined,
      endWrite: () => undefined,
      unsubscribe: () => undefined,
    }
    const hub = {
      catchUp: async () => replayBuffer,
      subscribe: () => subscriber,
      countStreams: () => ({ streams: 1, cut: 0 }),
      stop: () => undefined,
    }
    const client = {
      lastEventId: '7',
      signal: new AbortController().signal,
      disconnect: () => undefined,
      countRows: () => undefined,
    }
    const lines = streamLiveChanges(client, 'session', hub, replayBuffer, () => false)
    expect((await lines.next()).value).toMatch(/^retry: \d+\nid: 7\n\n$/)
    expect((await lines.next()).value).toBe(': here\nid: 7\n\n')
    const change = { environment: 'stage', merchant: null, kind: 'transaction', subject_id: 'x', version: 1 }
    replayBuffer.add([{ ...change, kind: 'transaction' as const, seq: 8, at: Date.now() }])
    expect((await lines.next()).value).toBe(': here\nid: 8\n\n')
    await lines.return(undefined)
  })
})

onOneDatabase('an idle session', (stack) => {
  /** Makes every session a minute older; a use would set its time to now. */
  async function age(): Promise<void> {
    const { sessions, store } = stack().deps
    await store.db
      .updateTable('sessions')
      .set((row) => ({ last_used_at: row('last_used_at', '-', 60_000) }))
      .execute()
    // Drop the cached rows: any change through the instance clears its cache.
    await sessions.revokeBreakGlass({ issuer: 'nobody', subject: 'nobody' })
  }

  it('ends in spite of an open stream and background refreshes', async () => {
    const visitor = await stack().as('finance')
    const listener = await listenToStream(visitor)
    const quietly = { headers: { [csrfHeader.name]: '1', [backgroundRefreshHeader.name]: '1' } }
    const read = () => visitor.send('GET', '/api/session', quietly)
    await expect
      .poll(
        async () => {
          await read()
          await age()
          return listener.end()
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe('whole')
    expect(listener.tolds.at(-1)?.name).toBe('close')
    expect((await read()).status).toBe(401)
    problemIn(await visitor.call(endpoints.streamLiveEvents), 'session_idle', 'not_signed_in')
  })

  it('ends in spite of streams that are opened repeatedly', async () => {
    const visitor = await stack().as('finance')
    await expect
      .poll(
        async () => {
          const one = await listenToStream(visitor)
          one.leave()
          await age()
          return one.status
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(401)
  })
})

describe('an instance that stops', () => {
  onOneDatabase('sends its clients to another instance', (stack) => {
    it('by ending each stream with a reconnection time', async () => {
      const listener = await listenToStream(await stack().as('finance'))
      stack().deps.hub.stop()
      await expect.poll(() => listener.end(), soon).toBe('whole')
      expect(listener.tolds.map(({ name }) => name)).not.toContain('close')
      expect(listener.retryMs()).toBeGreaterThanOrEqual(1_000)
    })
  })
})
