import { createHash } from 'node:crypto'
import {
  isRawObject,
  listFieldNames,
  pickFirstProvidedField,
  type RawObject,
  toRawObject,
} from '../../platform/access/field-parsers.ts'
import { type GuardedValue, guardValue } from '../../platform/access/guarded.ts'
import type { DocumentLocation } from './document-location.ts'

/** File of a document: its name as received and its location. */
export interface DocumentElementFile {
  readonly name: GuardedValue<'document.other'>
  readonly address: DocumentLocation
}

/** Value inside an element with its path of field names and list indexes. */
export interface DocumentElementField {
  readonly path: readonly string[]
  readonly value: GuardedValue<'document.other'>
}

/** Element of `supporting_documents` (interface, endpoint 5), of any shape. */
export interface DocumentElement {
  /**
   * SHA-256 (hex) of the element's URLs without their volatile parameters, or of the whole element if its
   * URLs do not distinguish it from the other elements.
   */
  readonly fingerprint: string
  readonly kind: GuardedValue<'document.kind'>
  readonly createdAt: GuardedValue<'document.created_at'>
  readonly status: GuardedValue<'document.other'>
  readonly members: readonly DocumentElementField[]
  readonly moreMembers: number
  readonly files: readonly DocumentElementFile[]
  readonly moreFiles: number
  /** Set if the element has a known field or a file. */
  readonly isKnown: boolean
}

export interface DocumentElements {
  readonly listed: readonly DocumentElement[]
  /** Number of elements beyond the listed ones. */
  readonly more: number
}

const maxCounts = { elements: 200, members: 40, files: 20, depth: 5, visited: 2_000 }

const kindNames = ['kind', 'type', 'document_type', 'category']
const dateNames = ['created_at', 'date', 'uploaded_at', 'submitted_at']
const statusNames = ['status', 'state']
const fileNames = ['name', 'file_name', 'filename', 'original_name', 'title']
const addressName = /(?:^|_)(?:url|uri|href|link|src)$/
const hasScheme = /^\s*[a-z][a-z0-9+.-]*:\/\//i
/** Pattern of top-level field names that may be listed: any other name may itself be personal data. */
const plainName = /^[a-z][a-z0-9_]{0,39}$/
/** URL parameters that change each time a URL is issued, such as signatures and expiry times. */
const volatileParameters =
  /([?&])(?:x-(?:amz|goog|ms)-[a-z-]+|sig|signature|token|expires|expiry|exp|se|sp|sv|sr|st|policy|key-pair-id)=[^&]*/gi

type UrlClassifier = (text: string) => DocumentLocation

interface Walk {
  readonly judge: UrlClassifier
  readonly members: DocumentElementField[]
  readonly files: DocumentElementFile[]
  readonly addresses: string[]
  readonly top: ReadonlySet<string>
  moreMembers: number
  moreFiles: number
  visited: number
}

function addFile(walk: Walk, text: string, beside: RawObject): void {
  walk.addresses.push(text)
  if (walk.files.length >= maxCounts.files) walk.moreFiles += 1
  else
    walk.files.push({
      name: guardValue('document.other', pickFirstProvidedField(beside, fileNames)),
      address: walk.judge(text),
    })
}

/** Returns the last part of `path` that is a field name; empty if all parts are list indexes. */
const lastName = (path: readonly string[]) => path.findLast((part) => !/^\d+$/.test(part)) ?? ''

/**
 * Names allowed below the top level. There a value may be used as a name, so only names that identify nobody
 * are listed.
 */
const innerNames = new Set([
  ...[...kindNames, ...dateNames, ...statusNames, ...fileNames],
  ...[
    'id',
    'uid',
    'uuid',
    'number',
    'country',
    'issuer',
    'side',
    'page',
    'pages',
    'mime_type',
    'content_type',
  ],
  ...[
    'size',
    'bytes',
    'value',
    'text',
    'result',
    'reason',
    'issued_at',
    'issue_date',
    'expires_at',
    'expiry_date',
  ],
])

/** Tells if the value at this path may be listed. URL fields may not, because no user is ever shown a URL. */
export function isListableDocumentPath(path: readonly string[]): boolean {
  const isPlain = path.every(
    (part, at) => /^\d{1,5}$/.test(part) || (at === 0 ? plainName.test(part) : innerNames.has(part)),
  )
  return isPlain && path.length <= maxCounts.depth && !addressName.test(lastName(path))
}

function addMember(walk: Walk, path: readonly string[], value: unknown): void {
  if (!isListableDocumentPath(path) || walk.members.length >= maxCounts.members) walk.moreMembers += 1
  else walk.members.push({ path, value: guardValue('document.other', value) })
}

function isAddress(name: string, value: unknown): value is string {
  return typeof value === 'string' && value !== '' && (addressName.test(name) || hasScheme.test(value))
}

/** Visits an element depth-first; `beside` is the object that contains `value`. */
function visit(walk: Walk, path: readonly string[], value: unknown, beside: RawObject): void {
  walk.visited += 1
  const name = lastName(path)
  if (walk.visited > maxCounts.visited) walk.moreMembers += 1
  else if (isAddress(name, value)) addFile(walk, value, beside)
  else if (typeof value !== 'object' || value === null) addMember(walk, path, value)
  else if (path.length >= maxCounts.depth) walk.moreMembers += 1
  else if (Array.isArray(value))
    for (const [at, one] of value.entries()) visit(walk, [...path, String(at)], one, beside)
  else if (isRawObject(value))
    for (const each of listFieldNames(value)) {
      if (path.length > 0 || !walk.top.has(each)) visit(walk, [...path, each], value[each], value)
    }
}

/** Finds the top-level names that `readElement` returns as `kind`, `createdAt` and `status`. */
function findTopNames(given: RawObject): ReadonlySet<string> {
  const first = (names: readonly string[]) => names.find((name) => given[name] != null)
  return new Set([kindNames, dateNames, statusNames].map(first).filter((name) => name !== undefined))
}

function computeFingerprint(value: unknown): string {
  const lasting = (_: string, part: unknown) =>
    typeof part === 'string' ? part.replace(volatileParameters, '$1') : part
  return createHash('sha256').update(JSON.stringify(value, lasting)).digest('hex')
}

function readElement(raw: unknown, judge: UrlClassifier): DocumentElement {
  const given = toRawObject(raw)
  const top = findTopNames(given)
  const lists = { members: [], files: [], addresses: [] }
  const walk: Walk = { judge, ...lists, top, moreMembers: 0, moreFiles: 0, visited: 0 }
  visit(walk, [], raw, given)
  const { members, moreMembers, files, moreFiles } = walk
  return {
    fingerprint: computeFingerprint(walk.addresses),
    kind: guardValue('document.kind', pickFirstProvidedField(given, kindNames)),
    createdAt: guardValue('document.created_at', pickFirstProvidedField(given, dateNames)),
    status: guardValue('document.other', pickFirstProvidedField(given, statusNames)),
    members,
    moreMembers,
    files,
    moreFiles,
    isKnown: top.size > 0 || files.length > 0,
  }
}

/**
 * Replaces fingerprints that are not unique by a hash of the whole element: after the list has changed,
 * another element at the same index must not be taken for this one.
 */
function disambiguateElements(read: readonly DocumentElement[], raws: readonly unknown[]): DocumentElement[] {
  const times = new Map([[computeFingerprint([]), 2]])
  for (const { fingerprint } of read) times.set(fingerprint, (times.get(fingerprint) ?? 0) + 1)
  return read.map((one, at) =>
    times.get(one.fingerprint) === 1 ? one : { ...one, fingerprint: computeFingerprint({ all: raws[at] }) },
  )
}

/** Reads `supporting_documents` of any shape: a list, a single element, or nothing. Never throws. */
export function parseDocumentElements(raw: unknown, judge: UrlClassifier): DocumentElements {
  const all: readonly unknown[] = Array.isArray(raw) ? raw : raw == null ? [] : [raw]
  const raws = all.slice(0, maxCounts.elements)
  const read = raws.map((one) => readElement(one, judge))
  return {
    listed: disambiguateElements(read, raws),
    more: Math.max(0, all.length - maxCounts.elements),
  }
}
