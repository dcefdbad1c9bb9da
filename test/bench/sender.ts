import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/**
 * Sends notifications as the payment service does, each a different one, over many
 * connections, and does nothing else: a library for load would need more of the machine than
 * the measured process. Prints one JSON line.
 */
const port = Number(process.env.PORT)
const path = process.env.PATH_TO ?? '/notify/stage/v1/notification'
const token = process.env.TOKEN ?? ''
const senders = Number(process.env.SENDERS ?? 64)
const seconds = Number(process.env.SECONDS_EACH ?? 8)
const perSecond = Number(process.env.PER_SECOND ?? 0)
const run = process.env.RUN ?? '0'

const filler = 'provider response of a usual length, as stage sends it; '.repeat(14)
let serial = 0

/** Builds a notification of about a kilobyte, as real ones have. */
function nextRequest(): Buffer {
  serial += 1
  const id = `${run.padStart(8, '0')}-6a0b-4f0e-9a53-${String(serial).padStart(12, '0')}`
  const body = `{"id":"${id}","uid":"${id}","secret":"s-${serial}","event":"payment_success","state":"PENDING","compound_state":"PENDING.PROCESSING_TRANSACTION","detail":"${filler}"}`
  const proof = createHmac('sha256', token).update(body).digest('base64')
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-isx-checksum: ${proof}\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.from(head + body, 'latin1')
}

const times: number[] = []
const statuses = new Map<string, number>()
let counting = false
let over = false

/**
 * Runs one connection: sends the next notification after the answer to the one
 * before, or on schedule if a rate is given.
 */
function sender(at: number): Promise<void> {
  return new Promise((ended) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let begun = 0
    let text = ''
    let turn = performance.now() + (at * 1_000) / Math.max(perSecond, 1)
    const send = () => {
      begun = performance.now()
      socket.write(nextRequest())
    }
    const next = () => {
      if (over) return socket.end()
      if (perSecond === 0) return send()
      turn += (senders * 1_000) / perSecond
      setTimeout(send, Math.max(0, turn - performance.now()))
    }
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (end < 0 || text.length < end + 4 + length) return
      const status = text.slice(9, 12)
      text = ''
      if (counting) {
        times.push(performance.now() - begun)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      next()
    })
    socket.on('connect', next)
    socket.on('error', () => undefined)
    socket.on('close', () => ended())
  })
}

const all = Promise.all(Array.from({ length: senders }, (_, at) => sender(at)))
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
await pause(2_000)
counting = true
const begun = performance.now()
await pause(seconds * 1_000)
counting = false
const took = (performance.now() - begun) / 1_000
over = true
await Promise.race([all, pause(2_000)])
times.sort((a, b) => a - b)
const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
console.log(
  JSON.stringify({
    perSecond: times.length / took,
    p50: quantile(0.5),
    p99: quantile(0.99),
    most: times.at(-1) ?? 0,
    statuses: Object.fromEntries(statuses),
  }),
)
process.exit(0)
