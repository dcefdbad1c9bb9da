import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { identityHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'

/**
 * Our own handle of one supporting document (interface, endpoint 5), derived from the identity, the position
 * in the payment service's list and the addresses of its files. After a change of the list the handle
 * resolves to nothing, never to another document.
 */
export const documentHandle = z
  .string()
  .regex(/^doc_[0-9a-f]{24}$/)
  .brand<'DocumentHandle'>()
export type DocumentHandle = z.infer<typeof documentHandle>

export const documentViewId = z
  .string()
  .regex(/^dv_[0-9a-z]{20}$/)
  .brand<'DocumentViewId'>()
export type DocumentViewId = z.infer<typeof documentViewId>

/** Position of a file within its document, from 0. */
export const fileNumber = z.int().min(0).max(19)

/**
 * Location of a file. `here`: at the payment service, so it can be fetched. `elsewhere`: at an address
 * outside the payment service. `unusable`: the text is not an address that Paydesk requests.
 */
export const fileLocation = z.enum(['here', 'elsewhere', 'unusable'])
export type FileLocation = z.infer<typeof fileLocation>

export const documentFile = z.strictObject({
  file: fileNumber,
  /** Name given by the payment service, cleaned and masked for the role. */
  name: maskedValue,
  where: fileLocation,
})
export type DocumentFile = z.infer<typeof documentFile>

/** Field of a document, masked for the role. `path`: names and positions, starting at the identity record. */
export const documentField = z.strictObject({
  name: z.string(),
  path: z.array(z.string()),
  value: maskedValue,
})
export type DocumentField = z.infer<typeof documentField>

/** Element of the payment service's list, of any shape. */
export const documentSummary = z.strictObject({
  document: documentHandle,
  /** Position in the payment service's list, from 0. */
  position: z.int().min(0),
  /** Shape of the element. `other`: not an object, or an object without a known field. */
  shape: z.enum(['known', 'other']),
  kind: maskedValue,
  status: maskedValue,
  createdAt: maskedValue,
  members: z.array(documentField),
  /** Number of fields not listed: too many, too deep, or under a name that may itself be personal. */
  moreMembers: z.int().min(0),
  files: z.array(documentFile),
  moreFiles: z.int().min(0),
})
export type DocumentSummary = z.infer<typeof documentSummary>

/** Documents of an identity record in the order of the payment service. */
export const documentList = z.strictObject({
  identity: identityHandle,
  reading: dataFreshness,
  documents: z.array(documentSummary),
  /** Number of elements after the last one listed. */
  more: z.int().min(0),
  /** True if the role may view the content of documents. */
  viewable: z.boolean(),
})
export type DocumentList = z.infer<typeof documentList>

/** Content type detected from the bytes, independent of the header. */
export const detectedContentType = z.enum([
  'jpeg',
  'png',
  'pdf',
  'gif',
  'tiff',
  'webp',
  'svg',
  'html',
  'xml',
  'mhtml',
  'zip',
  'shortcut',
  'text',
  'empty',
  'other',
])
export type DetectedContentType = z.infer<typeof detectedContentType>

/** Content type in the header of the response; `unlisted` for a type not in this list. */
export const declaredContentType = z.enum([
  'image/jpeg',
  'image/png',
  'application/pdf',
  'image/gif',
  'image/tiff',
  'image/webp',
  'image/svg+xml',
  'text/html',
  'application/xhtml+xml',
  'text/xml',
  'application/xml',
  'text/plain',
  'application/zip',
  'application/octet-stream',
  'none',
  'unlisted',
])
export type DeclaredContentType = z.infer<typeof declaredContentType>

/** Reasons why a file cannot be viewed, only downloaded. */
export const downloadOnlyReason = z.enum([
  /** Not a JPEG, PNG or PDF. */
  'other_type',
  /** Begins as one of these types, but is not valid to its end. */
  'damaged',
  'too_many_pixels',
  /** Contains another format before, inside or after the file. */
  'second_format',
  'script',
  'launch',
  'form',
  'link',
  'embedded_file',
  'opens_by_itself',
  'encrypted',
  'huge_pages',
  /** Contains parts that cannot be inspected. */
  'unreadable_parts',
])
export type DownloadOnlyReason = z.infer<typeof downloadOnlyReason>

/** Facts about one file, from the bytes that the payment service gave. */
export const fileInspection = z.strictObject({
  type: detectedContentType,
  /** Null if the header declares the detected type. */
  headerType: declaredContentType.nullable(),
  bytes: z.int().min(0),
  /**
   * SHA-256 of the bytes that the payment service gave, hexadecimal. The image shown is another file: its
   * metadata is removed.
   */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Pixels; null unless the file is an image. */
  width: z.int().min(1).nullable(),
  height: z.int().min(1).nullable(),
  /** Clockwise rotation in degrees that the image declares. */
  turn: z.literal([0, 90, 180, 270]),
  /** Pages of a PDF, as far as they could be counted. */
  pages: z.int().min(1).nullable(),
  showable: z.enum(['picture', 'pdf', 'download_only']),
  /** Empty if the file can be viewed. */
  why: z.array(downloadOnlyReason),
})
export type FileInspection = z.infer<typeof fileInspection>

/**
 * View of one file, opened for the calling session. Until `until`, its content can be fetched `contents`
 * times, if `facts.showable` says that it can be viewed. Times are ISO 8601 UTC.
 */
export const documentView = z.strictObject({
  view: documentViewId,
  document: documentHandle,
  file: fileNumber,
  name: maskedValue,
  openedAt: z.iso.datetime(),
  until: z.iso.datetime(),
  contents: z.int().min(1),
  facts: fileInspection,
  /** Watermark to draw over the image; `purpose` is its label. */
  watermark: z.strictObject({
    person: z.string(),
    at: z.iso.datetime(),
    purpose: z.string(),
    caseRef: z.string(),
  }),
})
export type DocumentView = z.infer<typeof documentView>
