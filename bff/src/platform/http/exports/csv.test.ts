import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCsvCell, formatCsvLine } from './csv.ts'

/** Parses cells like a spreadsheet: a quote is special at the beginning of a cell only. */
function read(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[at + 1] === '"') at += 1
        else if (text[at] === '"') break
        cell += text[at]
      }
      at += 1
    }
    while (at < text.length && !`${delimiter}\r\n`.includes(text[at] ?? '')) cell += text[at++]
    cells.push(cell)
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
  }
  return cells.slice(0, -1)
}

/** True if a spreadsheet evaluates the cell: white space is skipped, and wide forms count as well. */
function computes(cell: string): boolean {
  const text = cell.replace(/^[\s\p{Cc}]+/u, '')
  return /^[=+\-@＝＋－＠−]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(cell)
}

const pieces = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＠',
  '"',
  "'",
  ',',
  ';',
  '|',
  '\t',
  '\r',
  '\n',
  ' ',
  '1',
  '.',
  'a',
  'ß',
  '\0',
]
const hostile = fc
  .array(fc.constantFrom(...pieces, 'cmd|', '=1+1'), { maxLength: 12 })
  .map((all) => all.join(''))
const anyCell = fc.oneof(hostile, fc.string({ unit: 'grapheme' }))

describe('CSV cells', () => {
  it.each([',', ';', '\t', '|'])('never start a formula, with %j as the delimiter', (delimiter) => {
    fc.assert(
      fc.property(fc.array(anyCell, { minLength: 1, maxLength: 5 }), (cells) => {
        // Require a word in the first column: other readers would join a negative number there with the next
        // cell.
        fc.pre(!/^-\d/.test(cells[0] ?? ''))
        const line = formatCsvLine(cells)
        expect(read(line, delimiter).filter(computes)).toEqual([])
        // Check the line in the middle of a file as well.
        expect(read(formatCsvLine(['x', ...cells]) + line, delimiter).filter(computes)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('keep their text, except for added apostrophes', () => {
    fc.assert(
      fc.property(fc.array(anyCell, { minLength: 1, maxLength: 5 }), (cells) => {
        const without = (text: string) => text.replaceAll("'", '')
        expect(read(formatCsvLine(cells), ',').map(without)).toEqual(cells.map(without))
      }),
      { numRuns: 1_000 },
    )
  })

  it('keep plain numbers, IDs and times unchanged', () => {
    for (const text of [
      '',
      '0',
      '1999',
      '-5',
      '12.50',
      'cust-00417',
      '2026-01-31T10:00:00.000Z',
      'SE4550000000058398257466',
    ])
      expect(formatCsvCell(text)).toBe(text)
    expect(formatCsvCell('=1+1')).toBe(`"'=1+1"`)
    expect(formatCsvCell('+4930123456')).toBe(`"'+4930123456"`)
    expect(formatCsvCell('a;=1+1')).toBe(`"a;'=1+1"`)
    expect(formatCsvCell('\t=1+1')).toBe(`"'\t'=1+1"`)
    expect(formatCsvCell('-5 apples')).toBe(`"'-5 apples"`)
  })
})
