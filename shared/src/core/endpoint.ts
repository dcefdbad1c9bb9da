import type { z } from 'zod'

/** What crosses the wire at one address; read by web, bff and tests alike. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly response: R
  /** Set where the answer is a stream; `response` is then the schema of one row, event or part. */
  readonly stream?:
    | 'text/csv'
    | 'text/event-stream'
    | 'application/json'
    | 'application/jsonl'
    | 'application/octet-stream'
  /** Bytes of a body at most; 16 KiB where it is not set. */
  readonly maxBodyBytes?: number
}

/** Keeps the types of an endpoint's schemas. */
export function defineEndpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(value: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return value
}
