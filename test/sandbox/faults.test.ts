import { connect } from 'node:net'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FaultName } from './fault-names.ts'
import { faultNames } from './fault-names.ts'
import { bombSize } from './fault-wire.ts'
import { parseJson } from './json.ts'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import { controlSandbox, headersOf, readService, transactionIdsOf, valueAt } from './test-client.ts'

let sandbox: Sandbox
let id = ''
beforeAll(async () => {
  sandbox = await startSandbox()
  ;[id = ''] = await transactionIdsOf(sandbox, 'cust-success')
})
beforeEach(async () => {
  await controlSandbox(sandbox, 'DELETE', 'faults')
})
afterAll(async () => {
  await sandbox.stop()
})

interface Raw {
  readonly head: string
  readonly body: Buffer
  readonly packets: number
  readonly milliseconds: number
  readonly end: 'closed' | 'reset' | 'waiting'
}

/** Timeout longer than any answer takes on a busy machine (ms). */
const patience = 20_000
const announced = (head: string) => Number(/content-length: (\d+)/i.exec(head)?.[1])
/** True once the body has the announced length. */
const whole = (head: string, size: number) => size >= announced(head)

/** Reads raw bytes until `isEnough` returns true, or until `longest` ms have passed. */
async function raw(
  fault: FaultName,
  isEnough: (head: string, size: number) => boolean = () => false,
  longest = patience,
): Promise<Raw> {
  await controlSandbox(sandbox, 'POST', 'faults', { account: 'stage', operation: 'state', fault })
  const { hostname, port } = new URL(sandbox.serviceUrl)
  const started = Date.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let head: string | undefined
    let size = 0
    const socket = connect(Number(port), hostname)
    const finish = (end: Raw['end']) => {
      clearTimeout(timer)
      socket.destroy()
      const all = Buffer.concat(chunks)
      const split = all.indexOf('\r\n\r\n')
      resolve({
        head: all.subarray(0, Math.max(0, split)).toString('latin1'),
        body: split < 0 ? Buffer.alloc(0) : all.subarray(split + 4),
        packets: chunks.length,
        milliseconds: Date.now() - started,
        end,
      })
    }
    const timer = setTimeout(() => {
      finish('waiting')
    }, longest)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (head === undefined) {
        const all = Buffer.concat(chunks)
        const split = all.indexOf('\r\n\r\n')
        if (split < 0) return
        head = all.subarray(0, split).toString('latin1')
        size = all.length - split - 4
      }
      if (isEnough(head, size)) finish('waiting')
    })
    socket.on('error', () => {
      finish('reset')
    })
    socket.on('close', () => {
      finish('closed')
    })
    const lines = Object.entries(headersOf())
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    socket.write(`GET /stage/v1/authorization/${id} HTTP/1.1\r\nhost: x\r\n${lines}\r\n`)
  })
}

describe('faults on the wire', () => {
  it('slow responds after two seconds', async () => {
    const answer = await raw('slow', whole)
    expect(answer.milliseconds).toBeGreaterThan(1_900)
    expect(parseJson(answer.body.toString())).toMatchObject({ id })
  })
  it('hang never responds', async () => {
    const answer = await raw('hang', whole, 400)
    expect([answer.head, answer.end]).toEqual(['', 'waiting'])
  })
  it('drip sends single bytes with pauses', async () => {
    const answer = await raw('drip', (_, size) => size >= 4)
    expect(answer.milliseconds).toBeGreaterThan(500)
    expect(announced(answer.head)).toBeGreaterThan(500)
    expect(answer.body.length).toBeGreaterThan(1)
    expect(answer.body.length).toBeLessThan(8)
  })
  it('reset closes before any header', async () => {
    const answer = await raw('reset')
    expect([answer.head, answer.end]).toEqual(['', 'reset'])
  })
  it('reset-body closes in the middle', async () => {
    const answer = await raw('reset-body')
    expect(answer.body.length).toBeGreaterThan(0)
    expect(answer.body.length).toBeLessThan(announced(answer.head))
    expect(answer.end).toBe('reset')
  })
  it('truncated ends early in a body without content length', async () => {
    const answer = await raw('truncated')
    expect(answer.head).not.toMatch(/content-length/i)
    expect(parseJson(answer.body.toString())).toBeUndefined()
    expect(answer.end).toBe('closed')
  })
  it('short-length and long-length announce a wrong length', async () => {
    const short = await raw('short-length')
    expect(short.body.length).toBeLessThan(announced(short.head))
    await controlSandbox(sandbox, 'DELETE', 'faults')
    const long = await raw('long-length')
    expect(long.body.length).toBeGreaterThan(announced(long.head))
  })
  it('huge-header sends a megabyte of header', async () => {
    expect((await raw('huge-header')).head.length).toBeGreaterThan(1024 * 1024)
  })
  it('slicer sends many small packets of a whole body', async () => {
    const answer = await raw('slicer', whole)
    expect(parseJson(answer.body.toString())).toMatchObject({ id })
    expect(answer.packets).toBeGreaterThan(20)
  })
  it('large sends a body of many megabytes', async () => {
    const answer = await raw('large', (_, size) => size > 8 * 1024 * 1024)
    expect(answer.body.length).toBeGreaterThan(7 * 1024 * 1024)
  })
  it('gzip-bomb is small and decodes to 200 MB', async () => {
    const answer = await raw('gzip-bomb', whole)
    expect(answer.head).toMatch(/content-encoding: gzip/)
    expect(answer.body.length).toBeLessThan(1024 * 1024)
    const gunzip = createGunzip()
    gunzip.end(answer.body)
    let size = 0
    for await (const chunk of gunzip) size += Buffer.from(chunk).length
    expect(size).toBeGreaterThanOrEqual(bombSize)
  })
})

const statuses: readonly (readonly [FaultName, number])[] = [
  ['500', 500],
  ['502', 502],
  ['503', 503],
  ['503-empty', 503],
  ['429', 429],
  ['429-long', 429],
  ['429-odd', 429],
  ['401', 401],
  ['403', 403],
  ['400', 400],
  ['404', 404],
  ['html', 200],
  ['no-type', 200],
  ['empty', 200],
  ['204', 204],
  ['redirect', 302],
]

async function faulty(fault: FaultName): Promise<{ response: Response; text: string }> {
  await controlSandbox(sandbox, 'POST', 'faults', { account: 'stage', operation: 'any', id, fault, times: 1 })
  const response = await fetch(`${sandbox.serviceUrl}/stage/v1/authorization/${id}`, {
    headers: headersOf(),
    redirect: 'manual',
  })
  return { response, text: await response.text() }
}

describe('faults in the answer', () => {
  it.each(statuses)('%s responds with status %i', async (fault, status) => {
    expect((await faulty(fault)).response.status).toBe(status)
    expect((await readService(sandbox, `/v1/authorization/${id}`)).status).toBe(200)
  })
  it('sends the headers for retries and content types', async () => {
    const after = async (fault: FaultName) => (await faulty(fault)).response.headers.get('retry-after')
    expect([await after('429'), await after('429-long'), await after('429-odd')]).toEqual([
      '1',
      '3600',
      'abc',
    ])
    expect((await faulty('no-type')).response.headers.get('content-type')).toBeNull()
    expect((await faulty('html')).response.headers.get('content-type')).toContain('text/html')
  })
  it('counts requests that follow a redirect', async () => {
    const { response } = await faulty('redirect')
    await fetch(response.headers.get('location') ?? '')
    expect(await controlSandbox(sandbox, 'GET', 'sinkhole')).toEqual({ hits: 1 })
  })
  it.each([
    ['null', null],
    ['array', []],
    ['string', 'x'],
  ] as const)('%s is valid JSON of the wrong type', async (fault, value) => {
    expect(parseJson((await faulty(fault)).text)).toEqual(value)
  })
  it('sends invalid, excessive and duplicate content', async () => {
    expect(parseJson((await faulty('malformed')).text)).toBeUndefined()
    expect((await faulty('deep')).text).toContain('{"a":'.repeat(100_000))
    expect((await faulty('wide')).text).toContain('"m999999":0')
    expect((await faulty('long-string')).text.length).toBeGreaterThan(5 * 1024 * 1024)
    expect((await faulty('duplicate-keys')).text.match(/"state":/g)).toHaveLength(2)
    expect((await faulty('unknown-members')).text).toContain('unlisted_object')
  })
  it('answers with the record of another customer, merchant or transaction', async () => {
    expect(valueAt(parseJson((await faulty('wrong-id')).text), 'id')).not.toBe(id)
    expect(valueAt(parseJson((await faulty('wrong-merchant')).text), 'original_message', 'merchant_id')).toBe(
      'foreign-merchant',
    )
    expect(
      valueAt(parseJson((await faulty('wrong-rid')).text), 'original_message', 'account', 'identifier'),
    ).toBe('cust-somebody-else')
  })
})

describe('faults by customer', () => {
  it('fail in three places and on a list', async () => {
    const [first = '', second = '', third = ''] = await transactionIdsOf(sandbox, 'fault-500')
    expect((await readService(sandbox, `/v1/authorization/${first}`)).status).toBe(500)
    const healthy = await readService(sandbox, `/v1/authorization/${third}`)
    expect([healthy.status, (await readService(sandbox, `/v1/authorization/${second}`)).status]).toEqual([
      200, 200,
    ])
    expect((await readService(sandbox, `/v1/transaction/${second}/notifications`)).status).toBe(500)
    expect(
      (await readService(sandbox, `/v1/identity/${String(valueAt(healthy.json, 'identity', 'id'))}`)).status,
    ).toBe(500)
    expect((await readService(sandbox, '/v1/transaction/states/demo-merchant/fault-list-500')).status).toBe(
      500,
    )
  })
  it('exist for each fault', async () => {
    for (const fault of faultNames)
      expect(await transactionIdsOf(sandbox, `fault-${fault}`), fault).toHaveLength(3)
  })
})
