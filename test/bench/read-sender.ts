import { connect } from 'node:net'

/**
 * Reads over 32 connections, each with the next request after the answer to the one before, and does nothing
 * else: a library for load would need more of the machine than the measured process. Prints one JSON line.
 */
const port = Number(process.env.PORT)
const before = process.env.PATH_BEFORE ?? '/'
/** Number of different ids, used in turn; without it, every read is of another id. */
const ids = Number(process.env.IDS ?? Number.POSITIVE_INFINITY)
/** First letter of the ids: `f` for transactions that are final. */
const letter = process.env.LETTER ?? '3'
/** Number of the run: each run reads other transactions, unless SAME tells it to read the same ones again. */
const run = process.env.SAME === '1' ? 0 : Number(process.env.RUN ?? 0) + 1
const headers = process.env.HEADERS ?? ''
const seconds = Number(process.env.SECONDS_EACH ?? 5)
const connections = 32
const warmUpMs = 2_000

let serial = 0
let counting = false
let over = false
let wrong = 0
const times: number[] = []

function nextRequest(): string {
  const nth = serial % ids
  serial += 1
  const id = `${letter}f6c1c1e-6a0b-4f0e-${String(9_000 + run)}-${String(nth).padStart(12, '0')}`
  return `GET ${before}${id} HTTP/1.1\r\nhost: localhost:${port}\r\n${headers}\r\n`
}

const end = Buffer.from('\r\n\r\n')

/** Returns the number of bytes of the first answer, or 0 while the answer is not complete. */
function answerIn(bytes: Buffer): number {
  const headEnd = bytes.indexOf(end)
  if (headEnd < 0) return 0
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const all = headEnd + 4 + Number(length)
    return bytes.length < all ? 0 : all
  }
  // Accept chunks: a proxy that does not know the length sends them.
  const last = bytes.indexOf('0\r\n\r\n', headEnd + 4, 'latin1')
  return last < 0 ? 0 : last + 5
}

function reader(): Promise<void> {
  return new Promise((ended) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let begun = 0
    let rest: Buffer | null = null
    const send = () => {
      begun = performance.now()
      socket.write(nextRequest(), 'latin1')
    }
    socket.on('connect', send)
    socket.on('data', (chunk: Buffer) => {
      const bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
      if (answerIn(bytes) === 0) {
        rest = bytes
        return
      }
      rest = null
      if (counting) times.push(performance.now() - begun)
      if (bytes.toString('latin1', 9, 12) !== '200') wrong += 1
      if (over) socket.end()
      else send()
    })
    socket.on('error', () => {
      wrong += 1
      ended()
    })
    socket.on('close', () => ended())
  })
}

const readers = Array.from({ length: connections }, reader)
setTimeout(() => {
  console.log('warm')
  counting = true
  const begun = performance.now()
  setTimeout(() => {
    counting = false
    over = true
    const took = (performance.now() - begun) / 1_000
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    const figures = {
      reads: times.length,
      perSecond: times.length / took,
      p50: at(0.5),
      p99: at(0.99),
      wrong,
    }
    console.log(JSON.stringify(figures))
    setTimeout(() => process.exit(0), 500)
    void Promise.all(readers).then(() => process.exit(0))
  }, seconds * 1_000)
}, warmUpMs)
