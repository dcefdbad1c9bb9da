import { crc32, deflateSync } from 'node:zlib'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { englishExports } from '@paydesk/shared/messages/en/exports'
import type { WatermarkDetails } from './watermark.ts'

const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const buildJpegSegment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), uint16(body.length + 2), body])

const frameBody = (width: number, height: number) =>
  Buffer.concat([Buffer.from([8]), uint16(height), uint16(width), Buffer.from([1, 1, 0x11, 0])])
const scanBody = Buffer.from([1, 1, 0, 0, 63, 0])

/**
 * Builds a JPEG of this size with further segments before its frame; its
 * scan is a few bytes that no decoder reads.
 */
export function buildJpeg({
  width = 3,
  height = 2,
  before = [] as Buffer[],
  behind = Buffer.alloc(0),
} = {}): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    buildJpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...before,
    buildJpegSegment(0xdb, Buffer.alloc(65, 1)),
    buildJpegSegment(0xc0, frameBody(width, height)),
    buildJpegSegment(0xc4, Buffer.alloc(20, 1)),
    buildJpegSegment(0xda, scanBody),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
    behind,
  ])
}

export const buildPngChunk = (name: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  return Buffer.concat([uint32(body.length), named, uint32(crc32(named))])
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/**
 * Builds a PNG of this size, by default in true colour, with further chunks before and after its image data.
 */
export function buildPng({
  width = 3,
  height = 2,
  colour = 2,
  before = [] as Buffer[],
  behind = [] as Buffer[],
} = {}): Buffer {
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, colour, 0, 0, 0])])
  const samples = colour === 6 ? 4 : 3
  const rows = Buffer.alloc(Math.min(1_000, (width * samples + 1) * height), 0)
  return Buffer.concat([
    signature,
    buildPngChunk('IHDR', head),
    ...before,
    buildPngChunk('IDAT', deflateSync(rows)),
    ...behind,
    buildPngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Builds a PDF of these objects, numbered from 1, with its cross-reference table. */
export function buildPdf(objects: readonly (string | Buffer)[], trailer = '', begin = '%PDF-1.7\n'): Buffer {
  const parts: Buffer[] = [Buffer.from(begin, 'latin1')]
  for (const [index, object] of objects.entries())
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  const at = Buffer.concat(parts).length
  parts.push(Buffer.from(`xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R ${trailer} >>\n`))
  parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`))
  return Buffer.concat(parts)
}

const pageObject = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'

/** Builds a PDF of one page, with further entries in its catalogue. */
export function buildOnePagePdf(
  catalogue = '',
  more: readonly (string | Buffer)[] = [],
  trailer = '',
): Buffer {
  const root = `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`
  return buildPdf([root, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', pageObject, ...more], trailer)
}

export const buildPdfStream = (about: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${about} /Length ${body.length} >>\nstream\n`),
    body,
    Buffer.from('\nendstream'),
  ])

/** Builds a compressed object stream, as newer programs write. */
export const buildObjectStream = (objects: string | Buffer, filter = '/Filter /FlateDecode') =>
  buildPdfStream(`/Type /ObjStm /N 1 /First 4 ${filter}`, deflateSync(Buffer.from(objects)))

/** Watermark in English of a download by this person. */
export const buildWatermark = (person: string): WatermarkDetails => ({
  ...{ person, approver: 'Mo', at: 'now', purpose: 'x', caseRef: 'T-1', request: 'dr_1' },
  texts: englishExports.watermark,
  notShownReasons: englishDocuments.notShownReasons,
})
