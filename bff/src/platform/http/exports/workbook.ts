import { streamZip, type ZipEntry } from './zip-stream.ts'

/**
 * Kind of the cells of a column. `time`: ISO 8601 becomes a date of the spreadsheet, in UTC. `number`: digits become a
 * number with as many decimals as they have. A cell of another form, such as a masked value, stays text.
 */
export type ExportCellKind = 'text' | 'time' | 'number'

interface WorkbookSheet {
  readonly name: string
  /** Lines above the rows, which stay on screen: headings, then codes. */
  readonly head: readonly (readonly string[])[]
  readonly kinds: readonly ExportCellKind[]
}

type Rows = readonly (readonly string[])[]

/** Rows of a sheet that spreadsheets accept; further rows follow on the next sheet. */
const maxSheetRows = 1_048_576
/** Characters of a cell that spreadsheets accept. */
const maxCellLength = 32_767

const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const documentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Styles by their place in `formats`. */
const styles = { text: 1, heading: 2, code: 3, time: 4, day: 5 } as const
/** Number format of each style; the last ones by decimals. `@` is text: a cell that somebody edits stays text. */
const formats = [
  ...['General', '@', '@', '@', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd'],
  ...['#,##0', '#,##0.0', '#,##0.00', '#,##0.000', '#,##0.0000'],
] as const
const firstNumberStyle = 6
const formatIds = formats.map((code, at) => ({
  code,
  id: code === 'General' ? 0 : code === '@' ? 49 : 164 + at,
}))
const ownFormats = formatIds.filter(({ id }) => id >= 164)

const styleSheet = `<styleSheet xmlns="${spreadsheetNamespace}">
<numFmts count="${ownFormats.length}">${ownFormats.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><sz val="9"/><color rgb="FF666666"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${formatIds.length}">${formatIds.map(({ id }, at) => `<xf numFmtId="${id}" fontId="${at === styles.heading ? 1 : at === styles.code ? 2 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`).join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

/** Most text needs no escape. */
const unescapedTextPattern = /^[^&<>"_\p{C}]*$/u

/** Escapes text for XML. Spreadsheets read `_x0001_` as a character, so that such text is escaped as well. */
function escapeCellText(text: string): string {
  if (text.length <= maxCellLength && unescapedTextPattern.test(text)) return text
  const hex = (character: string) =>
    `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  return text
    .slice(0, maxCellLength)
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, hex)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Name of a column: A to Z, then AA. */
function getColumnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : getColumnName(Math.floor(at / 26) - 1) + last
}

const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeCellText(text)}</t></is></c>`

const timePattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/
/** Numbers that a spreadsheet keeps whole: it calculates with 15 digits. */
const numberPattern = /^-?(?=[\d.]{1,16}$)(0|[1-9]\d{0,14})(\.\d{1,4})?$/
const dayMs = 86_400_000
/** Day of 1970 in the count of spreadsheets, and the first day that all of them count alike. */
const firstDays = { unix: 25_569, safe: 61 } as const

/** Writes a cell. There is no cell for a formula: text is text, also after an equals sign. */
function writeCell(place: string, text: string, kind: ExportCellKind): string {
  if (text === '') return ''
  if (kind === 'number' && numberPattern.test(text)) {
    const decimals = text.split('.')[1]?.length ?? 0
    return `<c r="${place}" s="${firstNumberStyle + decimals}"><v>${text}</v></c>`
  }
  const days = kind === 'time' && timePattern.test(text) ? Date.parse(text) / dayMs + firstDays.unix : NaN
  if (days >= firstDays.safe) {
    const style = text.includes('T') ? styles.time : styles.day
    return `<c r="${place}" s="${style}"><v>${Number(days.toFixed(9))}</v></c>`
  }
  return textCell(place, text, styles.text)
}

/** Hands out rows of batches in pieces, and reads a batch only when it is needed. */
function createRowReader(batches: AsyncIterable<Rows>) {
  const source = batches[Symbol.asyncIterator]()
  let rest: Rows = []
  async function hasMore(): Promise<boolean> {
    while (rest.length === 0) {
      const { done, value } = await source.next()
      if (done === true) return false
      rest = value
    }
    return true
  }
  return {
    hasMore,
    async take(max: number): Promise<Rows> {
      if (max <= 0 || !(await hasMore())) return []
      const taken = rest.slice(0, max)
      rest = rest.slice(max)
      return taken
    },
    close: () => source.return?.(),
  }
}

type RowReader = ReturnType<typeof createRowReader>

async function* writeSheet(sheet: WorkbookSheet, reader: RowReader, maxRows: number): AsyncGenerator<string> {
  const { head, kinds } = sheet
  const names = kinds.map((_, at) => getColumnName(at))
  const line = (at: number, cells: string) => `<row r="${at}">${cells}</row>`
  const widths = kinds.map((kind, at) => {
    const width = Math.max(kind === 'text' ? 18 : 20, (head[0]?.[at]?.length ?? 0) + 3)
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const top = head.length
  yield `${xmlHead}<worksheet xmlns="${spreadsheetNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${top}" topLeftCell="A${top + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield head
    .map((texts, nth) => {
      const style = nth === 0 ? styles.heading : styles.code
      return line(nth + 1, texts.map((text, at) => textCell(`${names[at]}${nth + 1}`, text, style)).join(''))
    })
    .join('')
  let last = top
  for (
    let rows = await reader.take(maxRows - last);
    rows.length > 0;
    rows = await reader.take(maxRows - last)
  ) {
    yield rows
      .map((row) => {
        last += 1
        const cells = row.map((text, at) => writeCell(`${names[at]}${last}`, text, kinds[at] ?? 'text'))
        return line(last, cells.join(''))
      })
      .join('')
  }
  const all = `A1:${names.at(-1)}${last}`
  // Without the last part, each ID of digits gets a warning that it is text.
  yield `</sheetData><autoFilter ref="A${top}:${names.at(-1)}${last}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relationNamespace}/${type}" Target="${target}"/>`
const relations = (entries: readonly string[]) =>
  `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${entries.join('')}</Relationships>`
const contentType = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${documentTypes}.${type}+xml"/>`

/** Builds the parts that name all sheets. They come last, when the number of sheets is known. */
function buildWorkbookIndex(name: string, count: number): ZipEntry[] {
  const sheets = Array.from({ length: count }, (_, at) => at + 1)
  const title = (nth: number) => escapeCellText(nth === 1 ? name : `${name} ${nth}`)
  const types = [
    contentType('xl/workbook.xml', 'sheet.main'),
    contentType('xl/styles.xml', 'styles'),
    ...sheets.map((nth) => contentType(`xl/worksheets/sheet${nth}.xml`, 'worksheet')),
  ]
  const parts: readonly (readonly [name: string, text: string])[] = [
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationNamespace}"><sheets>${sheets.map((nth) => `<sheet name="${title(nth)}" sheetId="${nth}" r:id="rId${nth}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((nth) => relation(nth, 'worksheet', `worksheets/sheet${nth}.xml`)),
        relation(count + 1, 'styles', 'styles.xml'),
      ]),
    ],
    ['xl/styles.xml', xmlHead + styleSheet],
    ['_rels/.rels', relations([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join('')}</Types>`,
    ],
  ]
  return parts.map(([part, text]) => ({ name: part, chunks: [text] }))
}

/**
 * Streams rows as a workbook (XLSX): each batch is written and compressed before the next one is read. `maxRows` is
 * the size of a sheet, smaller only in tests.
 */
export async function* streamWorkbook(
  sheet: WorkbookSheet,
  batches: AsyncIterable<Rows>,
  maxRows = maxSheetRows,
): AsyncGenerator<Uint8Array> {
  const reader = createRowReader(batches)
  async function* parts(): AsyncGenerator<ZipEntry> {
    let count = 0
    do {
      count += 1
      yield { name: `xl/worksheets/sheet${count}.xml`, chunks: writeSheet(sheet, reader, maxRows) }
    } while (await reader.hasMore())
    yield* buildWorkbookIndex(sheet.name, count)
  }
  try {
    yield* streamZip(parts())
  } finally {
    await reader.close()
  }
}
