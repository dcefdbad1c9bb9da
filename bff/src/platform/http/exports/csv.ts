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
export const byteOrderMark = '\ufeff'
