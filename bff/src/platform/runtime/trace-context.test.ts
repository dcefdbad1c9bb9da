import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { describe, expect, it } from 'vitest'
import { generateSupportReference } from './reference.ts'
import { createTraceForwarding, formatTraceparent, parseTraceparent } from './trace-context.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const header = `00-${traceId}-${spanId}-01`

describe('traceparent', () => {
  it('is read and written as W3C Trace Context says', () => {
    expect(parseTraceparent(header)).toEqual({ traceId, spanId, isSampled: true })
    expect(formatTraceparent({ traceId, spanId, isSampled: true })).toBe(header)
    expect(parseTraceparent(header.replace(/01$/, '02'))?.isSampled).toBe(false)
  })

  it.each([
    undefined,
    '',
    header.toUpperCase(),
    `${header}-x`,
    header.replace(traceId, '0'.repeat(32)),
    header.replace(spanId, '0'.repeat(16)),
    header.replace(/^00/, 'ff'),
    `${header}\r\nx: y`,
  ])('is ignored if it is malformed: %s', (malformed) => {
    expect(parseTraceparent(malformed)).toBeNull()
  })
})

it('passes a trace on for as long as its request lasts, without a collector', () => {
  const tracing = createTraceForwarding()
  const reference = generateSupportReference()
  const request: Pick<Request, 'get'> = { get: () => header } as never
  const response = Object.assign(new EventEmitter(), { locals: { reference } })
  tracing.traceRequests(request as Request, response as unknown as Response, () => undefined)
  expect(tracing.beginCallSpan(reference, 'state')?.traceparent).toBe(header)
  expect(tracing.beginCallSpan(generateSupportReference(), 'state')).toBeNull()
  response.emit('close')
  expect(tracing.beginCallSpan(reference, 'state')).toBeNull()
})
