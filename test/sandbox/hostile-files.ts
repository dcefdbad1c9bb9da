import { crc32, deflateSync } from 'node:zlib'
import type { ServiceAnswer } from './answer.ts'
import { notFound } from './answer.ts'
import type { SpecimenFiles } from './documents.ts'

const page = '<!doctype html><html><body><script>document.title="ran"</script>Specimen</body></html>'
const sink = 'https://files.elsewhere.test'

const latin = (text: string) => Buffer.from(text, 'latin1')

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([latin(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Builds a small PNG that declares 50,000 by 50,000 pixels. */
function hugePixels(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.alloc(1_024))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Inserts chunks after the PNG header, where metadata stands. */
const inPng = (png: Buffer, ...chunks: readonly Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

const inJpeg = (jpeg: Buffer, marker: number, remark: string) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker, 0, remark.length + 2]),
    latin(remark),
    jpeg.subarray(2),
  ])

/** Builds a PDF of one page with this text in its catalogue and these extra objects. */
function pdf(
  catalogue: string,
  objects: readonly (string | Buffer)[] = [],
  trailer = '',
  box = '0 0 595 842',
) {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] >>`,
    ...objects,
  ]
  const parts = [latin('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [index, object] of all.entries()) {
    offsets.push(Buffer.concat(parts).length)
    parts.push(latin(`${index + 1} 0 obj\n`), Buffer.from(object), latin('\nendobj\n'))
  }
  const at = Buffer.concat(parts).length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const head = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}`
  parts.push(latin(`${head}trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\n`))
  return Buffer.concat([...parts, latin(`startxref\n${at}\n%%EOF\n`)])
}

/** Builds a PDF whose object stream decompresses to 64 MB of blanks. */
function endlessObjects(): Buffer {
  const data = deflateSync(Buffer.alloc(67_108_864, 0x20))
  const head = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`
  return pdf('', [Buffer.concat([latin(head), data, latin('\nendstream')])])
}

/** Builds a zip with one uncompressed file. */
function zipOf(name: string, content: string): Buffer {
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  const [named, data] = [latin(name), latin(content)]
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt32LE(crc32(data), 14)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(named.length, 26)
  central.writeUInt32LE(0x02014b50, 0)
  local.copy(central, 16, 14, 28)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + named.length, 12)
  end.writeUInt32LE(30 + named.length + data.length, 16)
  return Buffer.concat([local, named, data, central, named, end])
}

interface Made {
  readonly type?: string
  readonly bytes: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

type Make = (specimens: SpecimenFiles) => Made

const svg =
  (inside: string): Make =>
  () => ({
    type: 'image/svg+xml',
    bytes: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`,
  })
const asPdf =
  (catalogue: string, trailer = '', box?: string): Make =>
  () => ({
    type: 'application/pdf',
    bytes: pdf(catalogue, [], trailer, box),
  })
const asJpeg =
  (bytes: string | Buffer): Make =>
  () => ({ type: 'image/jpeg', bytes })
const passport =
  (more: Omit<Made, 'bytes'>): Make =>
  ({ passport: { bytes } }) => ({ ...more, bytes })
const namedAs = (name: string): Make =>
  passport({
    type: 'image/jpeg',
    headers: { 'content-disposition': `attachment; filename="x"; filename*=UTF-8''${name}` },
  })

/** Files that no reader should trust, by name. */
const files = {
  'html-as-jpeg': asJpeg(page),
  xhtml: () => ({
    type: 'application/xhtml+xml',
    bytes: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>document.title="ran"</script></html>`,
  }),
  'svg-script': svg('<script>document.title="ran"</script>'),
  'svg-foreign-object': svg(`<foreignObject width="9" height="9"><iframe src="${sink}/1"/></foreignObject>`),
  'svg-elsewhere': svg(`<image href="${sink}/2" width="9" height="9"/>`),
  'xml-entities': () => ({
    type: 'text/xml',
    bytes: `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "${sink}/3">]><r>&e;</r>`,
  }),
  mhtml: () => ({
    type: 'multipart/related',
    bytes: `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${page}\r\n--b--\r\n`,
  }),
  'pdf-script': asPdf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
  'pdf-launch': asPdf('/OpenAction << /S /Launch /F (calc.exe) >>'),
  'pdf-form': asPdf(`/AcroForm << /Fields [] >> /AA << /WC << /S /SubmitForm /F (${sink}/4) >> >>`),
  'pdf-link': asPdf(`/X << /S /URI /URI (${sink}/5) >>`),
  'pdf-huge-pages': asPdf('', '', '0 0 9999999 9999999'),
  'pdf-endless': () => ({ type: 'application/pdf', bytes: endlessObjects() }),
  'pdf-encrypted': asPdf('', '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (x) /U (y) >>'),
  'polyglot-pdf': ({ bill }) => ({
    type: 'application/pdf',
    bytes: Buffer.concat([latin(`${page}\n`), bill.bytes]),
  }),
  'gif-script': () => ({ type: 'image/gif', bytes: 'GIF89a=1;document.title="ran"//' }),
  'huge-pixels': () => ({ type: 'image/png', bytes: hugePixels() }),
  'png-remarks': ({ photo }) => ({
    type: 'image/png',
    bytes: inPng(photo.bytes, chunk('iCCP', latin(`x\0\0${page}`)), chunk('eXIf', latin(page))),
  }),
  'jpeg-comment': (made) => ({ type: 'text/html', bytes: inJpeg(made.passport.bytes, 0xfe, page) }),
  tiff: () => ({ type: 'image/tiff', bytes: Buffer.from('49492a000800000000000000', 'hex') }),
  webp: () => ({
    type: 'image/webp',
    bytes: latin('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0'),
  }),
  zip: asJpeg(zipOf('readme.txt', 'Specimen')),
  'docx-template': () => ({
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    bytes: zipOf('word/_rels/settings.xml.rels', `<Relationship TargetMode="External" Target="${sink}/6"/>`),
  }),
  shortcut: () => ({
    type: 'application/octet-stream',
    bytes: Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(56)]),
  }),
  'zero-bytes': asJpeg(''),
  'too-big': (made) => ({
    type: 'image/jpeg',
    bytes: Buffer.concat([made.passport.bytes, Buffer.alloc(22_020_096 - made.passport.bytes.length)]),
  }),
  'odd-name': namedAs('%E2%80%AEgpj.exe'),
  'line-break-name': namedAs('a%0D%0ASet-Cookie%3A%20b.jpg'),
  'type-html': passport({ type: 'text/html' }),
  'no-type': passport({}),
  'wrong-length': passport({
    type: 'image/jpeg',
    headers: { 'content-length': '9999999', connection: 'close' },
  }),
} as const satisfies Readonly<Record<string, Make>>

type HostileName = keyof typeof files
export const hostileNames: readonly string[] = Object.keys(files)

const isName = (name: string): name is HostileName => Object.hasOwn(files, name)

/** Builds the answer with one of these files. */
export function hostileAnswer(name: string, specimens: SpecimenFiles): ServiceAnswer {
  if (!isName(name)) return notFound()
  const make: Make = files[name]
  const { type, bytes, headers = {} } = make(specimens)
  return {
    status: 200,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    body: bytes,
  }
}
