import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildJpeg,
  buildJpegSegment,
  buildObjectStream,
  buildOnePagePdf,
  buildPdf,
  buildPdfStream,
  buildPng,
  buildPngChunk,
} from './files.test-kit.ts'
import { inspectDocumentFile } from './inspect.ts'

const text = (text: string) => Buffer.from(text, 'latin1')
const page = '<!doctype html><html><body><script>document.title="ran"</script></body></html>'

/** Hostile files of the design (reliability, hostile documents) that are recognised by their bytes. */
/** Builds a JPEG of 12 bits a sample, as machines of hospitals write them. */
function buildDeepJpeg(): Buffer {
  const bytes = buildJpeg()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes[frame + 1] = 0xc1
  bytes[frame + 4] = 12
  return bytes
}

const refused: readonly (readonly [words: string, bytes: Buffer, type: string, why: string])[] = [
  ['HTML', text(page), 'html', 'other_type'],
  [
    'XHTML',
    text(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${page}`),
    'html',
    'other_type',
  ],
  [
    'SVG with a script',
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    'svg',
    'other_type',
  ],
  [
    'SVG with a foreign object',
    text('<?xml version="1.0"?><svg ><foreignObject/></svg>'),
    'svg',
    'other_type',
  ],
  [
    'SVG with a picture elsewhere',
    text('<svg ><image href="https://elsewhere.test/1"/></svg>'),
    'svg',
    'other_type',
  ],
  [
    'XML with entities',
    text('<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/hosts">]><r>&e;</r>'),
    'xml',
    'other_type',
  ],
  [
    'MHTML',
    text('MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n'),
    'mhtml',
    'other_type',
  ],
  ['PDF with a script', buildOnePagePdf('/OpenAction << /S /JavaScript /JS (app.alert) >>'), 'pdf', 'script'],
  ['PDF with a script under another spelling', buildOnePagePdf('/X << /S /J#61vaScript >>'), 'pdf', 'script'],
  [
    'PDF with a script packed away',
    buildOnePagePdf('', [buildObjectStream('<< /S /JavaScript /JS (x) >>')]),
    'pdf',
    'script',
  ],
  [
    'PDF that hides a script in data',
    buildOnePagePdf('', [buildPdfStream('', text('9 0 obj << /S /#4aavaScript >> endobj'))]),
    'pdf',
    'script',
  ],
  ['PDF that starts a program', buildOnePagePdf('/A << /S /Launch /F (cmd.exe) >>'), 'pdf', 'launch'],
  [
    'PDF that sends a form',
    buildOnePagePdf('/A << /S /SubmitForm /F (https://elsewhere.test) >>'),
    'pdf',
    'form',
  ],
  ['PDF with a file in it', buildOnePagePdf('', ['<< /Type /EmbeddedFile >>']), 'pdf', 'embedded_file'],
  [
    'PDF that does something when opened',
    buildOnePagePdf('/AA << /WC 4 0 R >>', ['<< /S /Named /N /Print >>']),
    'pdf',
    'opens_by_itself',
  ],
  ['PDF with XFA', buildOnePagePdf('/AcroForm << /XFA 7 0 R >>'), 'pdf', 'form'],
  [
    'PDF with huge pages',
    buildOnePagePdf('', ['<< /Type /Page /MediaBox [0 0 999999 999999] >>']),
    'pdf',
    'huge_pages',
  ],
  [
    'PDF with an endless object stream',
    buildOnePagePdf('', [buildObjectStream(Buffer.alloc(16_777_216))]),
    'pdf',
    'unreadable_parts',
  ],
  [
    'PDF with a stream that never ends',
    text(`${buildOnePagePdf('', ['<< >>\nstream\n']).toString('latin1')}`),
    'pdf',
    'unreadable_parts',
  ],
  ['PDF that is encrypted', buildOnePagePdf('', [], '/Encrypt 9 0 R'), 'pdf', 'encrypted'],
  ['PDF behind HTML', Buffer.concat([text(`${page}\n`), buildOnePagePdf()]), 'html', 'other_type'],
  ['PDF with HTML in it', buildPdf([`<< /Type /Catalog >>\n%${page}`]), 'pdf', 'second_format'],
  [
    'PDF with a zip behind it',
    Buffer.concat([buildOnePagePdf(), text('PK\u0003\u0004 and so on')]),
    'pdf',
    'second_format',
  ],
  ['GIF that is a script', text('GIF89a=1;alert(1)//'), 'gif', 'other_type'],
  ['PNG of 50,000 by 50,000', buildPng({ width: 50_000, height: 50_000 }), 'png', 'too_many_pixels'],
  ['JPEG of 65,000 by 65,000', buildJpeg({ width: 65_000, height: 65_000 }), 'jpeg', 'too_many_pixels'],
  ['PNG with a wrong sum', text(buildPng().toString('latin1').replace('IHDR', 'IHDr')), 'png', 'damaged'],
  [
    'PNG with an unknown part that matters',
    buildPng({ before: [buildPngChunk('EVIL', text('x'))] }),
    'png',
    'damaged',
  ],
  ['TIFF', Buffer.from('49492a0008000000', 'hex'), 'tiff', 'other_type'],
  ['WebP', text('RIFF\x10\0\0\0WEBPVP8 '), 'webp', 'other_type'],
  ['zip, docx and the like', text('PK\u0003\u0004word/_rels/settings.xml.rels'), 'zip', 'other_type'],
  ['empty zip', text('PK\u0005\u0006'), 'zip', 'other_type'],
  [
    'shortcut',
    Buffer.from(`4c0000000114020000000000c000000000000046${'00'.repeat(56)}`, 'hex'),
    'shortcut',
    'other_type',
  ],
  ['no byte at all', Buffer.alloc(0), 'empty', 'other_type'],
  ...[0xc3, 0xc7, 0xc9, 0xca, 0xf7].map((frame) => {
    const coded = buildJpeg()
      .toString('latin1')
      .replace('\xff\xc0', `\xff${String.fromCharCode(frame)}`)
    return [`JPEG with the frame ${frame.toString(16)}`, text(coded), 'jpeg', 'rare_coding'] as const
  }),
  ['JPEG of 12 bits a sample', buildDeepJpeg(), 'jpeg', 'rare_coding'],
  ['HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'heic', 'other_type'],
  ['JPEG without a picture', Buffer.from('ffd8ffd9', 'hex'), 'jpeg', 'damaged'],
  ['text', text('name,number\nMara,1\n'), 'text', 'other_type'],
]

describe('files that are download only', () => {
  it.each(refused)('%s', (_, bytes, type, why) => {
    const { facts, shown } = inspectDocumentFile({ bytes, type: 'image/jpeg' })
    expect(facts).toMatchObject({ type, showable: 'download_only', bytes: bytes.length })
    expect(facts.downloadOnlyReasons).toContain(why)
    expect(shown).toBeNull()
  })
})

const remark = text(page)
const exif = (order: 'II' | 'MM', turn: number) => {
  const tiff = Buffer.alloc(26)
  tiff.write(order, 'latin1')
  const put = (value: number, at: number, size: 2 | 4) =>
    order === 'II' ? tiff.writeUIntLE(value, at, size) : tiff.writeUIntBE(value, at, size)
  put(42, 2, 2)
  put(8, 4, 4)
  put(1, 8, 2)
  put(0x0112, 10, 2)
  put(3, 12, 2)
  put(1, 14, 4)
  put(turn, 18, 2)
  return buildJpegSegment(0xe1, Buffer.concat([text('Exif\0\0'), tiff]))
}

describe('files that are shown', () => {
  it('shows a JPEG without its metadata, location, profiles and trailing bytes', () => {
    const before = [
      buildJpegSegment(0xfe, remark),
      exif('MM', 6),
      buildJpegSegment(0xe2, remark),
      buildJpegSegment(0xee, text('Adobe\0d\0\0\0\0\0\x01')),
    ]
    const { facts, shown } = inspectDocumentFile({
      bytes: buildJpeg({ before, behind: remark }),
      type: 'text/html',
    })
    expect(facts).toMatchObject({
      type: 'jpeg',
      headerType: 'text/html',
      showable: 'picture',
      downloadOnlyReasons: [],
      width: 3,
      height: 2,
      rotation: 90,
    })
    const left = Buffer.concat(shown ?? [])
    expect(left.includes('script')).toBe(false)
    expect(left.includes('Exif')).toBe(false)
    expect(left.includes('Adobe')).toBe(true)
    expect(left.subarray(-2).toString('hex')).toBe('ffd9')
    expect(inspectDocumentFile({ bytes: left, type: 'image/jpeg' }).facts).toMatchObject({
      headerType: null,
      showable: 'picture',
    })
  })

  it.each([
    ['II', 3, 180],
    ['MM', 8, 270],
    ['II', 1, 0],
    ['II', 99, 0],
  ] as const)('reads the rotation from Exif: %s %i', (order, said, turn) => {
    expect(
      inspectDocumentFile({ bytes: buildJpeg({ before: [exif(order, said)] }), type: undefined }).facts,
    ).toMatchObject({
      rotation: turn,
      headerType: 'none',
    })
  })

  it('shows a PNG without its texts, profile, animation and trailing bytes', () => {
    const before = [
      buildPngChunk('iCCP', remark),
      buildPngChunk('tEXt', remark),
      buildPngChunk('eXIf', remark),
      buildPngChunk('acTL', Buffer.alloc(8)),
    ]
    const bytes = Buffer.concat([
      buildPng({ before, behind: [buildPngChunk('tIME', Buffer.alloc(7))] }),
      remark,
    ])
    const { facts, shown } = inspectDocumentFile({ bytes, type: 'image/png' })
    expect(facts).toMatchObject({ type: 'png', headerType: null, showable: 'picture', width: 3, height: 2 })
    expect(Buffer.concat(shown ?? []).equals(buildPng())).toBe(true)
  })

  it('shows a PDF unchanged and counts its pages, compressed or not', () => {
    for (const bytes of [
      buildOnePagePdf(),
      buildOnePagePdf('', [buildPdfStream('/Filter /FlateDecode', deflateSync(text('BT (x) Tj ET')))]),
    ]) {
      const { facts, shown } = inspectDocumentFile({ bytes, type: 'application/pdf' })
      expect(facts).toMatchObject({
        type: 'pdf',
        headerType: null,
        showable: 'pdf',
        downloadOnlyReasons: [],
        pages: 1,
      })
      expect(Buffer.concat(shown ?? []).equals(bytes)).toBe(true)
    }
    const two = buildOnePagePdf('', [buildObjectStream('<< /Type /Page /MediaBox [0 0 595 842] >>')])
    expect(inspectDocumentFile({ bytes: two, type: undefined }).facts).toMatchObject({
      showable: 'pdf',
      pages: 2,
    })
  })
})

describe('arbitrary bytes', () => {
  const wholes = [
    buildJpeg(),
    buildPng(),
    buildOnePagePdf(),
    buildOnePagePdf('', [buildObjectStream('<< /Type /Page >>')]),
  ]
  /** Generates bytes close to a real file: cut, or with some bytes changed. */
  const near = fc
    .tuple(
      fc.constantFrom(...wholes),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      fc.nat(),
      fc.uint8Array({ maxLength: 30 }),
    )
    .map(([whole, changes, cut, behind]) => {
      const bytes = Buffer.from(whole)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return Buffer.concat([bytes.subarray(0, bytes.length - (cut % 20)), behind])
    })

  it('are inspected without an error, and shown bytes get the same verdict again', () => {
    fc.assert(
      fc.property(fc.oneof(near, fc.uint8Array({ maxLength: 400 }).map(Buffer.from)), (bytes) => {
        const { facts, shown } = inspectDocumentFile({ bytes, type: 'image/jpeg' })
        expect(facts.showable === 'download_only').toBe(shown === null)
        expect(facts.downloadOnlyReasons.length > 0).toBe(shown === null)
        if (shown === null) return
        const again = inspectDocumentFile({ bytes: Buffer.concat(shown), type: 'image/jpeg' })
        expect(again.facts).toMatchObject({ type: facts.type, showable: facts.showable, width: facts.width })
        // Check that only bytes of the image are left.
        expect(Buffer.concat(again.shown ?? []).equals(Buffer.concat(shown))).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('are never shown if other bytes precede an image or a PDF', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...wholes),
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        (whole, before) => {
          // Blanks before a PDF are a fault that readers repair.
          fc.pre(!/^[\s\0]*$/.test(Buffer.from(before).toString('latin1')))
          const { facts } = inspectDocumentFile({ bytes: Buffer.concat([before, whole]), type: undefined })
          expect(facts.showable).toBe('download_only')
        },
      ),
    )
  })
})
