import { crc32, deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { degrees, PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { PNG } from 'pngjs'
import type { Answer } from './answer.ts'
import { notFound } from './answer.ts'
import type { Colour } from './bitmap.ts'
import { Bitmap } from './bitmap.ts'
import type { ServedFile, Specimen } from './sketch.ts'

export type Specimens = Readonly<Record<Specimen, { readonly type: string; readonly bytes: Buffer }>>

const ink: Colour = [40, 52, 71]
const stamp: Colour = [176, 42, 55]

/** Real files, drawn at the start, each marked as a specimen so that nobody takes one for a document. */
export async function makeSpecimens(): Promise<Specimens> {
  return {
    passport: { type: 'image/jpeg', bytes: asJpeg(drawCard('Passport', 900, 640, [222, 230, 241])) },
    'id-card': { type: 'image/png', bytes: asPng(drawCard('Identity card', 860, 540, [233, 242, 232])) },
    licence: { type: 'image/jpeg', bytes: asJpeg(drawCard('Licence', 520, 860, [246, 232, 238])) },
    photo: { type: 'image/png', bytes: asPng(drawPhoto()) },
    bill: {
      type: 'application/pdf',
      bytes: await drawPdf('Utility bill', ['portrait', 'portrait', 'landscape']),
    },
    letter: { type: 'application/pdf', bytes: await drawPdf('Letter from the bank', ['portrait']) },
  }
}

function drawCard(title: string, width: number, height: number, paper: Colour): Bitmap {
  const card = new Bitmap(width, height, paper)
  card.rectangle(0, 0, width, 84, ink)
  card.text(title, 30, 28, 4, [255, 255, 255])
  drawFace(card, 40, 130, 180)
  for (let line = 0; line < 6; line += 1)
    card.rectangle(250, 140 + line * 34, Math.max(60, width - 330 - ((line * 61) % 150)), 14, [150, 163, 184])
  card.centred('Specimen', Math.round(height * 0.68), Math.floor(width / 60), stamp)
  card.centred('Invented for a sandbox', height - 50, 3, ink)
  return card
}

function drawPhoto(): Bitmap {
  const photo = new Bitmap(600, 760, [214, 226, 232])
  drawFace(photo, 150, 120, 300)
  photo.centred('Specimen', 620, 10, stamp)
  photo.centred('Not a person', 710, 3, ink)
  return photo
}

function drawFace(picture: Bitmap, left: number, top: number, size: number): void {
  const part = (share: number) => Math.round(size * share)
  picture.rectangle(left, top, size, part(1.25), [255, 255, 255])
  picture.rectangle(left + part(0.3), top + part(0.2), part(0.4), part(0.5), [203, 173, 147])
  picture.rectangle(left + part(0.3), top + part(0.14), part(0.4), part(0.12), ink)
  picture.rectangle(left + part(0.39), top + part(0.4), part(0.06), part(0.06), ink)
  picture.rectangle(left + part(0.55), top + part(0.4), part(0.06), part(0.06), ink)
  picture.rectangle(left + part(0.42), top + part(0.58), part(0.16), part(0.03), stamp)
  picture.rectangle(left + part(0.15), top + part(0.78), part(0.7), part(0.47), [96, 116, 146])
}

function asJpeg(picture: Bitmap): Buffer {
  return jpeg.encode({ data: picture.data, width: picture.width, height: picture.height }, 82).data
}

function asPng(picture: Bitmap): Buffer {
  const png = new PNG({ width: picture.width, height: picture.height })
  picture.data.copy(png.data)
  return PNG.sync.write(png)
}

async function drawPdf(title: string, pages: readonly ('portrait' | 'landscape')[]): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  for (const [index, orientation] of pages.entries()) {
    const page = pdf.addPage(orientation === 'portrait' ? [595, 842] : [842, 595])
    const { width, height } = page.getSize()
    page.drawText(title, { x: 50, y: height - 80, size: 24, font: bold, color: rgb(0.16, 0.2, 0.28) })
    page.drawText(`Page ${index + 1} of ${pages.length}. Everything here is invented for a sandbox.`, {
      x: 50,
      y: height - 110,
      size: 11,
      font,
    })
    for (let line = 0; line < 12; line += 1) {
      page.drawRectangle({
        x: 50,
        y: height - 160 - line * 24,
        width: width - 100 - ((line * 53) % 180),
        height: 8,
        color: rgb(0.82, 0.85, 0.9),
      })
    }
    page.drawText('SPECIMEN', {
      x: width / 2 - 190,
      y: height / 2 - 150,
      size: 80,
      font: bold,
      color: rgb(0.69, 0.16, 0.22),
      rotate: degrees(32),
      opacity: 0.55,
    })
  }
  return Buffer.from(await pdf.save())
}

/** A PNG that claims 50,000 by 50,000 pixels and holds almost nothing. */
function hugePixels(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_024))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const page = '<!doctype html><html><body><script>document.title="ran"</script>Specimen</body></html>'

/** What is served for the documents no reader should trust. */
function hostileAnswer(name: string, specimens: Specimens): Answer {
  const file = (
    type: string,
    body: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ): Answer => ({ status: 200, headers: { 'content-type': type, ...headers }, body })
  const { passport, bill } = specimens
  switch (name) {
    case 'html-as-jpeg':
      return file('image/jpeg', page)
    case 'svg-script':
      return file(
        'image/svg+xml',
        `<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="ran"</script></svg>`,
      )
    case 'zero-bytes':
      return file('image/jpeg', '')
    case 'too-big':
      return file(
        'image/jpeg',
        Buffer.concat([passport.bytes, Buffer.alloc(21 * 1024 * 1024 - passport.bytes.length)]),
      )
    case 'odd-name':
      return file('image/jpeg', passport.bytes, {
        'content-disposition': `attachment; filename="x"; filename*=UTF-8''%E2%80%AEgpj.exe%0D%0ASet-Cookie%3A%20a`,
      })
    case 'no-type':
      return { status: 200, headers: {}, body: passport.bytes }
    case 'polyglot-pdf':
      return file('application/pdf', Buffer.concat([Buffer.from(`${page}\n`), bill.bytes]))
    case 'huge-pixels':
      return file('image/png', hugePixels())
    case 'zip':
      return file('image/jpeg', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'))
    case 'jpeg-comment':
      return file(
        'text/html',
        Buffer.concat([
          passport.bytes.subarray(0, 2),
          Buffer.from([0xff, 0xfe, 0, page.length + 2]),
          Buffer.from(page),
          passport.bytes.subarray(2),
        ]),
      )
    default:
      return notFound()
  }
}

export function fileAnswer(specimens: Specimens, file: ServedFile): Answer {
  if (file.hostile !== undefined) return hostileAnswer(file.hostile, specimens)
  if (file.specimen === undefined) return notFound()
  const { type, bytes } = specimens[file.specimen]
  return { status: 200, headers: { 'content-type': type }, body: bytes }
}
