import { z } from 'zod'
import { merchantId } from '../core/ids.ts'

export const importId = z.string().regex(/^m_[0-9a-z]{20}$/)

/**
 * A CSV file whose first column, or the column headed `rid` or `transaction`, holds RIDs or the service's
 * transaction ids. `merchant` is needed for RIDs where the environment has several.
 */
export const importRequest = z.strictObject({
  of: z.enum(['rid', 'transaction']),
  merchant: merchantId.optional(),
  text: z.string().min(1).max(4_000_000),
})
export type ImportRequest = z.infer<typeof importRequest>

/** A line that was refused for its form. Never what it said, and never what the service says of an id. */
export const refusedImportLine = z.strictObject({
  line: z.int().min(1),
  why: z.enum(['not_a_rid', 'not_a_transaction_id', 'card_number', 'twice', 'empty', 'too_many']),
})

/** Times are ISO 8601 UTC. */
export const importView = z.strictObject({
  import: importId,
  of: z.enum(['rid', 'transaction']),
  by: z.enum(['page', 'command']),
  status: z.enum(['running', 'done', 'stopped']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  lines: z.int().min(0),
  done: z.int().min(0),
  /** Transactions that this office did not know before. */
  added: z.int().min(0),
  refused: z.int().min(0),
  refusedLines: z.array(refusedImportLine),
  /** True where more lines were refused for their form than the 500 listed. */
  moreRefused: z.boolean(),
  /** Ids that the service does not know, and those that could not be read: how many, not which. Null in a list. */
  service: z.strictObject({ unknown: z.int().min(0), unread: z.int().min(0) }).nullable(),
})
export type ImportView = z.infer<typeof importView>
export const importList = z.strictObject({ imports: z.array(importView) })
