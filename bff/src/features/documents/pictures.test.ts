import { readFileSync } from 'node:fs'
import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildJpeg, buildJpegSegment, buildPng, buildPngChunk, buildWatermark } from './files.test-kit.ts'
import { inspectDocumentFile } from './inspect.ts'
import { addWatermark } from './watermark.ts'

const text = (text: string) => Buffer.from(text, 'latin1')
const fixture = (name: string) => readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url))
const inspect = (bytes: Buffer) => inspectDocumentFile({ bytes, type: undefined })
const mark = buildWatermark('Jo')

/** Exif block with an orientation, as a short or as a long number. */
function exif(orientation: number, type: 3 | 4 = 3): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(type, 12)
  tiff.writeUInt32BE(1, 14)
  if (type === 4) tiff.writeUInt32BE(orientation, 18)
  else tiff.writeUInt16BE(orientation, 18)
  return tiff
}
const inApp1 = (tiff: Buffer) => buildJpegSegment(0xe1, Buffer.concat([text('Exif\0\0'), tiff]))

/** Builds a PNG of any kind from its rows, each with its filter byte. */
function png(
  width: number,
  height: number,
  depth: number,
  colour: number,
  rows: number[],
  more: Buffer[] = [],
  interlace = 0,
) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildPngChunk('IHDR', head),
    ...more,
    buildPngChunk('IDAT', deflateSync(Buffer.from(rows))),
    buildPngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Streams of images in the marked page, unpacked: the image first, then its transparency. */
function imagesOf(bytes: Buffer): { readonly about: string; readonly data: number[] }[] {
  const page = Buffer.concat(addWatermark({ ...inspect(bytes), bytes }, mark)).toString('latin1')
  return [...page.matchAll(/<< (\/Type \/XObject [^\n]*) \/Length (\d+) >>\nstream\n/g)].map((found) => {
    const begin = found.index + found[0].length
    const data = Buffer.from(page.slice(begin, begin + Number(found[2])), 'latin1')
    return { about: found[1] ?? '', data: [...inflateSync(data)] }
  })
}

const palette = buildPngChunk('PLTE', Buffer.from([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]))
const alphas = (...values: number[]) => buildPngChunk('tRNS', Buffer.from(values))

describe('transparency in a marked page', () => {
  it.each([
    [
      'a palette of two bits',
      png(5, 1, 2, 3, [0, 0b00011011, 0b01000000], [palette, alphas(0, 128)]),
      [0, 128, 255, 255, 128],
    ],
    ['a palette of one bit', png(3, 1, 1, 3, [0, 0b01000000], [palette, alphas(7)]), [7, 255, 7]],
    [
      'a palette of eight bits',
      png(2, 2, 8, 3, [0, 0, 1, 1, 3, 0], [palette, alphas(9, 8, 7, 6)]),
      [9, 8, 6, 6],
    ],
    ['grey', png(2, 1, 8, 4, [0, 1, 50, 2, 60]), [50, 60]],
    ['colours', png(1, 2, 8, 6, [0, 1, 2, 3, 50, 2, 1, 1, 1, 10]), [50, 60]],
    ['colours of 16 bits', png(1, 1, 16, 6, [0, 0, 1, 0, 2, 0, 3, 0x12, 0x34]), [0x12, 0x34]],
    ['interlaced colours', png(2, 1, 8, 6, [0, 1, 2, 3, 50, 0, 4, 5, 6, 60], [], 1), [50, 60]],
  ])('is kept for %s', (_, bytes, alpha) => {
    const [image, mask] = imagesOf(bytes)
    expect(image?.about).toContain('/SMask 7 0 R')
    expect(mask?.data).toEqual(alpha)
  })

  it('is kept for one colour of a grey or coloured picture', () => {
    const key = (...values: number[]) => buildPngChunk('tRNS', Buffer.from(values))
    expect(imagesOf(png(1, 1, 8, 0, [0, 9], [key(0, 9)]))[0]?.about).toContain('/Mask [9 9]')
    expect(imagesOf(png(1, 1, 8, 2, [0, 1, 2, 3], [key(0, 1, 0, 2, 0, 3)]))[0]?.about).toContain(
      '/Mask [1 1 2 2 3 3]',
    )
  })

  it('is none for a picture without it, and an interlaced one is put in order', () => {
    expect(imagesOf(buildPng())[0]?.about).not.toContain('Mask')
    // Pixels in the order of the passes: first, then the middle of its row, then the rest.
    const rows = [0, 0b10000000, 0, 0b10000000, 0, 0b01000000]
    const [image] = imagesOf(png(4, 1, 1, 0, rows, [], 1))
    expect(image?.data).toEqual([0b10110000])
  })

  it.each(['signature.png', 'signature-pal.png'])('is kept for %s', (name) => {
    const [image, mask] = imagesOf(fixture(name))
    expect(image?.about).toContain('/SMask')
    expect(mask?.data).toHaveLength(600 * 200)
    expect(new Set(mask?.data).size).toBeGreaterThan(5)
  })
})

describe('orientation', () => {
  it.each([
    [1, 0, false],
    [2, 0, true],
    [3, 180, false],
    [4, 180, true],
    [5, 270, true],
    [6, 90, false],
    [7, 90, true],
    [8, 270, false],
    [9, 0, false],
  ] as const)('%i of Exif', (orientation, turn, mirrored) => {
    const files = [
      buildJpeg({ before: [inApp1(exif(orientation))] }),
      buildJpeg({ before: [inApp1(exif(orientation, 4))] }),
      buildJpeg({ before: [inApp1(text('MM')), inApp1(exif(orientation))] }),
      buildPng({ before: [buildPngChunk('eXIf', exif(orientation))] }),
    ]
    for (const bytes of files) {
      const { facts } = inspect(bytes)
      expect(facts).toMatchObject({ showable: 'picture', rotation: turn, isMirrored: mirrored })
      const page = Buffer.concat(addWatermark({ ...inspect(bytes), bytes }, mark)).toString('latin1')
      expect(page.includes('cm -1 0 0 1 1 0 cm /I Do')).toBe(mirrored)
    }
  })

  it('of a mirrored photo', () => {
    expect(inspect(fixture('exif5.jpg')).facts).toMatchObject({
      rotation: 270,
      isMirrored: true,
      remarks: [],
    })
  })
})

describe('pictures of other programs are shown and marked', () => {
  it.each([
    ['cjpeg-grey-restart.jpg', 60],
    ['sharp-cmyk.jpg', 64],
    ['sharp-16bit.png', 64],
    ['sharp-interlaced.png', 64],
    ['im-progressive.jpg', 60],
    ['im-mono.png', 60],
    ['cairo.png', 248],
  ])('%s', (name, width) => {
    const bytes = fixture(name)
    const inspected = inspect(bytes)
    expect(inspected.facts).toMatchObject({ showable: 'picture', width, remarks: [] })
    const marked = Buffer.concat(addWatermark({ ...inspected, bytes }, mark)).toString('latin1')
    // The picture is on the page itself, not an attachment behind a cover.
    expect(marked).toContain('/Subtype /Image')
    expect(marked).not.toContain('/EmbeddedFile')
  })
})

describe('pictures with small faults are shown with a remark', () => {
  const whole = buildJpeg()
  const data = buildPng()
  it.each([
    ['a photo without its end mark', fixture('no-eoi.jpg'), ['no_end']],
    ['a JPEG cut off in its data', whole.subarray(0, -4), ['no_end']],
    ['a JPEG cut off in its end mark', whole.subarray(0, -1), ['no_end']],
    [
      'a JPEG with bytes between its parts',
      Buffer.concat([whole.subarray(0, 20), text('\0junk'), whole.subarray(20)]),
      ['parts_repaired'],
    ],
    ['a JPEG with the trailer of a phone', Buffer.concat([whole, text('SEFHtrailer')]), ['bytes_after']],
    ['a JPEG with zeros behind it', Buffer.concat([whole, Buffer.alloc(9)]), []],
    ['a PNG without its end', data.subarray(0, -12), ['no_end']],
    ['a PNG cut off in its end', data.subarray(0, -5), ['no_end']],
    ['a PNG cut off in its data', data.subarray(0, -18), ['no_end']],
    ['a PNG with bytes behind it', Buffer.concat([data, text('x')]), ['bytes_after']],
  ])('%s', (_, bytes, remarks) => {
    const { facts, shown } = inspect(bytes)
    expect(facts).toMatchObject({ showable: 'picture', downloadOnlyReasons: [], remarks })
    const again = inspect(Buffer.concat(shown ?? []))
    expect(again.facts).toMatchObject({ showable: 'picture', remarks: [] })
    expect(imagesOrJpeg(bytes)).toBe(true)
  })

  it('calls a picture without any data damaged', () => {
    for (const bytes of [data.subarray(0, 40), Buffer.from('ffd8ffd9', 'hex'), whole.subarray(0, 20)])
      expect(inspect(bytes).facts.downloadOnlyReasons).toEqual(['damaged'])
  })
})

/** Returns true if the picture itself is on the marked page, and no attachment. */
function imagesOrJpeg(bytes: Buffer): boolean {
  const page = Buffer.concat(addWatermark({ ...inspect(bytes), bytes }, mark)).toString('latin1')
  return page.includes('/Subtype /Image') && !page.includes('/EmbeddedFile')
}
