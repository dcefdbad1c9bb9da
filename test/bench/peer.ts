import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import express, { type RequestHandler } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { Pool } from 'undici'

const target = process.env.TARGET ?? ''

/** Passes bytes on with undici, the HTTP client of Paydesk, and does nothing else. */
function passedOn(): RequestHandler {
  const pool = new Pool(target, { connections: 64 })
  return (request, response) => {
    pool
      .request({ path: request.url, method: 'GET' })
      .then(async ({ headers, body }) => {
        const bytes = Buffer.from(await body.arrayBuffer())
        const type = String(headers['content-type'])
        response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
      })
      .catch(() => response.writeHead(502).end())
  }
}

/** Answers from memory: the remaining cost is Express. */
function fromMemory(): RequestHandler {
  const bytes = readFileSync(join(import.meta.dirname, 'record.json'))
  const head = { 'content-type': 'application/json', 'content-length': bytes.length }
  return (_request, response) => void response.writeHead(200, head).end(bytes)
}

/**
 * Peers that check, mask and record nothing, with kept-alive
 * connections as in Paydesk or with their defaults.
 */
const peers: Readonly<Record<string, () => RequestHandler>> = {
  kept: () => createProxyMiddleware({ target, agent: new Agent({ keepAlive: true, maxSockets: 64 }) }),
  plain: () => createProxyMiddleware({ target }),
  passed: passedOn,
  memory: fromMemory,
}

const make = peers[process.env.PEER ?? '']
if (make === undefined) throw new Error('no such peer')
const app = express()
app.use(make())
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
