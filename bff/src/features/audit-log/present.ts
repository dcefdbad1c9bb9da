import {
  type AuditEntryView,
  type AuditRecordLink,
  auditResultSchema,
} from '@paydesk/shared/compliance/audit-log'
import {
  customerHandleSchema,
  identityHandleSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { recordedPurposeCodeSchema } from '@paydesk/shared/core/purposes'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import { isFieldName } from '../../platform/access/policy/access-policy.ts'
import { classifyAuditEvent, toAuditSubjectKind } from '../../platform/audit/event-groups.ts'
import type { FoldedAuditEntry } from './list.ts'
import { parseAuditOutcome } from './outcome.ts'
import type { StaffDirectory } from './staff-directory.ts'
import { type AuditEntryRow, type AuditVisibility, isOwnAuditEntry } from './visibility.ts'

/** Rights of the viewer, and the directory of staff, for presenting an entry. */
export interface AuditPresentContext {
  readonly fieldAccess: FieldAccess
  readonly visibility: AuditVisibility
  readonly people: StaffDirectory
}

/** Entry with its position in its chain; `link` is null for an entry outside every chain. */
export interface ChainedAuditEntry extends FoldedAuditEntry {
  readonly link: {
    readonly chain: string
    readonly n: number
    readonly prev: string
    readonly hash: string
  } | null
}

/** Formats any number as a valid time, even if the column was tampered with. */
export const formatAuditTime = (at: number) => new Date(Math.abs(at) < 8.64e15 ? at : 0).toISOString()

export const parseRecordedRole = (name: string | null) => roleSchema.safeParse(name).data ?? null

/** Returns a field of the access policy; the text of an unknown field is not repeated. */
export const toKnownFieldName = (field: string | null) =>
  field === null || isFieldName(field) ? field : 'unknown'

export const parseRecordedPurpose = (code: string | null) =>
  recordedPurposeCodeSchema.safeParse(code).data ?? null

const ticketPattern = /^[A-Za-z0-9_/.#-]{2,40}$/

export const sanitizeRecordedTicket = (ref: string | null) =>
  ref !== null && ticketPattern.test(ref) ? ref : null

/** Returns the page of a record; only for viewers who see the record's ID in clear. */
function findRecordPage(kind: string, id: string): AuditRecordLink | null {
  if (kind === 'customer') {
    const found = customerHandleSchema.safeParse(id)
    return found.success ? { page: 'customer', customer: found.data } : null
  }
  if (kind === 'identity') {
    const found = identityHandleSchema.safeParse(id)
    return found.success ? { page: 'identity', identity: found.data } : null
  }
  const found = kind === 'transaction' ? transactionIdSchema.safeParse(id) : null
  return found?.success ? { page: 'transaction', transaction: found.data } : null
}

interface SubjectOptions {
  readonly isOwn: boolean
  readonly isNamed: boolean
}

/**
 * Presents the subject of an entry: the ID masked by role, the link to the page only if the ID is in clear. A
 * reveal addresses the ID by its entry, so without an entry (`isNamed` is false) no reveal is offered.
 */
export function presentAuditEntrySubject(
  { subject_kind: kind, subject_id: id }: Pick<AuditEntryRow, 'subject_kind' | 'subject_id'>,
  { isOwn: own, isNamed }: SubjectOptions,
  fieldAccess: FieldAccess,
) {
  if (kind === null) return null
  const guarded = guardValue('audit.subject_id', id)
  const found = own ? fieldAccess.maskOwn(guarded) : fieldAccess.mask(guarded)
  const shown =
    found.visibility === 'masked' && !isNamed
      ? { visibility: found.visibility, text: found.text, mask: found.mask }
      : found
  const link = shown.visibility === 'clear' && id !== null ? findRecordPage(kind, id) : null
  return { kind: toAuditSubjectKind(kind), id: shown, link }
}

const chainNamePattern = /^[a-z][a-z0-9-]{0,19}$/

const unknownChainName = 'unknown'

/** Returns the chain name; a name Paydesk cannot have written becomes `unknown`. */
export const sanitizeChainName = (chain: string) => (chainNamePattern.test(chain) ? chain : unknownChainName)

const shortenHash = (hash: string) => (/^[0-9a-f]{64}$/.test(hash) ? hash.slice(0, 12) : '?')

/** Presents one entry, masked for this viewer: its codes and values, and its position in the chain. */
export function presentAuditEntry(
  { row, link, times, since }: ChainedAuditEntry,
  { fieldAccess, visibility, people }: AuditPresentContext,
): AuditEntryView {
  const own = isOwnAuditEntry(row, visibility)
  const staff = (text: string | null) => {
    const guarded = guardValue('staff.person', text)
    return own ? fieldAccess.maskOwn(guarded) : fieldAccess.mask(guarded)
  }
  const { actor_issuer: issuer, actor_subject: subject } = row
  const chain = sanitizeChainName(link?.chain ?? 'none')
  const about = presentAuditEntrySubject(
    row,
    { isOwn: own, isNamed: chain !== unknownChainName },
    fieldAccess,
  )
  return {
    entry: `${chain}-${link?.n ?? row.seq}`,
    chain,
    number: link?.n ?? 0,
    hash: link === null ? null : shortenHash(link.hash),
    previousHash: link === null ? null : shortenHash(link.prev),
    at: formatAuditTime(row.time_ms),
    person: issuer === null || subject === null ? null : people.presentPerson({ issuer, subject }, staff),
    role: parseRecordedRole(row.role),
    ...classifyAuditEvent(row.action),
    about,
    field: toKnownFieldName(row.field),
    purpose: parseRecordedPurpose(row.purpose_code),
    ticket: sanitizeRecordedTicket(row.case_ref),
    reauthenticationAge:
      row.reauthentication_age === null ? null : Math.max(0, Math.trunc(row.reauthentication_age)),
    // Report unknown results, of another version or written past Paydesk, as failed: never as allowed.
    result: auditResultSchema.safeParse(row.result).data ?? 'failed',
    outcome: parseAuditOutcome(row.reason),
    reference: supportReferenceSchema.safeParse(row.reference).data ?? null,
    source: staff(row.source_address),
    instance: row.instance.replace(/[^0-9a-f]/g, '').slice(0, 12),
    repeated: times === 1 ? null : { times, since: formatAuditTime(since) },
  }
}
