import type { Shown } from '@paydesk/shared/core/masked-value'

/** Characters with which a spreadsheet begins to compute, in all the widths it takes them in. */
const begins = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\u2212'
/**
 * A cell's beginning, and whatever another spreadsheet may take for one: behind a delimiter, a quote or
 * a line break, with white space between or none.
 */
const computing = new RegExp(`(^|[,;|\\t\\r\\n"'])((?:(?![\\r\\n])[\\s\\p{Cc}])*)(?=[${begins}])`, 'gu')
const whitespaceFirst = /^[\t\r\n]/
const plainNumber = /^-?\d{1,15}(\.\d{1,6})?$/
const needsQuotes = /[",;|\t\r\n']/

/** One cell (RFC 4180) that no spreadsheet computes: what would begin a formula gets an apostrophe before it. */
export function csvCell(text: string): string {
  if (plainNumber.test(text)) return text
  const first = whitespaceFirst.test(text) ? `'${text}` : text
  const safe = first.replace(computing, "$1$2'")
  return safe !== text || needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Tells spreadsheets that the text is UTF-8; without it they read the alphabet of the computer. */
export const byteOrderMark = '\ufeff'

/** What a cell says of a value as the role may see it. */
export function shownCell(shown: Shown): string {
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
