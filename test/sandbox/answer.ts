import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json } from './json.ts'
import { serialiseJson } from './json.ts'
import type { ErrorDetail } from './wire.ts'
import { errorBody } from './wire.ts'

/** Response as a value, so that a fault can be applied between building and sending it. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export function jsonAnswer(status: number, body: Json): ServiceAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: serialiseJson(body) }
}

export function errorAnswer(
  status: number,
  code: string,
  message: string,
  details: readonly ErrorDetail[] = [],
): ServiceAnswer {
  return jsonAnswer(status, errorBody(code, message, details))
}

export function notFound(): ServiceAnswer {
  return errorAnswer(404, 'NOT_FOUND', 'The requested resource was not found.')
}

/** Responses of the control calls. */
export function badRequestAnswer(message: string): ServiceAnswer {
  return errorAnswer(400, 'SANDBOX_CONTROL', message)
}

export function okAnswer(): ServiceAnswer {
  return jsonAnswer(200, { ok: true })
}

export function htmlAnswer(
  status: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: html,
  }
}

export function sendAnswer(response: ServerResponse, answer: ServiceAnswer): void {
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { 'content-length': String(body.length), ...answer.headers })
  response.end(body)
}

/** Reads the whole request body; undefined if it is larger than `limit` bytes. */
export async function readBody(
  request: IncomingMessage,
  limit = 32 * 1024 * 1024,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limit) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
