import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ServiceAnswer } from './answer.ts'
import type { FaultContext } from './faults.ts'

/** Waits, but resolves early when the connection closes. */
export function waitWhileConnected(milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      response.off('close', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    response.once('close', end)
  })
}

/** Writes bytes directly to the socket, because the HTTP layer refuses a wrong content length. */
export function rawAnswer(
  response: ServerResponse,
  answer: ServiceAnswer,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
): void {
  const lines = Object.entries({ ...answer.headers, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const { socket } = response
  socket?.write(`HTTP/1.1 ${answer.status} OK\r\n${lines.join('')}\r\n`, 'latin1')
  socket?.end(bytes)
}

/** Sends a body shorter than announced, or with extra text after its end. */
export function sendWithLength(
  response: ServerResponse,
  healthy: ServiceAnswer,
  missing: number,
  extra = '',
): void {
  const bytes = Buffer.from(healthy.body)
  rawAnswer(
    response,
    healthy,
    { 'content-length': String(bytes.length + missing) },
    Buffer.concat([bytes, Buffer.from(extra)]),
  )
}

export async function sendDrip({ response, healthy }: FaultContext): Promise<void> {
  const bytes = Buffer.from(healthy.body)
  response.writeHead(healthy.status, { ...healthy.headers, 'content-length': String(bytes.length) })
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await waitWhileConnected(200, response)
  }
  response.end()
}

/** Sends one byte per packet, so multi-byte characters arrive in pieces. */
export async function sendSlices({ response, healthy }: FaultContext): Promise<void> {
  const bytes = Buffer.from(healthy.body)
  response.socket?.setNoDelay(true)
  response.writeHead(healthy.status, { ...healthy.headers, 'content-length': String(bytes.length) })
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    // Yield to the event loop, otherwise the kernel sends the bytes in one packet.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  response.end()
}

export const bombSize = 200 * 1024 * 1024
const mebibyte = 1024 * 1024

export async function sendLarge({ response, healthy }: FaultContext): Promise<void> {
  const chunk = Buffer.alloc(mebibyte, 'x')
  response.writeHead(200, healthy.headers)
  response.write('{"pad":"')
  for (let sent = 0; sent < bombSize; sent += chunk.length) {
    if (response.destroyed) return
    if (!response.write(chunk)) await drained(response)
  }
  response.end('"}')
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end).off('close', end)
      resolve()
    }
    response.once('drain', end).once('close', end)
  })
}

let bomb: Buffer | undefined

/**
 * Builds a body of 200 MB once decoded. Gzip members may be concatenated, so one compressed piece is
 * repeated.
 */
export function gzipBomb(): Buffer {
  if (bomb === undefined) {
    const piece = gzipSync(Buffer.alloc(mebibyte, 'x'), { level: 9 })
    const pieces = Array.from({ length: bombSize / mebibyte }, () => piece)
    bomb = Buffer.concat([gzipSync('{"pad":"'), ...pieces, gzipSync('"}')])
  }
  return bomb
}

export function sendHuge(response: ServerResponse, healthy: ServiceAnswer): void {
  const bytes = Buffer.from(healthy.body)
  rawAnswer(
    response,
    healthy,
    { 'content-length': String(bytes.length), 'x-padding': 'p'.repeat(mebibyte) },
    bytes,
  )
}
