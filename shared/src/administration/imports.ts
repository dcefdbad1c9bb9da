import { z } from 'zod'
import { merchantIdSchema } from '../core/ids.ts'

export const importIdSchema = z.string().regex(/^m_[0-9a-z]{20}$/)

/**
 * CSV file with RIDs or transaction ids of the payment service. `column` is required unless the file has one
 * column only, or a column headed `rid` or `transaction`. `merchant` is required for RIDs if the environment
 * has several merchants.
 */
export const startImportRequestSchema = z.strictObject({
  kind: z.enum(['rid', 'transaction']),
  merchant: merchantIdSchema.optional(),
  text: z.string().min(1).max(4_000_000),
  /** Column of the ids, counted from 0, and whether the first line is a heading. */
  column: z.strictObject({ at: z.int().min(0).max(499), heading: z.boolean() }).optional(),
})
export type StartImportRequest = z.infer<typeof startImportRequestSchema>

/**
 * Line refused for its form. Contains neither the text of the line nor what the payment service says about an
 * id.
 */
export const refusedImportLineSchema = z.strictObject({
  line: z.int().min(1),
  reason: z.enum(['not_a_rid', 'not_a_transaction_id', 'card_number', 'twice', 'empty', 'too_many']),
})
export type RefusedImportLine = z.infer<typeof refusedImportLineSchema>

/** Import with its progress: `done` and `refused` of `lines` are read. Times are ISO 8601 UTC. */
export const idImportSchema = z.strictObject({
  import: importIdSchema,
  kind: z.enum(['rid', 'transaction']),
  by: z.enum(['page', 'command']),
  /** `stopped`: a person stopped the import; what was added until then stays. */
  status: z.enum(['running', 'done', 'stopped']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  lines: z.int().min(0),
  done: z.int().min(0),
  /** Transactions that were not in our records before. */
  added: z.int().min(0),
  refused: z.int().min(0),
  refusedLines: z.array(refusedImportLineSchema),
  /** True if more lines were refused for their form than the 500 listed. */
  moreRefused: z.boolean(),
  /** Numbers of ids that the payment service does not know or that could not be read; null in a list. */
  service: z.strictObject({ unknown: z.int().min(0), unread: z.int().min(0) }).nullable(),
})
export type IdImport = z.infer<typeof idImportSchema>
export const idImportListSchema = z.strictObject({ imports: z.array(idImportSchema) })
