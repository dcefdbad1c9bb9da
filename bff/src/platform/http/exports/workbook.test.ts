import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSheet, readWorkbook, readZip } from './workbook.test-kit.ts'
import { type ExportCellKind, streamWorkbook } from './workbook.ts'

type Rows = readonly (readonly string[])[]

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* batchesOf(...batches: readonly Rows[]): AsyncGenerator<Rows> {
  yield* batches
}

const sheetOf = (...kinds: readonly ExportCellKind[]) => ({
  name: 'Rows',
  head: [kinds.map((_, at) => `Heading ${at}`), kinds.map((_, at) => `code_${at}`)],
  kinds,
})

/** Writes rows of these kinds and reads the cells below the head. */
async function cellsOf(kinds: readonly ExportCellKind[], rows: Rows) {
  const parts = readZip(await collect(streamWorkbook(sheetOf(...kinds), batchesOf(rows))))
  return readSheet(parts.get('xl/worksheets/sheet1.xml')?.toString() ?? '').slice(2)
}

describe('a workbook', () => {
  it('keeps text as text, also after an equals sign, and computes none of it', async () => {
    const pieces = ['=', '+1', '-2+3', '@SUM(A1)', '=cmd|x', '007', '4111', '<f>1</f>', '&amp;', '_x0041_']
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc
        .array(fc.constantFrom(...pieces, ' ', '\t', '\r\n', '"', '\0', '\ufffe'), { maxLength: 5 })
        .map((all) => all.join('')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 20 }), async (cells) => {
        const read = await cellsOf(
          cells.map(() => 'text'),
          [cells],
        )
        const shown = new Map(read[0]?.map(({ place, text }) => [place, text]))
        const names = cells.map((_, at) => `${String.fromCharCode(65 + at)}3`)
        expect(names.map((place) => shown.get(place) ?? '')).toEqual(cells.map((text) => text.toWellFormed()))
        expect(read.flat().every(({ type, style }) => type === 'inlineStr' && style === 1)).toBe(true)
      }),
    )
  })

  it.each([
    ['125.50', 'number', '125.50', 8],
    ['12550', 'number', '12550', 6],
    ['0.001', 'number', '0.001', 9],
    ['-7', 'number', '-7', 6],
    ['0012550', 'text', '0012550', 1],
    ['999999999999999', 'number', '999999999999999', 6],
    // A spreadsheet would round 16 digits.
    ['9999999999999999', 'text', '9999999999999999', 1],
    ['100 to 500', 'text', '100 to 500', 1],
    ['1e5', 'text', '1e5', 1],
  ])('shows the number %s as %s', async (text, kind, shown, style) => {
    const [[cell] = []] = await cellsOf(['number'], [[text]])
    expect(cell).toMatchObject({ text: shown, style, type: kind === 'number' ? '' : 'inlineStr' })
  })

  it('shows times as dates in UTC, to the millisecond, and other text as it is', async () => {
    const times = [
      '2026-11-27T02:31:24.123Z',
      '1999-12-31T23:59:59.999Z',
      '2028-02-29',
      '',
      '1850-01-01',
      'soon',
    ]
    const archive = await collect(streamWorkbook(sheetOf('time'), batchesOf(times.map((time) => [time]))))
    expect(
      readWorkbook(archive)[0]
        ?.slice(2)
        .map(([cell = '']) => cell),
    ).toEqual([
      '2026-11-27T02:31:24.123Z',
      '1999-12-31T23:59:59.999Z',
      '2028-02-29T00:00:00.000Z',
      '',
      '1850-01-01',
      'soon',
    ])
  })

  it('continues on another sheet with the same head, and loses no row', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => [`row ${at}`])
    const batches = batchesOf(rows.slice(0, 3), [], rows.slice(3))
    const archive = await collect(streamWorkbook(sheetOf('text'), batches, 6))
    const sheets = readWorkbook(archive)
    expect(sheets.map((cells) => cells.length)).toEqual([6, 6, 4])
    expect(sheets.flatMap((cells) => cells.slice(2))).toEqual(rows)
    for (const cells of sheets) expect(cells.slice(0, 2)).toEqual([['Heading 0'], ['code_0']])
    expect(
      readZip(archive)
        .get('xl/workbook.xml')
        ?.toString()
        .match(/<sheet /g),
    ).toHaveLength(3)
  })

  it('reads a batch only when the batches before have left, and closes its source', async () => {
    let [read, isClosed] = [0, false]
    async function* source(): AsyncGenerator<Rows> {
      try {
        for (; read < 1_000; read += 1)
          yield Array.from({ length: 100 }, () => [crypto.randomUUID().repeat(8)])
      } finally {
        isClosed = true
      }
    }
    const chunks = streamWorkbook(sheetOf('text'), source())
    for (let taken = 0; taken < 5; taken += 1) await chunks.next()
    expect(read).toBeLessThan(20)
    await chunks.return(undefined)
    expect(isClosed).toBe(true)
  })

  it('breaks off if its source fails', async () => {
    async function* source(): AsyncGenerator<Rows> {
      yield [['first']]
      throw new Error('the database is gone')
    }
    await expect(collect(streamWorkbook(sheetOf('text'), source()))).rejects.toThrow('the database is gone')
  })
})
