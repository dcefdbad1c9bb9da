import { z } from 'zod'
import { identityHandle } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { reading } from '../core/reading.ts'

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
export const fileWhere = z.enum(['here', 'elsewhere', 'unusable'])
export type FileWhere = z.infer<typeof fileWhere>

export const documentFile = z.strictObject({
  file: fileNumber,
  /** As the service names it, cleaned, as the role may see it. */
  name: shown,
  where: fileWhere,
})
export type DocumentFile = z.infer<typeof documentFile>

/** A member of the element, as the role may see it. `path`: names and places from the identity record down. */
export const documentMember = z.strictObject({
  name: z.string(),
  path: z.array(z.string()),
  value: shown,
})
export type DocumentMember = z.infer<typeof documentMember>

/** One element of the service's list, whatever its shape. */
export const documentCard = z.strictObject({
  document: documentHandle,
  /** Place in the service's list, from 0. */
  position: z.int().min(0),
  /** What came: `other` is an element that is no object, or an object of which no member is known. */
  shape: z.enum(['known', 'other']),
  kind: shown,
  status: shown,
  createdAt: shown,
  members: z.array(documentMember),
  /** Members that are not listed: too many, too deep, or under a name that may itself be personal. */
  moreMembers: z.int().min(0),
  files: z.array(documentFile),
  moreFiles: z.int().min(0),
})
export type DocumentCard = z.infer<typeof documentCard>

/** The documents of an identity record in the service's order. */
export const documentList = z.strictObject({
  identity: identityHandle,
  reading,
  documents: z.array(documentCard),
  /** Elements behind the last one that is listed. */
  more: z.int().min(0),
  /** Whether the role may see what is in them. */
  viewable: z.boolean(),
})
export type DocumentList = z.infer<typeof documentList>

/** What the bytes are, whatever their header says. */
export const contentType = z.enum([
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
export type ContentType = z.infer<typeof contentType>

/** What the header of the answer calls it; `unlisted` for a type that is not in this list. */
export const headerType = z.enum([
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
export type HeaderType = z.infer<typeof headerType>

/** Why a file is a download at most. */
export const notShownWhy = z.enum([
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
export type NotShownWhy = z.infer<typeof notShownWhy>

/** Facts of one file, from its bytes as the service gave them. */
export const documentFacts = z.strictObject({
  type: contentType,
  /** Null where the header says the same. */
  headerType: headerType.nullable(),
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
  why: z.array(notShownWhy),
})
export type DocumentFacts = z.infer<typeof documentFacts>

/**
 * A view of one file, opened for the session that asked. Until `until` its content can be fetched
 * `contents` times, where `facts.showable` says that there is something to show. Times are ISO 8601 UTC.
 */
export const openedView = z.strictObject({
  view: documentViewId,
  document: documentHandle,
  file: fileNumber,
  name: shown,
  openedAt: z.iso.datetime(),
  until: z.iso.datetime(),
  contents: z.int().min(1),
  facts: documentFacts,
  /** To be drawn over the picture; `purpose` in words. */
  watermark: z.strictObject({
    person: z.string(),
    at: z.iso.datetime(),
    purpose: z.string(),
    caseRef: z.string(),
  }),
})
export type OpenedView = z.infer<typeof openedView>
