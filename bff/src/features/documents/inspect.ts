import { createHash } from 'node:crypto'
import type { DownloadOnlyReason, FileInspection } from '@paydesk/shared/compliance/documents'
import type { DownloadedFile } from '../../payment-service/transport/http-core.ts'
import type { ImageInspection, StrippedImage } from './byte-ranges.ts'
import { detectFileType, findHeaderMismatch } from './file-types.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPdf } from './pdf.ts'
import { inspectPng, type PngHeader } from './png.ts'

/** A file with what its bytes say; what of it is shown is a part of the very same bytes. */
export interface InspectedFile {
  readonly facts: FileInspection
  /** The bytes that leave where it is shown; null where it is a download at most. */
  readonly shown: readonly Uint8Array[] | null
  /** Samples of a pixel; 0 where it is no picture that can be shown. */
  readonly samples: number
  /** Of a PNG, for a page that is made of it. */
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

/** Says what a file is from its bytes alone and whether it may be shown. Never throws. */
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
