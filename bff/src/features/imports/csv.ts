import { setImmediate as turn } from 'node:timers/promises'
import {
  type ImportColumn,
  type ImportIdKind,
  isBlankCsvRow,
  parseCsvRecords,
  previewImport,
} from '@paydesk/shared/administration/import-csv'
import { refusedImportLineSchema } from '@paydesk/shared/administration/imports'
import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { findPastedUuid, normalizePastedText, readPastedRid } from '@paydesk/shared/core/pasted-text'
import { z } from 'zod'

/** Reasons for refusing a line: its form, or the answer of the payment service for its id. */
export const importRefusalReasonSchema = z.enum([
  ...refusedImportLineSchema.shape.reason.options,
  'not_found',
  'failed',
])
export type ImportRefusalReason = z.infer<typeof importRefusalReasonSchema>

/** Line of the file with either an id or the reason for its refusal. */
export interface ImportLine {
  /** Line number as in an editor, from 1. */
  readonly line: number
  readonly id: string | null
  readonly why: ImportRefusalReason | null
}

export interface ParsedImportCsv {
  readonly lines: readonly ImportLine[]
  /** Lines after the last accepted one; the first of them is listed as `too_many`. */
  readonly beyond: number
}

export const maxImportLines = 100_000

/** Longest time (ms) for which reading a file blocks the event loop. */
const maxBlockingMs = 10

/** Marks by which spreadsheets, and our own exports, say that a cell is a text: an apostrophe, or `="00123"`. */
const textCell = /^\s*(?:="([^"]*)"|'([^']*))\s*$/
/** Number that a spreadsheet rounded, as it does with long IDs of digits: the ID itself is lost. */
const roundedNumber = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i

/** Returns the text of a cell; null for one that holds no ID any more. */
function readCell(cell: string): string | null {
  const [, inFormula, behindApostrophe] = textCell.exec(cell) ?? []
  const text = normalizePastedText(inFormula ?? behindApostrophe ?? cell)
  return roundedNumber.test(text) ? null : text
}

function parseLine(cell: string | null, line: number, of: ImportIdKind, seen: Set<string>): ImportLine {
  const text = cell === null ? null : readCell(cell)
  const no = (why: ImportRefusalReason): ImportLine => ({ line, id: null, why })
  const malformed = no(of === 'rid' ? 'not_a_rid' : 'not_a_transaction_id')
  if (text === null) return malformed
  if (text === '') return no('empty')
  if (hasCardNumber(text)) return no('card_number')
  const id = of === 'rid' ? readPastedRid(text) : readPastedTransactionId(text)
  if (id === null) return malformed
  if (seen.has(id)) return no('twice')
  seen.add(id)
  return { line, id, why: null }
}

/** Returns the transaction id that a normalized text is; a UUID in small letters and with its dashes. */
function readPastedTransactionId(text: string): string | null {
  const id = findPastedUuid(text)
  const isWhole = id !== null && text.replaceAll('-', '').toLowerCase() === id.replaceAll('-', '')
  return transactionIdSchema.safeParse(isWhole ? id : text).data ?? null
}

/**
 * Reads the ids of a CSV file from `chosen`, else from the column that its preview shows, else from the first.
 * Accepts a byte order mark, a line that names the separator, quotes, any line end, and commas, semicolons,
 * tabs or bars; skips empty lines, and reads ids as the search does. Yields to the event loop, so that
 * requests of staff are not blocked.
 */
export async function parseImportCsv(
  file: string,
  of: ImportIdKind,
  chosen: ImportColumn | null = null,
): Promise<ParsedImportCsv> {
  const lines: ImportLine[] = []
  const seen = new Set<string>()
  const { at: column, heading } = chosen ?? previewImport(file, of).column ?? { at: 0, heading: false }
  let beyond = 0
  let isHeadingNext = heading
  let begun = performance.now()
  for (const record of parseCsvRecords(file)) {
    if (performance.now() - begun > maxBlockingMs) {
      await turn()
      begun = performance.now()
    }
    const { cells, line } = record
    if (isBlankCsvRow(record)) continue
    // The heading is the first line that the preview shows: one that cannot be read is not shown.
    if (isHeadingNext && cells !== null) {
      isHeadingNext = false
      continue
    }
    if (lines.length < maxImportLines)
      lines.push(parseLine(cells === null ? null : (cells[column] ?? ''), line, of, seen))
    else {
      if (beyond === 0) lines.push({ line, id: null, why: 'too_many' })
      beyond += 1
    }
  }
  return { lines, beyond }
}
