import type { SupportReference } from '@paydesk/shared/core/ids'
import type { RequestHandler } from 'express'

/** Place in a trace as W3C Trace Context names it: identifiers in hex, and whether somebody records the trace. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a `traceparent` header; null for none, or for anything that the standard does not allow. */
export function parseTraceparent(header: string | undefined): TraceContext | null {
  const [, traceId, spanId, flags = '0'] = traceparentPattern.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Formats the header `traceparent` of W3C Trace Context, version 00. */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** One attempt of a call to the payment service, as part of the trace of a request. */
export interface CallSpan {
  /** Header that the call carries. */
  readonly traceparent: string
  /** Ends the attempt; `outcome` is a fixed word, `isFault` tells if it failed. */
  end(outcome: string, isFault: boolean): void
}

/** Begins the span of a call for the request with this reference; null if that request is in no trace. */
export type CallSpanStarter = (reference: SupportReference, name: string) => CallSpan | null

export interface Tracing {
  /** Finds the trace of each request. Runs after the reference is assigned. */
  readonly traceRequests: RequestHandler
  readonly beginCallSpan: CallSpanStarter
  /** Sends what is recorded; never rejects. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Passes the trace of a request on to the payment service as it came, and records nothing. */
export function createTraceForwarding(): Tracing {
  const traceparents = new Map<SupportReference, string>()
  return {
    traceRequests(request, response, next) {
      const context = parseTraceparent(request.get('traceparent'))
      if (context !== null) {
        const { reference } = response.locals
        traceparents.set(reference, formatTraceparent(context))
        response.once('close', () => traceparents.delete(reference))
      }
      next()
    },
    beginCallSpan(reference) {
      const traceparent = traceparents.get(reference)
      return traceparent === undefined ? null : { traceparent, end: () => undefined }
    },
    flush: async () => undefined,
    stop: async () => undefined,
  }
}
