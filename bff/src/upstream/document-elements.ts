import { createHash } from 'node:crypto'
import { type Guarded, guard } from '../access/guarded.ts'
import { firstOf, isMembers, type Members, membersOf, namesOf } from '../access/reader.ts'
import type { DocumentAddress } from './document-address.ts'

/** One file of a document: its name as it came, and where its bytes are. */
export interface ElementFile {
  readonly name: Guarded<'document.other'>
  readonly address: DocumentAddress
}

/** A value of an element with its way down: names of members and places in lists. */
export interface ElementMember {
  readonly path: readonly string[]
  readonly value: Guarded<'document.other'>
}

/** One element of `supporting_documents` (interface, endpoint 5), whatever its shape. */
export interface DocumentElement {
  /** Of its addresses, but for what they get anew each time they are given out. Hexadecimal. */
  readonly fingerprint: string
  readonly kind: Guarded<'document.kind'>
  readonly createdAt: Guarded<'document.created_at'>
  readonly status: Guarded<'document.other'>
  readonly members: readonly ElementMember[]
  readonly moreMembers: number
  readonly files: readonly ElementFile[]
  readonly moreFiles: number
  /** True where at least one member is one of those that occur. */
  readonly isKnown: boolean
}

export interface DocumentElements {
  readonly listed: readonly DocumentElement[]
  /** Elements behind the last one that is listed. */
  readonly more: number
}

const most = { elements: 200, members: 40, files: 20, depth: 5, visited: 2_000 }

const kindNames = ['kind', 'type', 'document_type', 'category']
const dateNames = ['created_at', 'date', 'uploaded_at', 'submitted_at']
const statusNames = ['status', 'state']
const fileNames = ['name', 'file_name', 'filename', 'original_name', 'title']
const addressName = /(?:^|_)(?:url|uri|href|link|src)$/
const hasScheme = /^\s*[a-z][a-z0-9+.-]*:\/\//i
/** Names of members that may be listed: what is no plain name may itself be personal. */
const plainName = /^[a-z][a-z0-9_]{0,39}$/
/** What is new in an address each time it is given out. */
const shortLived =
  /([?&])(?:x-(?:amz|goog|ms)-[a-z-]+|sig|signature|token|expires|expiry|exp|se|sp|sv|sr|st|policy|key-pair-id)=[^&]*/gi

type Judge = (text: string) => DocumentAddress

interface Walk {
  readonly judge: Judge
  readonly members: ElementMember[]
  readonly files: ElementFile[]
  readonly addresses: string[]
  readonly top: ReadonlySet<string>
  moreMembers: number
  moreFiles: number
  visited: number
}

function noteFile(walk: Walk, text: string, beside: Members): void {
  walk.addresses.push(text.replace(shortLived, '$1'))
  if (walk.files.length >= most.files) walk.moreFiles += 1
  else
    walk.files.push({
      name: guard('document.other', firstOf(beside, fileNames)),
      address: walk.judge(text),
    })
}

function noteMember(walk: Walk, path: readonly string[], value: unknown): void {
  const isPlain = path.every((part) => plainName.test(part) || /^\d{1,5}$/.test(part))
  if (!isPlain || walk.members.length >= most.members) walk.moreMembers += 1
  else walk.members.push({ path, value: guard('document.other', value) })
}

function isAddress(name: string, value: unknown): value is string {
  return typeof value === 'string' && value !== '' && (addressName.test(name) || hasScheme.test(value))
}

/** Goes down an element; `beside` is the object in which the value stands. */
function visit(walk: Walk, path: readonly string[], value: unknown, beside: Members): void {
  walk.visited += 1
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (walk.visited > most.visited) walk.moreMembers += 1
  else if (isAddress(name, value)) noteFile(walk, value, beside)
  else if (typeof value !== 'object' || value === null) noteMember(walk, path, value)
  else if (path.length >= most.depth) walk.moreMembers += 1
  else if (Array.isArray(value))
    for (const [at, one] of value.entries()) visit(walk, [...path, String(at)], one, beside)
  else if (isMembers(value))
    for (const each of namesOf(value)) {
      if (path.length > 0 || !walk.top.has(each)) visit(walk, [...path, each], value[each], value)
    }
}

/** Names at the top of an element that have a place of their own. */
function topOf(given: Members): ReadonlySet<string> {
  const first = (names: readonly string[]) => names.find((name) => given[name] != null)
  return new Set([kindNames, dateNames, statusNames].map(first).filter((name) => name !== undefined))
}

function readElement(raw: unknown, judge: Judge): DocumentElement {
  const given = membersOf(raw)
  const top = topOf(given)
  const lists = { members: [], files: [], addresses: [] }
  const walk: Walk = { judge, ...lists, top, moreMembers: 0, moreFiles: 0, visited: 0 }
  visit(walk, [], raw, given)
  const { members, moreMembers, files, moreFiles } = walk
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(walk.addresses)).digest('hex'),
    kind: guard('document.kind', firstOf(given, kindNames)),
    createdAt: guard('document.created_at', firstOf(given, dateNames)),
    status: guard('document.other', firstOf(given, statusNames)),
    members,
    moreMembers,
    files,
    moreFiles,
    isKnown: top.size > 0 || files.length > 0,
  }
}

/** Reads `supporting_documents`, whatever came: a list, one element without its list, or nothing. Never fails. */
export function documentElements(raw: unknown, judge: Judge): DocumentElements {
  const all: readonly unknown[] = Array.isArray(raw) ? raw : raw == null ? [] : [raw]
  return {
    listed: all.slice(0, most.elements).map((one) => readElement(one, judge)),
    more: Math.max(0, all.length - most.elements),
  }
}
