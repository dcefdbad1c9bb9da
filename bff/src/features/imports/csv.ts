import { setImmediate as turn } from 'node:timers/promises'
import { refusedImportLine } from '@paydesk/shared/administration/imports'
import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { rid, transactionId } from '@paydesk/shared/core/ids'
import { z } from 'zod'

export type ImportIdKind = 'rid' | 'transaction'
/** Why a line is not taken: for its form, or because of what the service says of its id. */
export const importRefusal = z.enum([...refusedImportLine.shape.why.options, 'not_found', 'failed'])
export type ImportRefusal = z.infer<typeof importRefusal>

/** One line of the file with an id, or with the reason why it is not taken. Never both. */
export interface ImportLine {
  /** As an editor counts, from 1. */
  readonly line: number
  readonly id: string | null
  readonly why: ImportRefusal | null
}

export interface ParsedImportCsv {
  readonly lines: readonly ImportLine[]
  /** Lines behind the last that is taken: counted, the first of them listed as `too_many`. */
  readonly beyond: number
}

export const maxImportLines = 100_000

/** Headings of the column that holds the ids, in small letters without signs. */
const headings: Readonly<Record<ImportIdKind, ReadonlySet<string>>> = {
  rid: new Set(['rid', 'identifier', 'customer', 'customerid', 'accountidentifier', 'remoteuserid']),
  transaction: new Set(['transaction', 'transactionid', 'transactionuid', 'uid', 'id']),
}

interface Row {
  readonly line: number
  /** Null where it is longer than any record with an id is, or a quote in it is not closed. */
  readonly cells: readonly string[] | null
}

/** Characters and cells of one record at most: a file of nothing but commas must not hold the process. */
const maxRecordChars = 4_096
const maxRecordCells = 500
/** For so long (ms) at a time others wait while a file is read. */
const maxBlockingMs = 10

/** What separates the cells: whichever of these the first line has most of; spreadsheets differ by country. */
function detectSeparator(text: string): string {
  const [first = ''] = text.slice(0, maxRecordChars).split(/[\r\n]/, 1)
  const count = (sign: string) => first.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Where the line ends in which `at` stands. */
function findLineEnd(text: string, at: number): number {
  const breaks = /[\r\n]/g
  breaks.lastIndex = at
  return breaks.exec(text)?.index ?? text.length
}

/** The quoted cell that opens at `from`: its text and where it ends; null where it does not close up to `limit`. */
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

/** The cells of the record that begins at `from`, and where it ends; null where it is too long or leaves a quote open. */
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
    // The quote that closed it opens a cell of a later line: the first one is the one that is not closed.
    if (behind.trim() !== '' && /[\r\n]/.test(quoted.text)) return null
    cells.push(quoted.text + behind)
    if (text[at] !== separator) return { cells, end: at }
  }
}

/**
 * Records of a CSV (RFC 4180) with any line end. Of one that is too long or leaves a quote open, its first line
 * alone is left out: what stands behind it is read.
 */
function* parseRecords(text: string, separator: string): Generator<Row> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const record = parseRecord(text, at, separator)
    const end = record?.end ?? findLineEnd(text, at)
    yield { line, cells: record?.cells ?? null }
    line += 1
    // Breaks within quotes: an editor counts them too.
    if (record !== null) line += text.slice(at, end).split(/\r\n|\r|\n/).length - 1
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
  }
}

const normalizeHeading = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The column of the ids where the record is a heading, else null. */
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
 * Reads the ids of a CSV file: from the column with a known heading, else from the first. Takes a byte
 * order mark, quotes, any line end and commas, semicolons or tabs; empty lines are left out. Requests of
 * staff come in between.
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
