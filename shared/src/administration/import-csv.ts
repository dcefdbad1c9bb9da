import { normalizePastedText } from '../core/pasted-text.ts'

export type ImportIdKind = 'rid' | 'transaction'

/** Headings of the id column, in lower case, letters only. */
const headings: Readonly<Record<ImportIdKind, ReadonlySet<string>>> = {
  rid: new Set(['rid', 'identifier', 'customer', 'customerid', 'accountidentifier', 'remoteuserid']),
  transaction: new Set(['transaction', 'transactionid', 'transactionuid', 'uid', 'id']),
}

export interface CsvRow {
  readonly line: number
  /** Null if the record is longer than any with an id, or has an unclosed quote. */
  readonly cells: readonly string[] | null
}

/** Limits of one record in characters and cells: a file of nothing but commas must not block the process. */
const maxRecordChars = 4_096
const maxRecordCells = 500
/** First line of some spreadsheets, which only names the separator. */
const separatorLine = /^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|$)/i

/**
 * Returns the separator that the first line names, else the one that is most frequent outside of quotes in the
 * first line that has one; spreadsheets differ by country.
 */
function detectSeparator(text: string): string {
  const named = separatorLine.exec(text)?.[1]
  if (named !== undefined) return named
  const plain = text.slice(0, maxRecordChars).replaceAll(/"(?:[^"]|"")*"/g, '')
  const first = plain.split(/[\r\n]+/).find((line) => /[,;\t|]/.test(line)) ?? ''
  const count = (sign: string) => first.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
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
export function* parseCsvRecords(file: string): Generator<CsvRow> {
  const text = file.replace(/^\uFEFF/, '')
  const separator = detectSeparator(text)
  const skipped = separatorLine.exec(text)?.[0].length ?? 0
  let line = skipped === 0 ? 1 : 2
  let at = skipped
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

const normalizeHeading = (cell: string) =>
  normalizePastedText(cell)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

/** Heading under which many files have the names of people: it tells the column only if there is no other. */
const vagueHeading = 'customer'

/** Returns the index of the id column if the record is a heading that leaves no doubt about it, else null. */
function findIdColumn(cells: readonly string[], of: ImportIdKind): number | null {
  const found = [...cells.entries()].filter(([, cell]) => {
    const heading = normalizeHeading(cell)
    const isPlain = /^[\s\w."-]*$/.test(normalizePastedText(cell))
    return isPlain && headings[of].has(heading)
  })
  const [first, another] = found
  if (first === undefined || another !== undefined) return null
  const [at, cell] = first
  return cells.length > 1 && normalizeHeading(cell) === vagueHeading ? null : at
}

/** True for an empty line, and for one of separators only, as spreadsheets write for empty rows. */
export const isBlankCsvRow = ({ cells }: CsvRow): boolean =>
  cells?.every((cell) => cell.trim() === '') ?? false

/** Column of the ids, counted from 0, and whether the first line is its heading. */
export interface ImportColumn {
  readonly at: number
  readonly heading: boolean
}

/** First lines of a file, so that a person can confirm which column is read. */
export interface ImportPreview {
  /** Column that is read; null if it is not certain, so that a person has to choose. */
  readonly column: ImportColumn | null
  /** Cells of the first lines, without empty lines. */
  readonly rows: readonly (readonly string[])[]
  /** Number of columns of the widest of these lines. */
  readonly columns: number
}

const maxPreviewRows = 6
/** Lines that are read for a preview, with those that are not shown: a file of empty lines must not block. */
const maxPreviewLines = 1_000

/** Returns true if the first of the lines could be a heading: it alone is a capitalized word without digits. */
function startsWithWord(rows: readonly (readonly string[])[]): boolean {
  const [first = '', ...others] = rows.map(([cell = '']) => cell.trim())
  return /^\p{Lu}[\p{L} ]*$/u.test(first) && others.some((cell) => /\p{N}/u.test(cell))
}

/** Reads the first lines of a file. Certain is one known heading, or a file of one column. */
export function previewImport(file: string, of: ImportIdKind): ImportPreview {
  const rows: string[][] = []
  let column: ImportColumn | null = null
  let read = 0
  for (const record of parseCsvRecords(file)) {
    read += 1
    if (read > maxPreviewLines) break
    const { cells } = record
    if (cells === null || isBlankCsvRow(record)) continue
    if (rows.length === 0) {
      const at = findIdColumn(cells, of)
      if (at !== null) column = { at, heading: true }
    }
    rows.push([...cells])
    if (rows.length === maxPreviewRows) break
  }
  const columns = Math.max(0, ...rows.map((cells) => cells.length))
  const isPlain = read <= maxPreviewLines && columns <= 1 && !startsWithWord(rows)
  return { column: column ?? (isPlain ? { at: 0, heading: false } : null), rows, columns }
}

/** Every runtime has this decoder, but this package has no types of a runtime. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string }

/** Decodes a file by its byte order mark; without one as UTF-16 if it has zeros, UTF-8 if valid, else Windows-1252. */
export function decodeImportFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  const start = bytes.subarray(0, 512)
  const zeros = (odd: number) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if ((first === 0xff && second === 0xfe) || zeros(1) > start.length / 4)
    return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || zeros(0) > start.length / 4)
    return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
