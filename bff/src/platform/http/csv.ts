import type { MaskedValue } from '@paydesk/shared/core/masked-value'

/** Characters with which a spreadsheet begins to compute, in all the widths it takes them in. */
const formulaStartCharacters = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\u2212'
/**
 * A cell's beginning, and whatever another spreadsheet may take for one: behind a delimiter, a quote or
 * a line break, with white space between or none.
 */
const formulaStartPattern = new RegExp(
  `(^|[,;|\\t\\r\\n"'])((?:(?![\\r\\n])[\\s\\p{Cc}])*)(?=[${formulaStartCharacters}])`,
  'gu',
)
const leadingWhitespacePattern = /^[\t\r\n]/
const plainNumberPattern = /^-?\d{1,15}(\.\d{1,6})?$/
const quotedCellPattern = /[",;|\t\r\n']/

/** One cell (RFC 4180) that no spreadsheet computes: what would begin a formula gets an apostrophe before it. */
export function formatCsvCell(text: string): string {
  if (plainNumberPattern.test(text)) return text
  const first = leadingWhitespacePattern.test(text) ? `'${text}` : text
  const safe = first.replace(formulaStartPattern, "$1$2'")
  return safe !== text || quotedCellPattern.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`
}

/** Tells spreadsheets that the text is UTF-8; without it they read the alphabet of the computer. */
export const byteOrderMark = '\ufeff'

/** What a cell says of a value as the role may see it. */
export function formatMaskedCsvCell(shown: MaskedValue): string {
  switch (shown.seen) {
    case 'clear':
    case 'masked':
      return shown.text
    case 'presence':
      return shown.present ? 'present' : 'none'
    case 'absent':
      return ''
    case 'hidden':
      return '(hidden)'
  }
}
