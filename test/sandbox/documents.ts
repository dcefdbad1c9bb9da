import jpeg from 'jpeg-js'
import { degrees, PDFDocument, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { PNG } from 'pngjs'
import type { ServiceAnswer } from './answer.ts'
import { notFound } from './answer.ts'
import type { RgbColour } from './bitmap.ts'
import { Bitmap } from './bitmap.ts'
import { hostileAnswer } from './hostile-files.ts'
import type { ServedFile, SpecimenKind } from './sketch.ts'

export type SpecimenFiles = Readonly<Record<SpecimenKind, { readonly type: string; readonly bytes: Buffer }>>

const ink: RgbColour = [40, 52, 71]
const stamp: RgbColour = [176, 42, 55]

let specimens: Promise<SpecimenFiles> | undefined

/**
 * Makes real files, each marked as a specimen so that it cannot be mistaken for a document. Cached per process,
 * because they are the same for every sandbox.
 */
export function makeSpecimens(): Promise<SpecimenFiles> {
  specimens ??= drawSpecimens()
  return specimens
}

async function drawSpecimens(): Promise<SpecimenFiles> {
  return {
    passport: drawOnUse('image/jpeg', () => asJpeg(drawPassport())),
    'id-card': drawOnUse('image/png', () => asPng(drawCard('Identity card', 860, 540, [233, 242, 232]))),
    licence: drawOnUse('image/jpeg', () => asJpeg(drawCard('Licence', 520, 860, [246, 232, 238]))),
    photo: drawOnUse('image/png', () => asPng(drawPhoto())),
    bill: {
      type: 'application/pdf',
      bytes: await drawBill(),
    },
    letter: { type: 'application/pdf', bytes: await drawPdf('Letter from the bank', ['portrait']) },
  }
}

/** Picture that is drawn and encoded when its bytes are first read: most sandboxes serve none. */
function drawOnUse(type: string, draw: () => Buffer): SpecimenFiles[SpecimenKind] {
  let drawn: Buffer | undefined
  return {
    type,
    get bytes() {
      drawn ??= draw()
      return drawn
    },
  }
}

/** Draws the data page of a passport of an invented country, for the person of the sample payloads. */
function drawPassport(): Bitmap {
  const card = new Bitmap(1_200, 850, [226, 233, 243])
  for (let band = 0; band < 34; band += 1)
    card.rectangle(0, band * 25, 1_200, 12, band % 2 === 0 ? [219, 228, 240] : [230, 226, 240])
  card.rectangle(0, 0, 1_200, 96, ink)
  card.text('Utopia  -  Passport', 40, 30, 5, [255, 255, 255])
  card.text('UTO', 1_060, 30, 5, [214, 184, 110])
  drawFace(card, 60, 150, 320)
  const facts = [
    ['Surname', 'Lindqvist'],
    ['Given names', 'Mara'],
    ['Nationality', 'Utopian'],
    ['Date of birth', '17 Apr 1988'],
    ['Sex', 'F'],
    ['Passport no.', 'X0000417'],
    ['Date of expiry', '02 Feb 2035'],
  ] as const
  for (const [row, [label, value]] of facts.entries()) {
    card.text(label, 440, 140 + row * 64, 2, [96, 108, 130])
    card.text(value, 440, 162 + row * 64, 4, ink)
  }
  card.text('Specimen', 790, 330, 8, stamp)
  card.text('Not a document', 800, 410, 4, stamp)
  card.rectangle(0, 660, 1_200, 190, [246, 247, 250])
  card.text('P<UTOLINDQVIST<<MARA<<<<<<<<<<<<<<<<<<<<<<<<'.slice(0, 44), 46, 700, 4, ink)
  card.text('X0000417<0UTO8804170F3502020<<<<<<<<<<<<<<00', 46, 760, 4, ink)
  card.centred('Invented for a sandbox', 815, 2, stamp)
  return card
}

function drawCard(title: string, width: number, height: number, paper: RgbColour): Bitmap {
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

const charges = [
  ['Electricity, 214 kWh at 0.2890', '61.85'],
  ['Standing charge, 31 days', '11.47'],
  ['District heating, 402 kWh at 0.0940', '37.79'],
  ['Meter service', '4.20'],
  ['Value added tax, 25 %', '28.83'],
] as const

/** Draws a bill of two pages for the person of the sample payloads. */
async function drawBill(): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const dark = rgb(0.16, 0.2, 0.28)
  const write = (page: PDFPage, text: string, x: number, y: number, size = 10, face = font) =>
    page.drawText(text, { x, y, size, font: face, color: dark })
  for (const number of [1, 2]) {
    const page = pdf.addPage([595, 842])
    page.drawRectangle({ x: 0, y: 770, width: 595, height: 72, color: dark })
    page.drawText('Norrland Energi', { x: 50, y: 798, size: 22, font: bold, color: rgb(1, 1, 1) })
    write(page, `Invoice 2025-02-00417 - page ${number} of 2`, 380, 740)
    page.drawText('SPECIMEN', {
      ...{ x: 130, y: 240, size: 80, font: bold, color: rgb(0.69, 0.16, 0.22) },
      ...{ rotate: degrees(32), opacity: 0.25 },
    })
    write(page, 'Everything here is invented for a sandbox.', 50, 40, 9)
    if (number === 1) {
      for (const [row, line] of ['Mara Lindqvist', 'Storgatan 12', '753 10 Uppsala', 'Sweden'].entries())
        write(page, line, 50, 720 - row * 15, 11)
      write(page, 'Your bill for January 2025', 50, 620, 18, bold)
      for (const [row, [what, amount]] of charges.entries()) {
        write(page, what, 50, 580 - row * 26, 11)
        write(page, `EUR ${amount}`, 460, 580 - row * 26, 11)
        page.drawRectangle({ x: 50, y: 571 - row * 26, width: 495, height: 0.6, color: rgb(0.8, 0.84, 0.9) })
      }
      write(page, 'To pay by 28 February 2025', 50, 430, 13, bold)
      write(page, 'EUR 144.14', 460, 430, 13, bold)
    } else {
      write(page, 'Your use over twelve months', 50, 690, 18, bold)
      for (let month = 0; month < 12; month += 1) {
        const height = 60 + ((month * 47) % 130)
        page.drawRectangle({ x: 60 + month * 40, y: 450, width: 26, height, color: rgb(0.42, 0.56, 0.74) })
        write(page, String(month + 1), 68 + month * 40, 434, 9)
      }
      write(page, 'kWh each month, measured at the meter SE-417-0012', 50, 400)
    }
  }
  return Buffer.from(await pdf.save())
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

export function fileAnswer(specimens: SpecimenFiles, file: ServedFile): ServiceAnswer {
  if (file.hostile !== undefined) return hostileAnswer(file.hostile, specimens)
  if (file.specimen === undefined) return notFound()
  const { type, bytes } = specimens[file.specimen]
  return { status: 200, headers: { 'content-type': type }, body: bytes }
}
