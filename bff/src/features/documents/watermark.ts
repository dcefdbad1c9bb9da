import type { FileInspection } from '@paydesk/shared/compliance/documents'
import { splitMessageAtPlaceholders } from '@paydesk/shared/core/message'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { InspectedDocumentFile } from './inspect.ts'
import type { PngHeader } from './png.ts'
import { needsAlphaSplit, splitPngAlpha } from './png-alpha.ts'
import { WatermarkText } from './watermark-text.ts'

/** Object with a stream: its dictionary and the bytes of the stream. */
interface PdfStream {
  /** Entries of the dictionary, except the length. */
  readonly about: string
  readonly pieces: readonly Uint8Array[]
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** Writes a PDF (ISO 32000-2, 7.5); object 1 is the catalogue. The bytes of streams are not copied. */
function writePdf(objects: readonly (string | PdfStream)[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  const offsets: number[] = []
  let at = 0
  const put = (piece: Uint8Array) => {
    pieces.push(piece)
    at += piece.length
  }
  put(Buffer.concat([bytesOf('%PDF-1.7\n%'), Buffer.from([0xe2, 0xe3, 0xcf, 0xd3, 0x0a])]))
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    put(bytesOf(`${index + 1} 0 obj\n`))
    if (typeof object === 'string') put(bytesOf(object))
    else {
      const length = object.pieces.reduce((sum, piece) => sum + piece.length, 0)
      put(bytesOf(`<< ${object.about} /Length ${length} >>\nstream\n`))
      for (const piece of object.pieces) put(piece)
      put(bytesOf('\nendstream'))
    }
    put(bytesOf('\nendobj\n'))
  }
  const begun = at
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  put(bytesOf(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`))
  put(bytesOf(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${begun}\n%%EOF\n`))
  return pieces
}

/** Watermark: who downloaded the document, who approved, when and why, in the language of the person. */
export interface WatermarkDetails {
  readonly person: string
  readonly approver: string
  readonly at: string
  readonly purpose: string
  readonly caseRef: string
  readonly request: string
  readonly texts: Messages['exports']['watermark']
  readonly notShownReasons: Messages['documents']['notShownReasons']
}

/** Sizes (points): the longer side of an image, the footer below the image, A4. */
const [imageSide, footerHeight, paperSize] = [800, 64, { width: 595, height: 842 }] as const

const buildResources = (fonts: string, more: string) =>
  `/Resources << /Font << /F 4 0 R ${fonts} >> /ExtGState << /G << /ca 0.3 >> >> ${more} >>`

const fillIn = (text: string, values: Readonly<Record<string, string>>) =>
  splitMessageAtPlaceholders(text, values, () => 'other').join('')

const drawText = (text: WatermarkText, words: string, size: number, x: number, y: number) =>
  `BT 1 0 0 1 ${x} ${y} Tm ${text.show(words, size)} ET`

/** Repeats the mark across the page, so that no part can be cut out without the mark. */
function drawRepeatedMark(
  text: WatermarkText,
  { person, at, caseRef, request }: WatermarkDetails,
  width: number,
  height: number,
): string {
  const words = text.show(`${person}  ${at}  ${caseRef}  ${request}`, 13)
  const lines: string[] = []
  for (let y = -height; y < height * 2; y += 90)
    for (let x = -width; x < width * 2; x += 460)
      lines.push(`BT 0.866 0.5 -0.5 0.866 ${x} ${y} Tm ${words} ET`)
  return `q /G gs 0.55 0.05 0.1 rg 0 0 ${width} ${height} re W n ${lines.join(' ')} Q`
}

function drawFooter(
  text: WatermarkText,
  { person, approver, at, purpose, caseRef, request, texts }: WatermarkDetails,
): string {
  return [
    drawText(text, fillIn(texts.footer, { person, approver, time: at }), 9, 12, 44),
    drawText(text, `${purpose} - ${caseRef} - ${request}`, 9, 12, 30),
    drawText(text, texts.personalData, 9, 12, 16),
  ].join(' ')
}

type Image = { readonly image: PdfStream; readonly beside: readonly PdfStream[] }

/** Embeds the image with its pixels untouched; null for an image type that PDF does not have. */
function embedImage({ facts, shown, png, samples }: InspectedDocumentFile): Image | null {
  const about = `/Type /XObject /Subtype /Image /Width ${facts.width} /Height ${facts.height}`
  const spaces = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const
  if (facts.type === 'jpeg' && shown !== null) {
    const space = spaces[samples === 4 ? 4 : samples === 3 ? 3 : 1]
    // Invert the four colours: the programs that write CMYK store them inverted.
    const decode = samples === 4 ? ' /Decode [1 0 1 0 1 0 1 0]' : ''
    const how = `/ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode${decode}`
    return { image: { about: `${about} ${how}`, pieces: shown }, beside: [] }
  }
  if (png === null) return null
  const { head, data, palette, transparency } = png
  const space =
    palette === null
      ? spaces[head.colour === 2 || head.colour === 6 ? 3 : 1]
      : `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>]`
  const flate = `/ColorSpace ${space} /BitsPerComponent ${head.depth} /Filter /FlateDecode`
  const colourKey = palette === null ? buildColourKey(head, transparency) : ''
  if (!needsAlphaSplit(head, palette === null ? null : transparency)) {
    const parameters = `/DecodeParms << /Predictor 15 /Colors ${samples} /BitsPerComponent ${head.depth} /Columns ${head.width} >>`
    return { image: { about: `${about} ${flate}${colourKey} ${parameters}`, pieces: data }, beside: [] }
  }
  const parts = splitPngAlpha(head, data, palette === null ? null : transparency)
  if (parts === null) return null
  const image = { about: `${about} ${flate}${colourKey}`, pieces: [parts.colours] }
  if (parts.alpha === null) return { image, beside: [] }
  const mask = `${about} /ColorSpace /DeviceGray /BitsPerComponent ${parts.alphaDepth} /Filter /FlateDecode`
  return {
    image: { ...image, about: `${image.about} /SMask 7 0 R` },
    beside: [{ about: mask, pieces: [parts.alpha] }],
  }
}

/** One colour of a grey or true-colour PNG may be transparent: PDF masks it by its samples (8.9.6.4). */
function buildColourKey({ colour, depth }: PngHeader, transparency: Buffer | null): string {
  const samples = colour === 0 ? 1 : colour === 2 ? 3 : 0
  if (transparency === null || samples === 0 || transparency.length < samples * 2) return ''
  const mask = 2 ** depth - 1
  const values = Array.from({ length: samples }, (_, nth) => transparency.readUInt16BE(nth * 2) & mask)
  return ` /Mask [${values.map((value) => `${value} ${value}`).join(' ')}]`
}

/**
 * Places a unit square that is mirrored if so declared, rotated clockwise by `turn`, and fills the page above
 * the footer.
 */
function placeImage({ rotation, isMirrored }: FileInspection, width: number, height: number): string {
  const placed = rotateImage(rotation, width, height)
  return isMirrored ? `${placed} -1 0 0 1 1 0 cm` : placed
}

function rotateImage(turn: FileInspection['rotation'], width: number, height: number): string {
  const y = footerHeight
  if (turn === 90) return `0 ${-height} ${width} 0 0 ${y + height} cm`
  if (turn === 180) return `${-width} 0 0 ${-height} ${width} ${y + height} cm`
  if (turn === 270) return `0 ${height} ${-width} 0 ${width} ${y} cm`
  return `${width} 0 0 ${height} 0 ${y} cm`
}

function buildPage(
  size: { width: number; height: number },
  content: string,
  fonts: string,
  more: string,
): (string | PdfStream)[] {
  const media = `/MediaBox [0 0 ${size.width} ${size.height}]`
  return [
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${media} ${buildResources(fonts, more)} /Contents 5 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    { about: '', pieces: [Buffer.from(content, 'latin1')] },
  ]
}

function buildImagePage(
  { facts }: InspectedDocumentFile,
  { image, beside }: Image,
  mark: WatermarkDetails,
): readonly Uint8Array[] {
  const [wide, high] = [facts.width ?? 1, facts.height ?? 1]
  const isTurned = facts.rotation === 90 || facts.rotation === 270
  const scale = imageSide / Math.max(wide, high)
  const width = Math.max(1, Math.round((isTurned ? high : wide) * scale))
  const height = Math.max(1, Math.round((isTurned ? wide : high) * scale))
  // Keep a minimum width for the text of the footer.
  const size = { width: Math.max(420, width), height: height + footerHeight }
  const picture = `q ${placeImage(facts, width, height)} /I Do Q`
  const text = new WatermarkText()
  const content = `${picture} ${drawRepeatedMark(text, mark, size.width, size.height)} ${drawFooter(text, mark)}`
  const { resources, objects } = text.buildFonts(7 + beside.length)
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...buildPage(size, content, resources, '/XObject << /I 6 0 R >>'),
    image,
    ...beside,
    ...objects,
  ])
}

const fileExtensions: Readonly<Partial<Record<FileInspection['type'], string>>> = {
  jpeg: 'jpg',
  png: 'png',
  pdf: 'pdf',
}

/** Builds a cover page with the mark; the file is attached byte for byte. */
function buildCoverPage(
  { facts }: InspectedDocumentFile,
  bytes: Uint8Array,
  mark: WatermarkDetails,
): readonly Uint8Array[] {
  const text = new WatermarkText()
  const name = `(document.${fileExtensions[facts.type] ?? 'bin'})`
  const { texts, notShownReasons } = mark
  const reasons = facts.downloadOnlyReasons.map((reason) => notShownReasons[reason]).join(', ')
  const lines = [
    texts.attached,
    fillIn(texts.type, { type: reasons === '' ? facts.type : `${facts.type} (${reasons})` }),
    fillIn(texts.bytes, { count: String(facts.bytes) }),
    `SHA-256: ${facts.sha256}`,
    texts.unchanged,
    ...(facts.showable === 'download_only' ? [texts.notShown] : []),
  ].map((line, index) => drawText(text, line, 11, 40, paperSize.height - 80 - index * 20))
  const content = `${drawRepeatedMark(text, mark, paperSize.width, paperSize.height)} ${lines.join(' ')} ${drawFooter(text, mark)}`
  const { resources, objects } = text.buildFonts(8)
  const catalogue = `<< /Type /Catalog /Pages 2 0 R /PageMode /UseAttachments /Names << /EmbeddedFiles << /Names [${name} 6 0 R] >> >> >>`
  const attached = `<< /Type /Filespec /F ${name} /UF ${name} /EF << /F 7 0 R >> >>`
  const file = { about: '/Type /EmbeddedFile /Subtype /application#2Foctet-stream', pieces: [bytes] }
  return writePdf([catalogue, ...buildPage(paperSize, content, resources, ''), attached, file, ...objects])
}

/**
 * Builds a PDF with the watermark: over the image if the file is one, on a cover page otherwise. The pixels
 * of an image and the bytes of an attachment stay unchanged.
 */
export function addWatermark(
  held: InspectedDocumentFile & { readonly bytes: Uint8Array },
  mark: WatermarkDetails,
): readonly Uint8Array[] {
  const image = held.facts.showable === 'picture' ? embedImage(held) : null
  return image === null ? buildCoverPage(held, held.bytes, mark) : buildImagePage(held, image, mark)
}
