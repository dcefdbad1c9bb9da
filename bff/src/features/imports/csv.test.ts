import { decodeImportFile, previewImport } from '@paydesk/shared/administration/import-csv'
import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { maxImportLines, parseImportCsv } from './csv.ts'

const words = async (text: string, of: 'rid' | 'transaction' = 'rid') =>
  (await parseImportCsv(text, of)).lines.map(({ line, id, why }) => `${line} ${id ?? why}`)

describe('dialects of spreadsheets', () => {
  const rows = [
    ['RID', 'Name'],
    ['cust-1', 'Mara'],
    ['cust-2', 'John'],
  ]
  const write = (separator: string, end: string) => rows.map((cells) => cells.join(separator)).join(end)
  const utf16 = (text: string, big: boolean) => {
    const bytes = Buffer.from(text, 'utf16le')
    return big ? bytes.swap16() : bytes
  }
  it.each([
    ['Excel in Germany, with its first line', Buffer.from(`sep=;\r\n${write(';', '\r\n')}\r\n`), 3],
    ['a quoted first line', Buffer.from(`"sep=|"\n${write('|', '\n')}`), 3],
    ['Excel as Unicode text', utf16(`\uFEFF${write('\t', '\r\n')}`, false), 2],
    ['UTF-16, large bytes first', utf16(`\uFEFF${write(',', '\n')}`, true), 2],
    ['UTF-16 without its mark', utf16(write(',', '\n'), false), 2],
    ['Excel of an old Mac', Buffer.from(write(';', '\r')), 2],
    ['a database, with bars', Buffer.from(write('|', '\n')), 2],
    [
      'LibreOffice, all quoted',
      Buffer.from(rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')),
      2,
    ],
    ['Windows letters', Buffer.from(write(';', '\r\n').replace('John', 'Jürgen'), 'latin1'), 2],
    ['a heading with a no-break space', Buffer.from(write(';', '\n').replace('RID', 'Customer\u00a0ID')), 2],
  ])('of %s', async (_, bytes, line) => {
    const text = decodeImportFile(bytes)
    expect(await words(text)).toEqual([`${line} cust-1`, `${line + 1} cust-2`])
    expect(previewImport(text, 'rid').column).toEqual({ at: 0, heading: true })
  })

  it.each([
    ['of an unknown heading', 'Name;Kundennummer\r\nMara;cust-one\r\n'],
    ['of no heading', 'Mara,cust-1\nJohn,cust-2'],
    ['named for the other kind', 'transaction;x\n1;2'],
    ['of two known headings', 'Customer,Customer ID\nMara,cust-1'],
    ['of two known headings, the ids first', 'RID;Identifier\ncust-1;Mara'],
    ['below a thousand empty lines', `${'\n'.repeat(1_000)}Mara\ncust-1`],
    ['whose heading often names people', 'City;Customer\nMalmö;Mara'],
    ['that may begin with a heading', 'Kundennummer\ncust-1\ncust-2'],
  ])('do not decide a column %s', (_, text) => {
    expect(previewImport(text, 'rid').column).toBeNull()
  })

  it.each([
    [
      'rows of separators only',
      ';;\r\n;;\r\nName;RID;City\r\nMara;cust-1;Malmö\r\n;;\r\nJohn;cust-2;Ystad\r\n;;\r\n',
    ],
    ['a title with an open quote', '"Customers of May\nName;RID\nMara;cust-1\nJohn;cust-2'],
    ['a title that is too long', `${'x;'.repeat(2_100)}\nName;RID\nMara;cust-1\nJohn;cust-2`],
  ])('have the heading that the preview shows below %s', async (_, text) => {
    const column = { at: 1, heading: true }
    expect(previewImport(text, 'rid').column).toEqual(column)
    for (const chosen of [null, column]) {
      const { lines } = await parseImportCsv(text, 'rid', chosen)
      expect(lines.flatMap(({ id }) => id ?? [])).toEqual(['cust-1', 'cust-2'])
    }
  })

  it('show the first lines to the person who chooses', async () => {
    const text = 'Name;Kundennummer\r\nMara;cust-one\r\nJohn;cust-forty\r\n'
    const { rows: shown, columns } = previewImport(text, 'rid')
    expect(shown[1]).toEqual(['Mara', 'cust-one'])
    expect(columns).toBe(2)
    const { lines } = await parseImportCsv(text, 'rid', { at: 1, heading: true })
    expect(lines.map(({ id }) => id)).toEqual(['cust-one', 'cust-forty'])
  })

  it.each([
    ['a formula of a text', '="cust-1";Mara\r\n"=""0012345""";John', ['2 cust-1', '3 0012345']],
    ['an apostrophe before a text', "'cust-1;Mara\r\n'0012345;John", ['2 cust-1', '3 0012345']],
    ['quotes of one line', "'cust-1';'Mara'", ['2 cust-1']],
    // Sent to the payment service, such a number would be another ID.
    ['a long number rounded', '1.23457E+12;Mara\r\n"1,23457E+12";John', ['2 not_a_rid', '3 not_a_rid']],
    ['an ID that looks like a number', '1e12;Mara\r\nE+12;John', ['2 1e12', '3 E+12']],
  ])('that write %s', async (_, text, lines) => {
    expect(await words(`RID;Name\r\n${text}`)).toEqual(lines)
  })

  it('read ids as the search does', async () => {
    const text = [
      'DE89\u00a03704 0044 0532 0130 00',
      'de89 3704 0044 0532 0130 00',
      '\u200bcust-1\ufeff',
      'cust\u20112',
      '\u201ccust-3\u201d',
    ].join('\n')
    expect(await words(text)).toEqual([
      '1 DE89370400440532013000',
      '2 twice',
      '3 cust-1',
      '4 cust-2',
      '5 cust-3',
    ])
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    expect(await words(`${id.toUpperCase()}\n${id.replaceAll('-', '')}`, 'transaction')).toEqual([
      `1 ${id}`,
      '2 twice',
    ])
  })
})

describe('parseImportCsv', () => {
  it.each([
    ['one a line', 'cust-1\ncust-2\n', ['1 cust-1', '2 cust-2']],
    ['a byte order mark', '\uFEFFcust-1', ['1 cust-1']],
    ['line ends of every kind', 'cust-1\r\ncust-2\rcust-3\n', ['1 cust-1', '2 cust-2', '3 cust-3']],
    ['a heading', 'RID\ncust-1', ['2 cust-1']],
    ['a heading elsewhere', 'name,"Customer id",city\nMara,cust-1,Malmö', ['2 cust-1']],
    ['semicolons, as spreadsheets write', 'Name;rid\nMara;cust-1', ['2 cust-1']],
    ['tabs', 'cust-1\tx\ncust-2\ty', ['1 cust-1', '2 cust-2']],
    ['quotes', '"cust-1","a, ""b""\nc"\n"cust-2"', ['1 cust-1', '3 cust-2']],
    ['empty lines', '\ncust-1\n\n   \ncust-2\n\n', ['2 cust-1', '5 cust-2']],
    ['an empty first column', ',x\ncust-1,x', ['1 empty', '2 cust-1']],
    ['no such column in a line', 'a,rid\nx', ['2 empty']],
    ['the same twice', 'cust-1\ncust-2\ncust-1', ['1 cust-1', '2 cust-2', '3 twice']],
    ['spaces around', '  cust-1  ', ['1 cust-1']],
    ['a card number', '4111 1111 1111 1111\n4111111111111111', ['1 card_number', '2 card_number']],
    [
      'text that is no RID',
      'Mara Lindqvist\n../../x\n=1+1\n<b>',
      Array.from('1234', (n) => `${n} not_a_rid`),
    ],
    [
      'a quote that never ends, and the lines behind it',
      'rid\n"cust-1\ncust-2\ncust-3,"x\ncust-4',
      ['2 not_a_rid', '3 cust-2', '4 not_a_rid', '5 cust-4'],
    ],
    ['a quote that never ends at the end', 'cust-1\n"', ['1 cust-1', '2 not_a_rid']],
    [
      'a quote that never ends before lines with quotes',
      '"cust-1\n"cust-2","x"\ncust-3,"y"\n"a\nb",z\ncust-4',
      ['1 not_a_rid', '2 cust-2', '3 cust-3', '4 not_a_rid', '6 cust-4'],
    ],
    ['an escaped quote that ends nothing', '"cust-1""\ncust-2', ['1 not_a_rid', '2 cust-2']],
    [
      'an e-mail address and an IBAN',
      'm@example.test\nSE4550000000058398257466',
      ['1 m@example.test', '2 SE4550000000058398257466'],
    ],
    ['nothing', '', []],
    [
      'a line that is longer than any with an id, and the lines behind it',
      `cust-1\n${'x,'.repeat(2_100)}\ncust-2\n"cust-3,${'x'.repeat(4_100)}\ncust-4`,
      ['1 cust-1', '2 not_a_rid', '3 cust-2', '4 not_a_rid', '5 cust-4'],
    ],
    [
      'a line of more cells than any has',
      `cust-1\ncust-2${','.repeat(500)}\ncust-3${','.repeat(499)}`,
      ['1 cust-1', '2 not_a_rid', '3 cust-3'],
    ],
  ])('parses %s', async (_, text, lines) => {
    expect(await words(text)).toEqual(lines)
  })

  it('accepts transaction ids in the format of the payment service', async () => {
    const uuid = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
    expect(await words(`transaction_id\n${uuid}\nabc\n${uuid}`, 'transaction')).toEqual([
      `2 ${uuid}`,
      '3 not_a_transaction_id',
      '4 twice',
    ])
  })

  it('reads a hundred thousand lines, lists the first excess line and counts the others', async () => {
    const text = Array.from({ length: maxImportLines + 3 }, (_, nth) => `cust-${nth}`).join('\n')
    const { lines, beyond } = await parseImportCsv(text, 'rid')
    expect([lines.length, beyond]).toEqual([maxImportLines + 1, 3])
    expect(lines.at(-1)).toEqual({ line: maxImportLines + 1, id: null, why: 'too_many' })
  })

  it('returns every id of any file in order, with its line number', async () => {
    const id = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9._@+:=~-]{0,30}$/)
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ö', ';') })
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(id, { minLength: 1, maxLength: 20 }),
        fc.array(cell, { maxLength: 3 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (ids, others, end, quotes) => {
          const rows = ids.map((one) =>
            [quotes ? quoted(one) : one, ...others.map(quoted), ...Array(9).fill('')].join(','),
          )
          const { lines } = await parseImportCsv(`rid,,,,,,,,,,,${end}${rows.join(end)}`, 'rid')
          expect(lines.map((line) => line.id)).toEqual(ids)
          const breaks = others.join('').split(/\r\n|\r|\n/).length - 1
          if (!/\r|\n/.test(others.join('')))
            expect(lines.map(({ line }) => line)).toEqual(ids.map((_, nth) => 2 + nth * (1 + breaks)))
        },
      ),
    )
  })

  it('reads any text without throwing', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 2_000 }), async (text) => {
        for (const { id, why } of (await parseImportCsv(text, 'rid')).lines)
          expect(id === null).toBe(why !== null)
      }),
    ))

  it('reports every one of a hundred thousand lines with an unclosed quote', async () => {
    const { lines } = await parseImportCsv('"cust\n'.repeat(maxImportLines), 'rid')
    expect(new Set(lines.map(({ why }) => why))).toEqual(new Set(['not_a_rid']))
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: maxImportLines }, (_, nth) => nth + 1))
  })

  it('reads all lines after an unclosed quote', async () => {
    const good = Array.from({ length: 1_000 }, (_, nth) => `cust-zz-${nth}`)
    for (const count of [1, 60, 1_000]) {
      const text = ['rid', '"cust-open', ...good.slice(0, count)].join('\n')
      expect((await parseImportCsv(text, 'rid')).lines.map(({ id }) => id)).toEqual([
        null,
        ...good.slice(0, count),
      ])
    }
  })

  it.each(
    pickByRunLength(
      ['"', ',', 'x', ';\r'],
      ['"', '""', 'x"\n', ',', '\n', '"\n', ';\r', 'x', '4111 ', '","'],
    ),
  )('yields to other work, even for a file of nothing but %j', async (piece) => {
    const text = piece.repeat(4_000_000 / piece.length)
    let longestMs = 0
    // Measure the CPU time of this thread only: the machine may have other work.
    const worked = () => process.threadCpuUsage().user / 1_000
    let last = worked()
    const look = () => {
      longestMs = Math.max(longestMs, worked() - last)
      last = worked()
      looking = setImmediate(look)
    }
    let looking = setImmediate(look)
    await parseImportCsv(text, 'transaction')
    look()
    clearImmediate(looking)
    // Reading such a file in one go takes several hundred ms.
    expect(longestMs).toBeLessThan(250)
  })
})
