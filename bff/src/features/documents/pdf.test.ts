import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildObjectStream, buildOnePagePdf, buildPdf, buildPdfStream } from './files.test-kit.ts'
import { inspectDocumentFile } from './inspect.ts'

const text = (text: string) => Buffer.from(text, 'latin1')
const fixture = (name: string) => readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url))
const inspect = (bytes: Buffer) => inspectDocumentFile({ bytes, type: 'application/pdf' })

const script = '<< /S /JavaScript /JS (app.alert) >>'
const visit = '<< /S /URI /URI (https://elsewhere.test) >>'
/** Builds a page with one annotation, object 4; further objects follow. */
const withAnnotation = (annotation: string, more: readonly (string | Buffer)[] = []) =>
  buildOnePagePdf('', [`<< /Type /Annot /Rect [0 0 9 9] ${annotation} >>`, ...more])
/** Appends objects as an incremental update does. */
const update = (pdf: Buffer, objects: string) =>
  Buffer.concat([pdf, text(`${objects}\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`)])
const packed = (objects: readonly string[], about = '/Type /ObjStm') => {
  const body = objects.join(' ')
  const offsets = objects.map(
    (_, nth) => `${50 + nth} ${objects.slice(0, nth).join(' ').length + (nth && 1)}`,
  )
  const head = `${offsets.join(' ')} `
  const entries = `${about} /N ${objects.length} /First ${head.length} /Filter /FlateDecode`
  return buildPdfStream(entries, deflateSync(text(head + body)))
}

/** Files that act, each made from a harmless one, with every reason that is given. */
const acting: readonly (readonly [words: string, bytes: Buffer, why: string[]])[] = [
  ['an action that opens an address', buildOnePagePdf(`/OpenAction ${visit}`), ['opens_by_itself', 'link']],
  ['an action that prints', buildOnePagePdf('/OpenAction << /S /Named /N /Print >>'), ['opens_by_itself']],
  [
    'an action behind a harmless one',
    buildOnePagePdf('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [4 0 R] >>', ['<< /S /Hide /T (x) >>']),
    ['opens_by_itself'],
  ],
  [
    'an action by reference of a reference',
    buildOnePagePdf('/OpenAction 4 0 R', ['5 0 R', '<< /S 6 0 R /JS 7 0 R >>', '/JavaScript', '(app.alert)']),
    ['script', 'opens_by_itself'],
  ],
  [
    'a name in codes',
    buildOnePagePdf('/Open#41ction << /#53 /#4aavaScript /J#53 (x) >>'),
    ['script', 'opens_by_itself'],
  ],
  [
    'a key that stands twice',
    buildOnePagePdf(`/OpenAction [3 0 R /Fit] /OpenAction ${script}`),
    ['script', 'opens_by_itself'],
  ],
  [
    'a type that stands twice',
    buildOnePagePdf('/OpenAction << /S /GoTo /S /Launch /F (x) >>'),
    ['launch', 'opens_by_itself'],
  ],
  [
    'scripts in the tree of names',
    buildOnePagePdf('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', [script]),
    ['script'],
  ],
  [
    'a page that acts when it is shown',
    buildOnePagePdf('', [`<< /Type /Page /AA << /O ${visit} >> >>`]),
    ['opens_by_itself', 'link'],
  ],
  [
    'an annotation that acts when it is seen',
    withAnnotation('/Subtype /Widget /AA << /PV 5 0 R >>', [script]),
    ['script', 'opens_by_itself'],
  ],
  [
    'a button that starts a program',
    withAnnotation('/Subtype /Link /A << /Type /Action /S /Launch /Win << /F (cmd.exe) >> >>'),
    ['launch'],
  ],
  [
    'a button that sends a form',
    withAnnotation('/Subtype /Widget /A << /S /SubmitForm /F << /FS /URL /F (x) >> >>'),
    ['form'],
  ],
  [
    'a link to a file within a file',
    withAnnotation('/Subtype /Link /A << /S /GoToE /T << /R /C /N (a) >> >>'),
    ['link'],
  ],
  [
    'a link to another file',
    withAnnotation('/Subtype /Link /A << /S /GoToR /F (\\\\\\\\host\\\\share) /D [0 /Fit] >>'),
    ['link'],
  ],
  ['a film', withAnnotation('/Subtype /RichMedia /RichMediaContent << >>'), ['media']],
  [
    'a film of an older kind',
    withAnnotation('/Subtype /Screen /A << /S /Rendition /OP 0 /R 5 0 R >>', ['<< /S /MR >>']),
    ['media'],
  ],
  [
    'a form of another format',
    buildOnePagePdf('/AcroForm 4 0 R', [
      '<< /Fields [] /XFA [(template) 5 0 R] >>',
      buildPdfStream('', text('<xdp/>')),
    ]),
    ['form'],
  ],
  [
    'a file attached',
    withAnnotation('/Subtype /FileAttachment /FS 5 0 R', [
      '<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>',
      buildPdfStream('/Type /EmbeddedFile', text('MZ')),
    ]),
    ['embedded_file'],
  ],
  // As pdfkit and Acrobat write fields for amounts and dates: the script waits for somebody who types.
  [
    'a script of a field that formats what is typed',
    withAnnotation(`/Subtype /Widget /FT /Tx /AA << /K ${script} /F ${script} >>`),
    ['script'],
  ],
  [
    'a script of a field that is computed',
    withAnnotation(`/Subtype /Widget /FT /Tx /AA << /C ${script} >>`),
    ['script', 'opens_by_itself'],
  ],
  [
    'an object stream that hides an action',
    buildOnePagePdf('', [packed(['<< /A 51 0 R >>', script])]),
    ['script'],
  ],
  ['an object stream without its type', buildOnePagePdf('', [packed([script], '')]), ['script']],
  [
    'an object stream in a filter of a filter',
    buildOnePagePdf('', [buildObjectStream('5 0 <<>>', '/Filter [/ASCIIHexDecode /FlateDecode]')]),
    ['unreadable_parts'],
  ],
  [
    'an object stream behind a predictor',
    buildOnePagePdf('', [
      buildObjectStream('5 0 <<>>', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>'),
    ]),
    ['unreadable_parts'],
  ],
  [
    'an action in an update',
    update(buildOnePagePdf(), `3 0 obj << /Type /Page /AA << /C ${script} >> >> endobj`),
    ['script', 'opens_by_itself'],
  ],
  [
    'an object within a string',
    buildOnePagePdf(`/X (9 0 obj ${script.replaceAll('(app.alert)', '<00>')} endobj)`),
    ['script'],
  ],
  [
    'an object behind a string that is not closed',
    buildPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages >>', '<< /Type /Page >> (', script]),
    ['script'],
  ],
  [
    'an object in data',
    buildOnePagePdf('', [buildPdfStream('', text(`\n9 0 obj ${script} endobj`))]),
    ['script'],
  ],
  [
    'an object in a dictionary that is not closed',
    buildOnePagePdf('', [`<< /Type /X endobj 9 0 obj ${script}`]),
    ['script'],
  ],
  [
    'a part of the structure that is an action as well',
    buildOnePagePdf('', ['<< /S /JavaScript /P 1 0 R /JS (x) >>']),
    ['script'],
  ],
  ['data that are in another file', buildOnePagePdf('', [buildPdfStream('/F (x)', text(''))]), ['link']],
  [
    'a page drawn from another file',
    buildOnePagePdf('', [buildPdfStream('/Subtype /Form /Ref << /F (x.pdf) /Page 0 >>', text(''))]),
    ['link'],
  ],
  [
    'a program for printers',
    buildOnePagePdf('', [buildPdfStream('/Type /XObject /Subtype /PS', text('quit'))]),
    ['script'],
  ],
  [
    'encryption told by a stream',
    buildOnePagePdf('', [buildPdfStream('/Type /XRef /Encrypt 9 0 R', text(''))]),
    ['encrypted'],
  ],
  [
    'pages grown by their unit',
    buildOnePagePdf('', ['<< /Type /Page /UserUnit 100 /MediaBox [0 0 595 842] >>']),
    ['huge_pages'],
  ],
  ['markup in a text that is run', buildOnePagePdf('/X (<svg xmlns="x" onload="1">)'), ['second_format']],
  ['a picture behind it', Buffer.concat([buildOnePagePdf(), text('GIF89a=1;alert(1)//')]), ['second_format']],
  ['an action that is nowhere in the file', buildOnePagePdf('/OpenAction 99 0 R'), ['unreadable_parts']],
]

describe('PDFs that act', () => {
  it.each(acting)('%s', (_, bytes, why) => {
    const { facts, shown } = inspect(bytes)
    expect(facts.showable).toBe('download_only')
    expect([...facts.downloadOnlyReasons].sort()).toEqual([...why].sort())
    expect(shown).toBeNull()
  })
})

/** Harmless files that use the same names, or what looks like an action. */
const harmless: readonly (readonly [words: string, bytes: Buffer])[] = [
  ['of jsPDF: it opens at a page', fixture('jspdf.pdf')],
  ['of pdf-lib: a blend mode named Screen', fixture('blend-screen.pdf')],
  ['of TeX: a link, and it opens at a page', fixture('tex.pdf')],
  ['of Ghostscript and qpdf: object streams and a link', fixture('qpdf-objstm.pdf')],
  ['of cairo', fixture('cairo.pdf')],
  ['of Ghostscript', fixture('gs.pdf')],
  ['of qpdf: linearised', fixture('qpdf-linear.pdf')],
  ['of jsPDF 4: a link and an outline', fixture('jspdf-link.pdf')],
  ['of pdf-lib: a text field, in object streams', fixture('pdflib-form.pdf')],
  [
    'of LibreOffice: an action that leads to a page',
    buildOnePagePdf('/OpenAction << /S /GoTo /D [3 0 R /XYZ null null 0] >>'),
  ],
  [
    'of TCPDF: an action by reference',
    buildOnePagePdf('/OpenAction 4 0 R', ['<< /Type /Action /S /GoTo /D [3 0 R /FitH null] >>']),
  ],
  ['that opens at a destination by name', buildOnePagePdf('/OpenAction (start)')],
  ['that opens at its last page', buildOnePagePdf('/OpenAction << /S /Named /N /LastPage >>')],
  ['with links', withAnnotation(`/Subtype /Link /A ${visit}`)],
  ['with a link that prints', withAnnotation('/Subtype /Link /A << /S /Named /N /Print >>')],
  [
    'with fields',
    buildOnePagePdf('/AcroForm << /Fields [4 0 R] >>', [
      '<< /FT /Tx /T (x) /Subtype /Widget /A << /S /ResetForm >> >>',
    ]),
  ],
  [
    'with fonts of those names',
    buildOnePagePdf('', [
      '<< /Font << /JS 9 0 R /AA 9 0 R /Launch 9 0 R /EF 9 0 R /XFA 9 0 R /OpenAction 9 0 R >> >>',
      ...Array(4).fill('<< >>'),
      '<< /Type /Font /Subtype /Type1 >>',
    ]),
  ],
  [
    'with a group named like triggers',
    buildOnePagePdf('', [
      '<< /XObject << /AA 5 0 R >> >>',
      '<< /Subtype /Form /Group << /S /Transparency >> >>',
    ]),
  ],
  [
    'with parts of the structure of those names',
    buildOnePagePdf('', [
      '<< /S /Sound /P 1 0 R /K 0 >>',
      '<< /Type /StructElem /S /Launch >>',
      '<< /S /Thread /P 1 0 R >>',
    ]),
  ],
  [
    'with texts about them',
    buildOnePagePdf('/X (/S /JavaScript /JS and <html> and /Launch)', [
      buildPdfStream('', text('BT (/OpenAction << /S /Launch >> <script>) Tj ET')),
    ]),
  ],
  [
    'with empty trees and triggers',
    buildOnePagePdf(
      '/Names << /JavaScript << /Names [] >> /EmbeddedFiles << /Names [] >> >> /AA << >> /OpenAction null',
    ),
  ],
  ['with a base address', buildOnePagePdf('/URI << /Base (https://elsewhere.test) >>')],
  ['with a jump within an article', withAnnotation('/Subtype /Link /A << /S /Thread /D 0 >>')],
]

describe('PDFs that only use the same names are shown', () => {
  it.each(harmless)('%s', (_, bytes) => {
    const { facts, shown } = inspect(bytes)
    expect(facts).toMatchObject({ showable: 'pdf', downloadOnlyReasons: [], remarks: [], pages: 1 })
    expect(Buffer.concat(shown ?? []).equals(bytes)).toBe(true)
  })
})

const plain = fixture('blend-screen.pdf')
const end = plain.lastIndexOf('startxref')
const imperfect: readonly (readonly [words: string, bytes: Buffer, remarks: string[]])[] = [
  ['a line break before it', fixture('leading-newline.pdf'), ['bytes_before']],
  ['a byte order mark before it', Buffer.concat([text('\u00ef\u00bb\u00bf'), plain]), ['bytes_before']],
  [
    'a printer language before it',
    Buffer.concat([text('\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'), plain]),
    ['bytes_before'],
  ],
  ['words behind it', Buffer.concat([plain, text('Sent by a scanner')]), ['bytes_after']],
  ['blanks and zeros behind it', Buffer.concat([plain, Buffer.alloc(3_000)]), []],
  ['no end mark', plain.subarray(0, end), ['no_end']],
  [
    'a wrong offset of its table',
    Buffer.concat([plain.subarray(0, end), text('startxref\n1\n%%EOF\n')]),
    ['table_repaired'],
  ],
  ['no offset of its table', Buffer.concat([plain.subarray(0, end), text('%%EOF\n')]), ['table_repaired']],
  ['another version in its header', text(plain.toString('latin1').replace('%PDF-1.7', '%PDF-1,7')), []],
]

/** Real files, each with an action beside what it has; `catalog` adds to the catalogue, `objects` behind the file. */
const turnedHostile = ['pdfkit.pdf', 'cairo.pdf', 'gs.pdf', 'qpdf-linear.pdf', 'jspdf-link.pdf'].flatMap(
  (name) => {
    const harmlessStart = '/OpenAction [3 0 R /Fit]'
    const withCatalog = (more: string, objects = '') => {
      const changed = fixture(name)
        .toString('latin1')
        .replace(/\/Type ?\/Catalog/, `/Type /Catalog ${more}`)
      return update(text(changed), objects)
    }
    return [
      [`${name}, opening at a page`, withCatalog(harmlessStart), null],
      [
        `${name}, with a script beside a start page`,
        withCatalog(`${harmlessStart} /OpenAction ${script}`),
        'script',
      ],
      [
        `${name}, opening an address by reference`,
        withCatalog('/OpenAction 900 0 R', `900 0 obj ${visit} endobj`),
        'link',
      ],
      [
        `${name}, starting a program after a harmless step`,
        withCatalog(
          '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 901 0 R >>',
          '901 0 obj << /S /Launch /F (x) >> endobj',
        ),
        'launch',
      ],
      [
        `${name}, sending a form when it is closed`,
        withCatalog(`${harmlessStart} /AA << /WC 902 0 R >>`, '902 0 obj << /S /SubmitForm /F (x) >> endobj'),
        'form',
      ],
    ] as const
  },
)

describe('PDFs of other programs that were made to act', () => {
  it.each(turnedHostile)('%s', (_, bytes, why) => {
    const { facts, shown } = inspect(bytes)
    if (why === null) return expect(facts).toMatchObject({ showable: 'pdf', downloadOnlyReasons: [] })
    expect(facts.showable).toBe('download_only')
    expect(facts.downloadOnlyReasons).toContain(why)
    expect(facts.downloadOnlyReasons).toContain('opens_by_itself')
    expect(shown).toBeNull()
  })
})

describe('PDFs with small faults are shown with a remark', () => {
  it.each(imperfect)('%s', (_, bytes, remarks) => {
    const { facts, shown } = inspect(bytes)
    expect(facts).toMatchObject({ type: 'pdf', showable: 'pdf', downloadOnlyReasons: [], remarks, pages: 1 })
    const left = Buffer.concat(shown ?? [])
    expect(left.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(left.includes('scanner')).toBe(false)
  })

  it('counts a page that an update repeats once', () => {
    const repeated = update(buildOnePagePdf(), '3 0 obj << /Type /Page /Parent 2 0 R >> endobj')
    expect(inspect(repeated).facts.pages).toBe(1)
  })

  it('calls a file without pages damaged, and accuses it of nothing else', () => {
    expect(inspect(text('%PDF-1.7 and nothing more')).facts.downloadOnlyReasons).toEqual(['damaged'])
  })

  it('gives up on values that are made to be read again and again', () => {
    const nested = Array.from({ length: 20_000 }, (_, nth) => `${nth} 0 obj << /A (`).join('')
    expect(inspect(text(`%PDF-1.7\n${nested}`)).facts.downloadOnlyReasons).toEqual(['unreadable_parts'])
    expect(inspect(text(`%PDF-1.7\n1 0 obj ${'['.repeat(100_000)}`)).facts.downloadOnlyReasons).toEqual([
      'unreadable_parts',
    ])
  })
})
