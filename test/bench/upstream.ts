import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/**
 * Serves the leanest possible payment service: the pending sample record under
 * any requested id; final for ids with `f`.
 */
const sample = readFileSync(join(import.meta.dirname, 'record.json'), 'utf8')
const final = sample
  .replaceAll('"PENDING"', '"SUCCESS"')
  .replace('PENDING.CONTACTING_USER', 'SUCCESS.COMPLETE')

createServer((request, response) => {
  const id = request.url?.split('/').at(-1) ?? ''
  const body = (id.startsWith('f') ? final : sample).replace('the-id', id)
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
