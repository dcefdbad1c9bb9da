import { z } from 'zod'
import { exportRequestIdSchema } from './ids.ts'

/** Contract of one API endpoint, used by web, bff and tests. */
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
  /** Loads `response`, which is absent from the table of the built pages (`web/late-contracts.ts`). */
  readonly loadResponse?: () => Promise<R>
  /** Content type of a streamed response; `response` is then the schema of one row, event or part. */
  readonly stream?:
    | 'text/csv'
    | 'text/event-stream'
    | 'application/json'
    | 'application/jsonl'
    | 'application/octet-stream'
  /** Maximum request body; 16 KiB by default. */
  readonly maxBodyBytes?: number
}

/** Returns its argument: the call only preserves the types of the schemas. */
export function defineEndpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(value: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return value
}

/** Forms in which a list leaves as a file; without one it is CSV. */
export const exportFormatSchema = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormatSchema>

/**
 * Query of an export: the filter of its list or, for more rows than are exported without an approval, the
 * approved request, which holds the filter.
 */
export const createExportQuerySchema = <Shape extends z.ZodRawShape>(filter: z.ZodObject<Shape>) =>
  z.strictObject({ ...filter.shape, request: exportRequestIdSchema.optional() })

/**
 * Filter of a list by days such as `2026-11-27`, both included; a missing end is open. The server counts the days in
 * the time zone that the person has chosen.
 */
export const dayRangeShape = { from: z.iso.date().optional(), to: z.iso.date().optional() }

export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}
