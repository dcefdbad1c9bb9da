import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

const gzipAsync = promisify(gzip)

/**
 * Size in bytes below which compression costs more than it saves; above, a history of thousands shrinks to a
 * tenth.
 */
const minGzipBytes = 32_768

/** Sends an answer, compressed if it is large and the browser accepts that. */
export async function sendJson(request: Request, response: Response, body: Buffer): Promise<void> {
  const head = ['content-type', 'application/json; charset=utf-8', 'vary', 'accept-encoding']
  const packs = body.length > minGzipBytes && request.acceptsEncodings('gzip') === 'gzip'
  if (!packs) {
    response.writeHead(200, [...head, 'content-length', String(body.length)]).end(body)
    return
  }
  const packed = await gzipAsync(body, { level: constants.Z_BEST_SPEED })
  response
    .writeHead(200, [...head, 'content-encoding', 'gzip', 'content-length', String(packed.length)])
    .end(packed)
}
