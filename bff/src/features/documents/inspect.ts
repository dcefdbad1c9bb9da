import { createHash } from 'node:crypto'
import type { DownloadOnlyReason, FileInspection } from '@paydesk/shared/compliance/documents'
import type { DownloadedFile } from '../../payment-service/transport/http-core.ts'
import type { ImageInspection, StrippedImage } from './byte-ranges.ts'
import { detectFileType, findHeaderMismatch } from './file-types.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPdf } from './pdf.ts'
import { inspectPng, type PngHeader } from './png.ts'

/** File with the facts derived from its bytes. The shown parts are parts of the very same bytes. */
export interface InspectedFile {
  readonly facts: FileInspection
  /** Bytes that are sent for viewing; null if the file is download only. */
  readonly shown: readonly Uint8Array[] | null
  /** Samples per pixel; 0 if the file is no image that can be shown. */
  readonly samples: number
  /** Parts of a PNG, for a page that is made of the PNG. */
  readonly png: {
    readonly head: PngHeader
    readonly palette: Buffer | null
    readonly transparency: Buffer | null
    readonly data: readonly Buffer[]
  } | null
}

type InspectionVerdict = Pick<FileInspection, 'showable' | 'why' | 'width' | 'height' | 'turn' | 'pages'>

const noDimensions = { width: null, height: null, turn: 0, pages: null } as const

const refuseToShow = (
  why: readonly DownloadOnlyReason[],
  pages: number | null = null,
): InspectionVerdict => ({
  ...noDimensions,
  showable: 'download_only',
  why: [...why],
  pages,
})

function toImageVerdict(walked: ImageInspection): {
  judged: InspectionVerdict
  shown: StrippedImage['pieces'] | null
  samples: number
} {
  if (!walked.ok) return { judged: refuseToShow([walked.why]), shown: null, samples: 0 }
  const { width, height, turn, samples, pieces } = walked.picture
  return {
    judged: { ...noDimensions, showable: 'picture', why: [], width, height, turn },
    shown: pieces,
    samples,
  }
}

/** Inspects a file from its bytes alone and decides whether the file may be shown. Never throws. */
export function inspectFile({
  bytes: raw,
  type: header,
}: Pick<DownloadedFile, 'bytes' | 'type'>): InspectedFile {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const type = detectFileType(bytes)
  const facts = (judged: InspectionVerdict): FileInspection => ({
    type,
    headerType: findHeaderMismatch(header, type),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...judged,
  })
  if (type === 'jpeg') {
    const { judged, ...picture } = toImageVerdict(inspectJpeg(bytes))
    return { facts: facts(judged), ...picture, png: null }
  }
  if (type === 'png') {
    const { image, head, ...parts } = inspectPng(bytes)
    const { judged, ...picture } = toImageVerdict(image)
    const png = head === null || !image.ok ? null : { head, ...parts }
    return { facts: facts(judged), ...picture, png }
  }
  if (type === 'pdf') {
    const { why, pages } = inspectPdf(bytes)
    if (why.length > 0) return { facts: facts(refuseToShow(why, pages)), shown: null, samples: 0, png: null }
    return {
      facts: facts({ ...noDimensions, showable: 'pdf', why: [], pages }),
      shown: [bytes],
      samples: 0,
      png: null,
    }
  }
  return { facts: facts(refuseToShow(['other_type'])), shown: null, samples: 0, png: null }
}
