import type { MaskedValue } from '@paydesk/shared/core/masked-value'

/** Characters that start a formula in a spreadsheet, in all widths that spreadsheets accept. */
const formulaStartCharacters = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\u2212'
/**
 * Matches the start of a cell, also where another spreadsheet may see one: after a delimiter, a quote or a
 * line break, with or without white space.
 */
const formulaStartPattern = new RegExp(
  `(^|[,;|\\t\\r\\n"'])((?:(?![\\r\\n])[\\s\\p{Cc}])*)(?=[${formulaStartCharacters}])`,
  'gu',
)
const leadingWhitespacePattern = /^[\t\r\n]/
const plainNumberPattern = /^-?\d{1,15}(\.\d{1,6})?$/
const quotedCellPattern = /[",;|\t\r\n']/

/**
 * Formats a cell (RFC 4180) that no spreadsheet evaluates: the start of a formula gets an apostrophe before
 * it.
 */
export function formatCsvCell(text: string): string {
  if (plainNumberPattern.test(text)) return text
  const first = leadingWhitespacePattern.test(text) ? `'${text}` : text
  const safe = first.replace(formulaStartPattern, "$1$2'")
  return safe !== text || quotedCellPattern.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats a line with its line end. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`
}

/** Tells spreadsheets that the text is UTF-8; otherwise they assume the character set of the computer. */
const byteOrderMark = '\ufeff'

/** Words of the cells that hold no code, in the language of the reader. */
export type CsvValueTexts = Readonly<Record<'yes' | 'no' | 'present' | 'none' | 'hidden', string>>

/** Formats what a cell holds besides plain text. */
export interface CsvValues {
  /** Formats a value as masked for the role. */
  masked(shown: MaskedValue): string
  yesNo(value: boolean | null): string
}

/** Column of an export: its code, which never changes, and its cell. */
export type CsvColumn<Code extends string, Row> = readonly [
  code: Code,
  format: (row: Row, values: CsvValues) => string,
]

/** Formats the head: a line of headings for people, and a line of column codes for programs. */
export function formatCsvHead<Code extends string>(
  columns: readonly CsvColumn<Code, never>[],
  headings: Readonly<Record<Code, string>>,
): string {
  const codes = columns.map(([code]) => code)
  return byteOrderMark + formatCsvLine(codes.map((code) => headings[code])) + formatCsvLine(codes)
}

/** Formats one row by its columns. */
export function formatCsvRow<Row>(
  columns: readonly CsvColumn<string, Row>[],
  row: Row,
  texts: CsvValueTexts,
): string {
  const values: CsvValues = {
    masked: (shown) => formatMaskedCell(shown, texts),
    yesNo: (value) => (value === null ? '' : value ? texts.yes : texts.no),
  }
  return formatCsvLine(columns.map(([, format]) => format(row, values)))
}

function formatMaskedCell(shown: MaskedValue, texts: CsvValueTexts): string {
  switch (shown.visibility) {
    case 'clear':
    case 'masked':
      return shown.text
    case 'presence':
      return shown.present ? texts.present : texts.none
    case 'absent':
      return ''
    case 'hidden':
      return texts.hidden
  }
}
