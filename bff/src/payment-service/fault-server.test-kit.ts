import { createServer, type Server, type Socket } from 'node:net'
import {
  environmentNameSchema,
  identityIdSchema,
  merchantIdSchema,
  ridSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import {
  defaultUpstreamLimits,
  systemClock,
  type UpstreamClock,
  type UpstreamLimits,
} from './parsing/limits.ts'
import { createPaymentService, type PaymentService } from './payment-service.ts'
import type { UpstreamLogEntry } from './transport/call.ts'

export type ReceivedRequest = {
  readonly path: string
  readonly head: string
  readonly nth: number
  readonly socket: Socket
}
export type ServerBehaviour = (receivedRequest: ReceivedRequest) => void

/** Plain TCP server, so that a test can send any bytes. Reads request heads and answers with `behave`. */
export class FaultServer {
  readonly seen: ReceivedRequest[] = []
  readonly sockets = new Set<Socket>()
  parallel = 0
  mostParallel = 0
  behave: ServerBehaviour
  #server: Server | undefined
  #port = 0

  constructor(behave: ServerBehaviour) {
    this.behave = behave
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<this> {
    const server = createServer((socket) => this.#serve(socket))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    const address = server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
    return this
  }

  async stop(): Promise<void> {
    const server = this.#server
    for (const socket of this.sockets) socket.resetAndDestroy()
    if (server?.listening) await new Promise((resolve) => server.close(resolve))
  }

  /** Answers after `ms` and counts the requests that wait at once. */
  later(receivedRequest: ReceivedRequest, ms: number, bytes: string): void {
    this.parallel += 1
    this.mostParallel = Math.max(this.mostParallel, this.parallel)
    setTimeout(() => {
      this.parallel -= 1
      receivedRequest.socket.write(bytes)
    }, ms)
  }

  #serve(socket: Socket): void {
    this.sockets.add(socket)
    let pending = ''
    socket.on('error', () => {})
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end)
        pending = pending.slice(end + 4)
        const seen = { path: head.split(' ')[1] ?? '', head, nth: this.seen.length + 1, socket }
        this.seen.push(seen)
        this.behave(seen)
      }
    })
  }
}

type Reply = { status?: string; type?: string | null; headers?: string[]; length?: number }

/** Builds an HTTP/1.1 answer; `length` replaces the true Content-Length. */
export function buildReply(
  body: string | Buffer,
  { status = '200 OK', type = 'application/json', headers = [], length }: Reply = {},
): string {
  const bytes = Buffer.from(body)
  const lines = [`HTTP/1.1 ${status}`, ...(type === null ? [] : [`Content-Type: ${type}`]), ...headers]
  return `${lines.join('\r\n')}\r\nContent-Length: ${length ?? bytes.length}\r\n\r\n${bytes.toString()}`
}

export const canaryText = 'CANARY-7731-Ångström'
export const testToken = 'token-9f1c22aa-never-shown'
export const testClientName = 'client-name-never-shown'
export const testMerchantId = merchantIdSchema.parse('merchant-1')
export const testTransactionId = transactionIdSchema.parse('0d1f6a52-3c3e-4a51-8f4e-51f1d6f2c001')
export const testIdentityId = identityIdSchema.parse('_b103fc0_158a2f3a950__7e12')
export const testRid = ridSchema.parse('ann@example.org')
export const testReference = supportReferenceSchema.parse('PD-0123456789')

export function buildStateBody(more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: testTransactionId,
    state: 'PENDING',
    compound_state: 'PENDING.CONTACTING_USER',
    response_code_description: canaryText,
    original_message: { merchant_id: testMerchantId },
    ...more,
  })
}

/** Limits that a busy machine never reaches, for tests that are not about time. */
export const patientLimits: UpstreamLimits = {
  ...defaultUpstreamLimits,
  connectMs: 10_000,
  firstByteMs: 10_000,
  totalMs: 20_000,
  retry: { ...defaultUpstreamLimits.retry, minMs: 5, maxMs: 20 },
}

/**
 * Short limits, so that a test can wait for every deadline; still long enough on a busy machine for all that
 * must happen before the deadline.
 */
export const shortLimits: UpstreamLimits = {
  ...patientLimits,
  connectMs: 2_000,
  firstByteMs: 2_500,
  totalMs: 3_500,
}

/** Clock that stands still until a test moves it. */
export function createManualClock(): UpstreamClock & { now: number } {
  const clock = { ...systemClock, now: 1_000_000, monotonic: () => clock.now }
  return clock
}

export type TestService = { readonly service: PaymentService; readonly log: UpstreamLogEntry[] }

export function openTestService(
  baseUrl: string,
  limits: UpstreamLimits = patientLimits,
  clock: UpstreamClock = systemClock,
): TestService {
  const log: UpstreamLogEntry[] = []
  const environment = {
    name: environmentNameSchema.parse('stage'),
    baseUrl,
    clientName: testClientName,
    token: testToken,
    merchantIds: [testMerchantId],
  }
  const service = createPaymentService({ environment, limits, clock, log: (entry) => log.push(entry) })
  return { service, log }
}

/** Sends these parts and leaves the socket open. */
export const sendBytes =
  (...bytes: (string | Buffer)[]): ServerBehaviour =>
  ({ socket }) => {
    for (const part of bytes) socket.write(part)
  }
export const sendBytesAndEnd =
  (bytes: string): ServerBehaviour =>
  ({ socket }) =>
    socket.end(bytes)
export const sendEndlessly =
  (head: string, piece: Buffer | string, pieces: number): ServerBehaviour =>
  ({ socket }) => {
    socket.write(head)
    let left = pieces
    const pour = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 1
        if (!socket.write(piece)) return void socket.once('drain', pour)
      }
    }
    pour()
  }

export const createMany = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
export const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
export const buildTransactionId = (i: number) => transactionIdSchema.parse(`transaction-${i}`)
export const buildStateReply = (receivedRequest: ReceivedRequest) =>
  buildReply(buildStateBody({ id: receivedRequest.path.split('/').at(-1) }))
export const sendStatus =
  (line: string, ...headers: string[]): ServerBehaviour =>
  ({ socket }) =>
    void socket.write(buildReply('', { status: line, headers }))
export const sendHealthyState: ServerBehaviour = (receivedRequest) =>
  void receivedRequest.socket.write(buildStateReply(receivedRequest))
