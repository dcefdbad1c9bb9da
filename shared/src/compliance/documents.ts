import { z } from 'zod'
import { dataFreshnessSchema } from '../core/data-freshness.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema, identityHandleSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { purposeCodeSchema, ticketNumberSchema } from '../core/purposes.ts'

/**
 * Our own handle of one supporting document (interface, endpoint 5), derived from the identity, the position
 * in the payment service's list and the addresses of its files. After a change of the list the handle
 * resolves to nothing, never to another document.
 */
export const documentHandleSchema = z
  .string()
  .regex(/^doc_[0-9a-f]{24}$/)
  .brand<'DocumentHandle'>()
export type DocumentHandle = z.infer<typeof documentHandleSchema>

export const documentFileAccessIdSchema = z
  .string()
  .regex(/^dv_[0-9a-z]{20}$/)
  .brand<'DocumentFileAccessId'>()
export type DocumentFileAccessId = z.infer<typeof documentFileAccessIdSchema>

/** Position of a file within its document, from 0. */
export const documentFileNumberSchema = z.int().min(0).max(19)

/**
 * Location of a file. `here`: at the payment service, so it can be fetched. `elsewhere`: at an address
 * outside the payment service. `unusable`: the text is not an address that Paydesk requests.
 */
export const documentFileLocationSchema = z.enum(['here', 'elsewhere', 'unusable'])

export const documentFileSchema = z.strictObject({
  file: documentFileNumberSchema,
  /** Name given by the payment service, cleaned and masked for the role. */
  name: maskedValueSchema,
  location: documentFileLocationSchema,
})
export type DocumentFile = z.infer<typeof documentFileSchema>

/** Field of a document, masked for the role. `path`: names and positions, starting at the identity record. */
export const documentFieldSchema = z.strictObject({
  name: z.string(),
  path: z.array(z.string()),
  value: maskedValueSchema,
})

/** Element of the payment service's list, of any shape. */
export const documentSummarySchema = z.strictObject({
  document: documentHandleSchema,
  /** Position in the payment service's list, from 0. */
  position: z.int().min(0),
  /** Shape of the element. `other`: not an object, or an object without a known field. */
  shape: z.enum(['known', 'other']),
  kind: maskedValueSchema,
  status: maskedValueSchema,
  createdAt: maskedValueSchema,
  fields: z.array(documentFieldSchema),
  /** Number of fields not listed: too many, too deep, or under a name that may itself be personal. */
  moreFields: z.int().min(0),
  files: z.array(documentFileSchema),
  moreFiles: z.int().min(0),
})
export type DocumentSummary = z.infer<typeof documentSummarySchema>

/** Documents of an identity record in the order of the payment service. */
export const documentListSchema = z.strictObject({
  identity: identityHandleSchema,
  reading: dataFreshnessSchema,
  documents: z.array(documentSummarySchema),
  /** Number of elements after the last one listed. */
  more: z.int().min(0),
  /** True if the role may view the content of documents. */
  viewable: z.boolean(),
})
export type DocumentList = z.infer<typeof documentListSchema>

/** Content type detected from the bytes, independent of the header. */
export const detectedContentTypeSchema = z.enum([
  'jpeg',
  'png',
  'pdf',
  'gif',
  'tiff',
  'webp',
  'heic',
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
export type DetectedContentType = z.infer<typeof detectedContentTypeSchema>

/** Content type in the header of the response; `unlisted` for a type not in this list. */
export const declaredContentTypeSchema = z.enum([
  'image/jpeg',
  'image/png',
  'application/pdf',
  'image/gif',
  'image/tiff',
  'image/webp',
  'image/heic',
  'image/heif',
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
export type DeclaredContentType = z.infer<typeof declaredContentTypeSchema>

/** Reasons why a file cannot be viewed, only downloaded. */
export const downloadOnlyReasonSchema = z.enum([
  /** Not a JPEG, PNG or PDF. */
  'other_type',
  /** Begins as one of these types, but holds no picture or page that readers find. */
  'damaged',
  /** A JPEG in arithmetic, lossless or hierarchical coding, which browsers do not draw. */
  'rare_coding',
  'too_many_pixels',
  /** Contains another format before, inside or after the file. */
  'second_format',
  'script',
  'launch',
  /** Sends or loads data, or builds itself (XFA). Fields alone are no reason. */
  'form',
  /** Opens another file or address, other than a link that somebody has to press. */
  'link',
  'embedded_file',
  /** Plays sound, film or three dimensions. */
  'media',
  'opens_by_itself',
  'encrypted',
  'huge_pages',
  /** Contains parts that cannot be inspected. */
  'unreadable_parts',
])
export type DownloadOnlyReason = z.infer<typeof downloadOnlyReasonSchema>

/** Small faults of a file that is shown all the same: readers repair them, and so does the copy that is shown. */
export const documentFileDefectSchema = z.enum([
  'bytes_before',
  'bytes_after',
  /** The end mark is missing; the last lines of a picture may be too. */
  'no_end',
  /** The table of a PDF that tells where its objects are is wrong. */
  'table_repaired',
  /** Something stands between the parts of a picture. */
  'parts_repaired',
])
export type DocumentFileDefect = z.infer<typeof documentFileDefectSchema>

/** Facts about one file, from the bytes that the payment service gave. */
export const fileInspectionSchema = z.strictObject({
  type: detectedContentTypeSchema,
  /** Null if the header declares the detected type. */
  headerType: declaredContentTypeSchema.nullable(),
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
  rotation: z.literal([0, 90, 180, 270]),
  /** True if the image declares that left and right are exchanged, before it is rotated. */
  isMirrored: z.boolean(),
  /** Pages of a PDF, as far as they could be counted. */
  pages: z.int().min(1).nullable(),
  showable: z.enum(['picture', 'pdf', 'download_only']),
  /** Empty if the file can be viewed. */
  downloadOnlyReasons: z.array(downloadOnlyReasonSchema),
  remarks: z.array(documentFileDefectSchema),
})
export type FileInspection = z.infer<typeof fileInspectionSchema>

/**
 * View of one file, opened for the calling session. Until `until`, its content can be fetched `contents`
 * times, if `facts.showable` says that it can be viewed. Times are ISO 8601 UTC.
 */
export const documentFileAccessSchema = z.strictObject({
  view: documentFileAccessIdSchema,
  document: documentHandleSchema,
  file: documentFileNumberSchema,
  name: maskedValueSchema,
  openedAt: z.iso.datetime(),
  until: z.iso.datetime(),
  contents: z.int().min(1),
  facts: fileInspectionSchema,
  /** Watermark to draw over the image; `purpose` is its label. */
  watermark: z.strictObject({
    person: z.string(),
    at: z.iso.datetime(),
    purpose: purposeCodeSchema,
    caseRef: z.string(),
  }),
})
export type DocumentFileAccess = z.infer<typeof documentFileAccessSchema>

const noneSchema = z.strictObject({})
const ofIdentitySchema = z.strictObject({ env: environmentNameSchema, identity: identityHandleSchema })
const ofDocumentSchema = z.strictObject({ ...ofIdentitySchema.shape, document: documentHandleSchema })
const ofViewSchema = z.strictObject({ ...ofIdentitySchema.shape, view: documentFileAccessIdSchema })

/** Endpoints for the supporting documents of an identity record (interface, endpoint 5), and for viewing their files. */
export const documentEndpoints = {
  listDocuments: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/documents',
    params: ofIdentitySchema,
    query: noneSchema,
    body: noneSchema,
    response: documentListSchema,
  }),
  /** Fetches the file from the payment service and inspects it. The answer contains no bytes of the file. */
  openDocument: defineEndpoint({
    method: 'POST',
    path: '/api/:env/identities/:identity/documents/:document/view',
    params: ofDocumentSchema,
    query: noneSchema,
    body: z.strictObject({
      file: documentFileNumberSchema,
      purpose: purposeCodeSchema,
      caseRef: ticketNumberSchema,
    }),
    response: documentFileAccessSchema,
  }),
  /** Streams the bytes for viewing: `image/jpeg`, `image/png` or `application/pdf`. */
  showDocumentContent: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/views/:view/content',
    params: ofViewSchema,
    query: noneSchema,
    body: noneSchema,
    response: z.instanceof(Uint8Array),
    stream: 'application/octet-stream',
  }),
  /**
   * Ends a view and records how long it was open by the server's clock. Its content cannot be fetched
   * afterwards.
   */
  closeDocument: defineEndpoint({
    method: 'POST',
    path: '/api/:env/identities/:identity/views/:view/close',
    params: ofViewSchema,
    query: noneSchema,
    body: noneSchema,
    response: z.strictObject({ seconds: z.int().min(0) }),
  }),
} as const
