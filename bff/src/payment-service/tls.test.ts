import { createServer as createPlainServer, type Server, type Socket } from 'node:net'
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  type TlsOptions,
} from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  authorityCertificate,
  expiredCertificate,
  otherNameCertificate,
  serverKey,
  validCertificate,
} from './certificates.test-kit.ts'
import {
  buildStateReply,
  openTestService,
  patientLimits,
  shortLimits,
  testClientName,
  testReference,
  testToken,
  testTransactionId,
} from './fault-server.test-kit.ts'
import { defaultUpstreamLimits, type UpstreamLimits } from './parsing/limits.ts'

const before = getCACertificates('default')
const trust = (authorities: readonly string[]) => setDefaultCACertificates([...before, ...authorities])

/** Collects all received bytes, decrypted if the server is a TLS server. */
function collect(heard: Buffer[], sockets: Set<Socket>) {
  return (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk)
      const head = chunk.toString('latin1')
      if (head.startsWith('GET '))
        socket.write(buildStateReply({ path: head.split(' ')[1] ?? '', head, nth: 1, socket }))
    })
  }
}

describe('TLS to the payment service', () => {
  const heard: Buffer[] = []
  const sockets = new Set<Socket>()
  let server: Server | undefined

  beforeAll(() => trust([authorityCertificate]))
  afterAll(() => trust([]))
  afterEach(async () => {
    trust([authorityCertificate])
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    heard.length = 0
    const ending = server
    server = undefined
    if (ending !== undefined) await new Promise((done) => ending.close(done))
  })

  async function listening(one: Server): Promise<string> {
    server = one
    one.on('tlsClientError', () => {})
    await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
    const address = one.address()
    return `https://localhost:${address !== null && typeof address === 'object' ? address.port : 0}`
  }
  const withCertificate = (cert: string, more: TlsOptions = {}) =>
    listening(createTlsServer({ key: serverKey, cert, ...more }, collect(heard, sockets)))

  async function read(address: string, limits: UpstreamLimits = patientLimits): Promise<string> {
    const testService = openTestService(address, limits)
    const outcome = await testService.service.readState(testTransactionId, {
      reference: testReference,
      fresh: true,
    })
    await testService.service.close()
    for (const secret of [testToken, testClientName])
      expect(JSON.stringify([outcome, testService.log])).not.toContain(secret)
    return outcome.outcome === 'failed' ? `${outcome.problem} ${outcome.cause}` : outcome.outcome
  }
  const nothingToldOfUs = () => {
    const text = Buffer.concat(heard).toString('latin1')
    for (const secret of [testToken, testClientName, testTransactionId]) expect(text).not.toContain(secret)
  }

  test('accepts a certificate of this name from a trusted authority', async () => {
    expect(await read(await withCertificate(validCertificate))).toBe('found')
    expect(Buffer.concat(heard).toString('latin1')).toContain(testToken)
  })

  const refused: readonly [what: string, cert: string, more?: TlsOptions][] = [
    ['U-34 expired', expiredCertificate],
    ['U-34 of another name', otherNameCertificate],
    [
      'U-34 a version that nobody should use any more',
      validCertificate,
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    ],
  ]
  test.each(refused)('%s: sends nothing', async (_, cert, more) => {
    expect(await read(await withCertificate(cert, more))).toBe('upstream_unreachable tls')
    nothingToldOfUs()
  })

  test('U-34 sends nothing to a certificate of an untrusted authority', async () => {
    trust([])
    expect(await read(await withCertificate(validCertificate))).toBe('upstream_unreachable tls')
    nothingToldOfUs()
  })

  test('U-34 sends nothing without encryption and never falls back to plain text', async () => {
    const plain = createPlainServer((socket) => {
      collect(heard, sockets)(socket)
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
    expect(await read(await listening(plain))).toBe('upstream_unreachable tls')
    nothingToldOfUs()
  })

  test('U-34 gives up a stalled handshake in time', async () => {
    const silent = createPlainServer(collect(heard, sockets))
    expect(await read(await listening(silent), shortLimits)).toMatch(
      /^upstream_(unreachable connect_timeout|timeout (first_byte|deadline))$/,
    )
    nothingToldOfUs()
  })

  // Allow a long timeout: without a name server the look-up itself takes time.
  test('U-35 reports a host name that does not exist', async () => {
    expect(await read('https://no-such-service.invalid', defaultUpstreamLimits)).toMatch(
      /^upstream_(unreachable|timeout) /,
    )
  })
})
