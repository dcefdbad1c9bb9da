import { setImmediate as turn } from 'node:timers/promises'
import { refusedImportLine } from '@paydesk/shared/administration/imports'
import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { rid, transactionId } from '@paydesk/shared/core/ids'
import { z } from 'zod'

export type ImportIdKind = 'rid' | 'transaction'
/** Reasons for refusing a line: its form, or the answer of the payment service for its id. */
export const importRefusal = z.enum([...refusedImportLine.shape.why.options, 'not_found', 'failed'])
export type ImportRefusal = z.infer<typeof importRefusal>

/** Line of the file with either an id or the reason for its refusal. */
export interface ImportLine {
  /** Line number as in an editor, from 1. */
  readonly line: number
  readonly id: string | null
  readonly why: ImportRefusal | null
}

export interface ParsedImportCsv {
  readonly lines: readonly ImportLine[]
  /** Lines after the last accepted one; the first of them is listed as `too_many`. */
  readonly beyond: number
}

export const maxImportLines = 100_000

/** Headings of the id column, in lower case, letters only. */
const headings: Readonly<Record<ImportIdKind, ReadonlySet<string>>> = {
  rid: new Set(['rid', 'identifier', 'customer', 'customerid', 'accountidentifier', 'remoteuserid']),
  transaction: new Set(['transaction', 'transactionid', 'transactionuid', 'uid', 'id']),
}

interface Row {
  readonly line: number
  /** Null if the record is longer than any with an id, or has an unclosed quote. */
  readonly cells: readonly string[] | null
}

/** Limits of one record in characters and cells: a file of nothing but commas must not block the process. */
const maxRecordChars = 4_096
const maxRecordCells = 500
/** Longest time (ms) for which reading a file blocks the event loop. */
const maxBlockingMs = 10

/** Returns the separator that is most frequent in the first line; spreadsheets differ by country. */
function detectSeparator(text: string): string {
  const [first = ''] = text.slice(0, maxRecordChars).split(/[\r\n]/, 1)
  const count = (sign: string) => first.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Returns the end of the line that contains `at`. */
function findLineEnd(text: string, at: number): number {
  const breaks = /[\r\n]/g
  breaks.lastIndex = at
  return breaks.exec(text)?.index ?? text.length
}

/** Parses the quoted cell that opens at `from`: its text and end; null if it is not closed up to `limit`. */
function parseQuotedCell(text: string, from: number, limit: number): { text: string; end: number } | null {
  let cell = ''
  let at = from + 1
  for (;;) {
    const found = text.slice(at, limit + 1).indexOf('"')
    if (found < 0) return null
    cell += text.slice(at, at + found)
    at += found + 1
    if (text[at] !== '"') return { text: cell, end: at }
    cell += '"'
    at += 1
  }
}

/** Parses the record at `from`: its cells and end; null if it is too long or leaves a quote open. */
function parseRecord(text: string, from: number, separator: string) {
  const limit = from + maxRecordChars
  const cells: string[] = []
  for (let at = from; ; at += 1) {
    const quoted = text[at] === '"' ? parseQuotedCell(text, at, limit) : { text: '', end: at }
    if (quoted === null || cells.length === maxRecordCells) return null
    at = quoted.end
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') {
      if (at > limit) return null
      at += 1
    }
    const behind = text.slice(quoted.end, at)
    // The closing quote opens a cell of a later line: the first quote is the unclosed one.
    if (behind.trim() !== '' && /[\r\n]/.test(quoted.text)) return null
    cells.push(quoted.text + behind)
    if (text[at] !== separator) return { cells, end: at }
  }
}

/**
 * Yields the records of a CSV (RFC 4180) with any line end. Of a record that is too long or leaves a quote
 * open, only the first line is skipped.
 */
function* parseRecords(text: string, separator: string): Generator<Row> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const record = parseRecord(text, at, separator)
    const end = record?.end ?? findLineEnd(text, at)
    yield { line, cells: record?.cells ?? null }
    line += 1
    // Count line breaks within quotes, as editors do.
    if (record !== null) line += text.slice(at, end).split(/\r\n|\r|\n/).length - 1
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
  }
}

const normalizeHeading = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Returns the index of the id column if the record is a heading, else null. */
function findIdColumn({ cells }: Row, of: ImportIdKind): number | null {
  const at = (cells ?? []).findIndex(
    (cell) => headings[of].has(normalizeHeading(cell)) && /^[\s\w."-]*$/.test(cell),
  )
  return at < 0 ? null : at
}

function parseLine(cell: string | null, line: number, of: ImportIdKind, seen: Set<string>): ImportLine {
  const text = cell?.trim()
  const no = (why: ImportRefusal): ImportLine => ({ line, id: null, why })
  const malformed = no(of === 'rid' ? 'not_a_rid' : 'not_a_transaction_id')
  if (text === undefined) return malformed
  if (text === '') return no('empty')
  if (hasCardNumber(text)) return no('card_number')
  const parsed = of === 'rid' ? rid.safeParse(text) : transactionId.safeParse(text)
  if (!parsed.success) return malformed
  if (seen.has(parsed.data)) return no('twice')
  seen.add(parsed.data)
  return { line, id: parsed.data, why: null }
}

/**
 * Reads the ids of a CSV file: from the column with a known heading, else from the first. Accepts a byte
 * order mark, quotes, any line end, and commas, semicolons or tabs; skips empty lines. Yields to the event
 * loop, so that requests of staff are not blocked.
 */
export async function parseImportCsv(file: string, of: ImportIdKind): Promise<ParsedImportCsv> {
  const text = file.replace(/^\uFEFF/, '')
  const lines: ImportLine[] = []
  const seen = new Set<string>()
  let column = 0
  let beyond = 0
  let first = true
  let begun = performance.now()
  for (const record of parseRecords(text, detectSeparator(text))) {
    if (performance.now() - begun > maxBlockingMs) {
      await turn()
      begun = performance.now()
    }
    const { cells, line } = record
    if (cells?.length === 1 && cells[0]?.trim() === '') continue
    const headed = first ? findIdColumn(record, of) : null
    first = false
    if (headed !== null) {
      column = headed
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
