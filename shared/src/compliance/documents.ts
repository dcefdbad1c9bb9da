import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { identityHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'

/**
 * Our own handle of one supporting document (interface, endpoint 5). It is made of the identity, the place in
 * the service's list and the addresses of its files: where the list changed it stands for nothing any more,
 * never for another document.
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

/** Place of a file within its document, from 0. */
export const fileNumber = z.int().min(0).max(19)

/**
 * Where the bytes of a file are. `here`: at the service, so that they can be fetched. `elsewhere`: at another
 * address than the service's own. `unusable`: the text that stands for an address is none we ask for.
 */
export const fileLocation = z.enum(['here', 'elsewhere', 'unusable'])
export type FileLocation = z.infer<typeof fileLocation>

export const documentFile = z.strictObject({
  file: fileNumber,
  /** As the service names it, cleaned, as the role may see it. */
  name: maskedValue,
  where: fileLocation,
})
export type DocumentFile = z.infer<typeof documentFile>

/** A member of the element, as the role may see it. `path`: names and places from the identity record down. */
export const documentField = z.strictObject({
  name: z.string(),
  path: z.array(z.string()),
  value: maskedValue,
})
export type DocumentField = z.infer<typeof documentField>

/** One element of the service's list, whatever its shape. */
export const documentSummary = z.strictObject({
  document: documentHandle,
  /** Place in the service's list, from 0. */
  position: z.int().min(0),
  /** What came: `other` is an element that is no object, or an object of which no member is known. */
  shape: z.enum(['known', 'other']),
  kind: maskedValue,
  status: maskedValue,
  createdAt: maskedValue,
  members: z.array(documentField),
  /** Members that are not listed: too many, too deep, or under a name that may itself be personal. */
  moreMembers: z.int().min(0),
  files: z.array(documentFile),
  moreFiles: z.int().min(0),
})
export type DocumentSummary = z.infer<typeof documentSummary>

/** The documents of an identity record in the service's order. */
export const documentList = z.strictObject({
  identity: identityHandle,
  reading: dataFreshness,
  documents: z.array(documentSummary),
  /** Elements behind the last one that is listed. */
  more: z.int().min(0),
  /** Whether the role may see what is in them. */
  viewable: z.boolean(),
})
export type DocumentList = z.infer<typeof documentList>

/** What the bytes are, whatever their header says. */
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

/** What the header of the answer calls it; `unlisted` for a type that is not in this list. */
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

/** Why a file is a download at most. */
export const downloadOnlyReason = z.enum([
  /** It is no JPEG, PNG or PDF. */
  'other_type',
  /** It begins like one and is not one to its end. */
  'damaged',
  'too_many_pixels',
  /** Something of another format stands before, in or behind it. */
  'second_format',
  'script',
  'launch',
  'form',
  'link',
  'embedded_file',
  'opens_by_itself',
  'encrypted',
  'huge_pages',
  /** Parts of it cannot be looked into. */
  'unreadable_parts',
])
export type DownloadOnlyReason = z.infer<typeof downloadOnlyReason>

/** Facts of one file, from its bytes as the service gave them. */
export const fileInspection = z.strictObject({
  type: detectedContentType,
  /** Null where the header says the same. */
  headerType: declaredContentType.nullable(),
  bytes: z.int().min(0),
  /** Of the bytes as the service gave them, hexadecimal. What is shown of a picture leaves out its remarks. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Pixels, of a picture. */
  width: z.int().min(1).nullable(),
  height: z.int().min(1).nullable(),
  /** Degrees to the right by which a picture says that it has to be turned. */
  turn: z.literal([0, 90, 180, 270]),
  /** Of a PDF, as far as they could be counted. */
  pages: z.int().min(1).nullable(),
  showable: z.enum(['picture', 'pdf', 'download_only']),
  /** Empty where it is shown. */
  why: z.array(downloadOnlyReason),
})
export type FileInspection = z.infer<typeof fileInspection>

/**
 * A view of one file, opened for the session that asked. Until `until` its content can be fetched
 * `contents` times, where `facts.showable` says that there is something to show. Times are ISO 8601 UTC.
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
  /** To be drawn over the picture; `purpose` in words. */
  watermark: z.strictObject({
    person: z.string(),
    at: z.iso.datetime(),
    purpose: z.string(),
    caseRef: z.string(),
  }),
})
export type DocumentView = z.infer<typeof documentView>
