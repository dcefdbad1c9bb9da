import { createHash } from 'node:crypto'
import type { DocumentFacts, NotShownWhy } from '@paydesk/shared/compliance/documents'
import type { File } from '../../payment-service/transport/http-core.ts'
import type { Picture, Walked } from './byte-ranges.ts'
import { otherHeader, typeOf } from './file-types.ts'
import { walkJpeg } from './jpeg.ts'
import { walkPdf } from './pdf.ts'
import { type PngHead, walkPng } from './png.ts'

/** A file with what its bytes say; what of it is shown is a part of the very same bytes. */
export interface Inspected {
  readonly facts: DocumentFacts
  /** The bytes that leave where it is shown; null where it is a download at most. */
  readonly shown: readonly Uint8Array[] | null
  /** Samples of a pixel; 0 where it is no picture that can be shown. */
  readonly samples: number
  /** Of a PNG, for a page that is made of it. */
  readonly png: {
    readonly head: PngHead
    readonly palette: Buffer | null
    readonly transparency: Buffer | null
    readonly data: readonly Buffer[]
  } | null
}

type Judged = Pick<DocumentFacts, 'showable' | 'why' | 'width' | 'height' | 'turn' | 'pages'>

const nothing = { width: null, height: null, turn: 0, pages: null } as const

const refused = (why: readonly NotShownWhy[], pages: number | null = null): Judged => ({
  ...nothing,
  showable: 'download_only',
  why: [...why],
  pages,
})

function asPicture(walked: Walked): { judged: Judged; shown: Picture['pieces'] | null; samples: number } {
  if (!walked.ok) return { judged: refused([walked.why]), shown: null, samples: 0 }
  const { width, height, turn, samples, pieces } = walked.picture
  return { judged: { ...nothing, showable: 'picture', why: [], width, height, turn }, shown: pieces, samples }
}

/** Says what a file is from its bytes alone and whether it may be shown. Never throws. */
export function inspect({ bytes: raw, type: header }: Pick<File, 'bytes' | 'type'>): Inspected {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const type = typeOf(bytes)
  const facts = (judged: Judged): DocumentFacts => ({
    type,
    headerType: otherHeader(header, type),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...judged,
  })
  if (type === 'jpeg') {
    const { judged, ...picture } = asPicture(walkJpeg(bytes))
    return { facts: facts(judged), ...picture, png: null }
  }
  if (type === 'png') {
    const { walked, head, ...parts } = walkPng(bytes)
    const { judged, ...picture } = asPicture(walked)
    const png = head === null || !walked.ok ? null : { head, ...parts }
    return { facts: facts(judged), ...picture, png }
  }
  if (type === 'pdf') {
    const { why, pages } = walkPdf(bytes)
    if (why.length > 0) return { facts: facts(refused(why, pages)), shown: null, samples: 0, png: null }
    return {
      facts: facts({ ...nothing, showable: 'pdf', why: [], pages }),
      shown: [bytes],
      samples: 0,
      png: null,
    }
  }
  return { facts: facts(refused(['other_type'])), shown: null, samples: 0, png: null }
}
