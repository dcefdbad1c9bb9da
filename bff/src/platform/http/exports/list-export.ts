import type { Colleague } from '@paydesk/shared/core/colleague'
import type { ExportFormat } from '@paydesk/shared/core/endpoint'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { splitMessageAtPlaceholders } from '@paydesk/shared/core/message'
import { formatMaskedText, type MaskedTexts } from '@paydesk/shared/messages/masked-text'
import { byteOrderMark, formatCsvLine } from './csv.ts'
import { type ExportCellKind, streamWorkbook } from './workbook.ts'

/** Words of the cells that hold no code, in the language of the reader. */
interface ExportValueTexts extends Readonly<Record<'yes' | 'no' | 'present' | 'none' | 'hidden', string>> {
  readonly masked: MaskedTexts
  /** Stands for a colleague whose name is not told. */
  readonly colleague: string
}

/** Fills in limits in plain digits, as in the columns of amounts. */
const fillIn = (message: string, limits: Readonly<Record<string, number | string>>) =>
  splitMessageAtPlaceholders(message, limits, () => 'other').join('')

/** Formats what a cell holds besides plain text. */
interface ExportValues {
  /** Formats a value as masked for the role. */
  masked(shown: MaskedValue): string
  yesNo(value: boolean | null): string
  /** Names a colleague; empty for nobody. */
  colleague(person: Pick<Colleague, 'name'> | null | undefined): string
}

/** Column of an export: its code, which never changes, its cell, and the kind of its cells; text by default. */
export type ExportColumn<Code extends string, Row> = readonly [
  code: Code,
  format: (row: Row, values: ExportValues) => string,
  kind?: ExportCellKind,
]

/** List that leaves as a file, in the language of the reader. */
interface ExportTable<Code extends string, Row> {
  /** Name of the sheet in a workbook. */
  readonly name: string
  readonly columns: readonly ExportColumn<Code, Row>[]
  readonly headings: Readonly<Record<Code, string>>
  readonly values: ExportValueTexts
}

/** Headers of an export as a file; `name` is without ending, and no value of a record. */
export const getExportHeaders = (name: string, format: ExportFormat = 'csv') => ({
  'content-disposition': `attachment; filename="${name}.${format}"`,
  ...(format === 'xlsx' && {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
})

/**
 * Streams rows as a file: a line of headings for people, a line of column codes for programs, then the rows. Takes a
 * batch only after the batch before has been read.
 */
export function streamExport<Code extends string, Row>(
  table: ExportTable<Code, Row>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  format: ExportFormat = 'csv',
): AsyncIterable<string | Uint8Array> {
  const codes = table.columns.map(([code]) => code)
  const head = [codes.map((code) => table.headings[code]), codes]
  const cells = formatCells(table, batches)
  if (format === 'csv') return streamCsv(head, cells)
  const kinds = table.columns.map(([, , kind = 'text']) => kind)
  return streamWorkbook({ name: table.name, head, kinds }, cells)
}

type Cells = readonly (readonly string[])[]

async function* formatCells<Code extends string, Row>(
  { columns, values: texts }: ExportTable<Code, Row>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<Cells> {
  const values: ExportValues = {
    masked: (shown) => formatMaskedCell(shown, texts),
    yesNo: (value) => (value === null ? '' : value ? texts.yes : texts.no),
    colleague: (person) => (person ? (person.name ?? texts.colleague) : ''),
  }
  for await (const rows of batches) yield rows.map((row) => columns.map(([, format]) => format(row, values)))
}

async function* streamCsv(head: Cells, batches: AsyncIterable<Cells>): AsyncGenerator<string> {
  yield byteOrderMark + head.map(formatCsvLine).join('')
  for await (const rows of batches) if (rows.length > 0) yield rows.map(formatCsvLine).join('')
}

function formatMaskedCell(shown: MaskedValue, texts: ExportValueTexts): string {
  switch (shown.visibility) {
    case 'clear':
      return shown.text
    case 'masked':
      return formatMaskedText(shown, texts.masked, fillIn)
    case 'presence':
      return shown.present ? texts.present : texts.none
    case 'absent':
      return ''
    case 'hidden':
      return texts.hidden
  }
}
