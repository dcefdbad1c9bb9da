import { holdsCardNumber } from '@paydesk/shared/card-number'
import { rid, transactionId } from '@paydesk/shared/ids'
import type { refusedLine } from '@paydesk/shared/imports'
import type { z } from 'zod'

export type ImportOf = 'rid' | 'transaction'
export type Refused = z.infer<typeof refusedLine>['why']

/** One line of the file with an id, or with the reason why it is not taken. Never both. */
export interface Line {
  /** As an editor counts, from 1. */
  readonly line: number
  readonly id: string | null
  readonly why: Refused | null
}

export interface ReadCsv {
  readonly lines: readonly Line[]
  /** Lines behind the last that is taken: counted, the first of them listed as `too_many`. */
  readonly beyond: number
}

export const mostLines = 100_000

/** Headings of the column that holds the ids, in small letters without signs. */
const headings: Readonly<Record<ImportOf, ReadonlySet<string>>> = {
  rid: new Set(['rid', 'identifier', 'customer', 'customerid', 'accountidentifier', 'remoteuserid']),
  transaction: new Set(['transaction', 'transactionid', 'transactionuid', 'uid', 'id']),
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** What separates the cells: whichever of these the first line has most of; spreadsheets differ by country. */
function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const first = end < 0 ? text : text.slice(0, end)
  const count = (sign: string) => first.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Records of a CSV (RFC 4180) with any line end; a quote that is never closed ends with the text. */
function* recordsOf(text: string, separator: string): Generator<Row> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const begun = line
    const cells: string[] = []
    let open = true
    while (open) {
      let cell = ''
      if (text[at] === '"') {
        at += 1
        for (;;) {
          const end = text.indexOf('"', at)
          cell += text.slice(at, end < 0 ? undefined : end)
          at = end < 0 ? text.length : end + 1
          if (text[at] !== '"') break
          cell += '"'
          at += 1
        }
        line += cell.split(/\r\n|\r|\n/).length - 1
      }
      let end = at
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r')
        end += 1
      cells.push(cell + text.slice(at, end))
      open = text[end] === separator
      at = end + 1
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at += 1
    line += 1
    yield { line: begun, cells }
  }
}

const simple = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The column of the ids where the record is a heading, else null. */
function headedAt({ cells }: Row, of: ImportOf): number | null {
  const at = cells.findIndex((cell) => headings[of].has(simple(cell)) && /^[\s\w."-]*$/.test(cell))
  return at < 0 ? null : at
}

function lineOf(cell: string, line: number, of: ImportOf, seen: Set<string>): Line {
  const text = cell.trim()
  const refused = (why: Refused): Line => ({ line, id: null, why })
  if (text === '') return refused('empty')
  if (holdsCardNumber(text)) return refused('card_number')
  const parsed = of === 'rid' ? rid.safeParse(text) : transactionId.safeParse(text)
  if (!parsed.success) return refused(of === 'rid' ? 'not_a_rid' : 'not_a_transaction_id')
  if (seen.has(parsed.data)) return refused('twice')
  seen.add(parsed.data)
  return { line, id: parsed.data, why: null }
}

/**
 * Reads the ids of a CSV file: from the column with a known heading, else from the first. Takes a byte
 * order mark, quotes, any line end and commas, semicolons or tabs; empty lines are left out.
 */
export function readCsv(file: string, of: ImportOf): ReadCsv {
  const text = file.replace(/^\uFEFF/, '')
  const lines: Line[] = []
  const seen = new Set<string>()
  let column = 0
  let beyond = 0
  let first = true
  for (const record of recordsOf(text, separatorOf(text))) {
    if (record.cells.every((cell) => cell.trim() === '') && record.cells.length === 1) continue
    const headed = first ? headedAt(record, of) : null
    first = false
    if (headed !== null) {
      column = headed
      continue
    }
    if (lines.length < mostLines) lines.push(lineOf(record.cells[column] ?? '', record.line, of, seen))
    else {
      if (beyond === 0) lines.push({ line: record.line, id: null, why: 'too_many' })
      beyond += 1
    }
  }
  return { lines, beyond }
}
