import { crc32, inflateRawSync } from 'node:zlib'

/** Inflates every part of an archive, found by its directory. Throws if a checksum or a size is wrong. */
export function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>()
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Error('no directory of an archive')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset))
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    )
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength)
    const start = archive.readUInt32LE(at + 42)
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const bytes = inflateRawSync(archive.subarray(content, content + (packed ?? 0)))
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`a wrong checksum of ${name}`)
    parts.set(name, bytes)
    at += 46 + nameLength + extra + comment
  }
  return parts
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Cell as a spreadsheet reads it; `type` is empty for a number. */
export interface ReadCell {
  readonly place: string
  readonly type: string
  readonly style: number
  readonly text: string
}

/** Reads the cells of a sheet by row, as a spreadsheet does. Throws for a cell that it would compute. */
export function readSheet(xml: string): ReadCell[][] {
  if (/<f[\s>/]|<c [^>]*\bt="(?!inlineStr")/.test(xml)) throw new Error('a cell that is computed')
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c r="([A-Z]+\d+)" s="(\d+)"(?: t="(\w+)")?>(.*?)<\/c>/gs)].map(
      ([, place = '', style, type = '', content = '']) => ({
        place,
        type,
        style: Number(style),
        text: content
          .replace(/<[^>]*>/g, '')
          .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '?')
          .replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      }),
    ),
  )
}

const firstDay = 25_569
const timeStyles = [4, 5]

const readText = ({ type, style, text }: ReadCell) =>
  type === '' && timeStyles.includes(style)
    ? new Date(Math.round((Number(text) - firstDay) * 86_400_000)).toISOString()
    : text

/** Reads a workbook of up to 26 columns: all cells as text by sheet, times in ISO 8601 again. */
export function readWorkbook(archive: Buffer): string[][][] {
  const sheets = [...readZip(archive)].filter(([name]) => name.startsWith('xl/worksheets/'))
  return sheets.map(([, bytes]) =>
    readSheet(bytes.toString('utf8')).map((row) => {
      const texts: string[] = []
      for (const cell of row) texts[cell.place.charCodeAt(0) - 65] = readText(cell)
      return Array.from(texts, (text = '') => text)
    }),
  )
}

/** Everything that a workbook holds, as text to search: the cells, then the parts as they are. */
export function describeWorkbook(archive: Buffer): string {
  const cells = readWorkbook(archive).flatMap((rows) => rows.map((row) => row.join('\t')))
  return [
    ...cells,
    ...[...readZip(archive)].map(([name, bytes]) => `${name}\n${bytes.toString('utf8')}`),
  ].join('\n')
}
