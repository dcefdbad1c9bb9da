import { type TrailEntry, type TrailPlace, trailResult } from '@paydesk/shared/compliance/trail'
import { customerHandle, identityHandle, reference, transactionId } from '@paydesk/shared/core/ids'
import { role } from '@paydesk/shared/core/permissions'
import { purposeCode, purposes } from '@paydesk/shared/core/purpose'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard } from '../../platform/access/guarded.ts'
import { wordsOf } from '../../platform/access/permissions.ts'
import { fieldWords } from '../../platform/access/policy/field-labels.ts'
import { isField } from '../../platform/access/policy/matrix.ts'
import { oneOfKind, wordOfKind, wordsOfAction } from '../../platform/audit/event-labels.ts'
import { outcomeOf } from './outcome.ts'
import type { People } from './people.ts'
import { type EntryRow, isOwn, type Sees } from './rows.ts'

/** Who looks, and what is needed to show them an entry. */
export interface Looking {
  readonly sight: Sight
  readonly sees: Sees
  readonly people: People
}

/** An entry with its place in its chain; null where it stands in none. */
export interface Placed {
  readonly row: EntryRow
  readonly link: {
    readonly chain: string
    readonly n: number
    readonly prev: string
    readonly hash: string
  } | null
}

/** Whatever the column holds, it is shown as some time. */
export const time = (at: number) => new Date(Math.abs(at) < 8.64e15 ? at : 0).toISOString()

/** The label of a role; what is no role of ours is not repeated. */
export function labelOf(name: string | null): string | null {
  const found = role.safeParse(name)
  return found.success ? wordsOf(found.data).label : null
}

/** Words for a row of the matrix within a sentence: `date of birth`, `IBAN of the payer`; what is none is not repeated. */
export function wordsOfField(field: string | null): string | null {
  if (field === null) return null
  if (!isField(field)) return 'a value'
  const [, words] = fieldWords[field]
  return /^[A-Z][A-Z]/.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

export function wordsOfPurpose(code: string | null) {
  const found = purposeCode.safeParse(code)
  return found.success ? { code: found.data, words: purposes[found.data] } : null
}

const ticketForm = /^[A-Za-z0-9_/.#-]{2,40}$/

export const ticketOf = (ref: string | null) => (ref !== null && ticketForm.test(ref) ? ref : null)

/** Where a record can be opened, for whoever sees its handle. */
function placeOf(kind: string, id: string): TrailPlace | null {
  if (kind === 'customer') {
    const found = customerHandle.safeParse(id)
    return found.success ? { page: 'customer', customer: found.data } : null
  }
  if (kind === 'identity') {
    const found = identityHandle.safeParse(id)
    return found.success ? { page: 'identity', identity: found.data } : null
  }
  const found = kind === 'transaction' ? transactionId.safeParse(id) : null
  return found?.success ? { page: 'transaction', transaction: found.data } : null
}

interface HowNamed {
  readonly isOwn: boolean
  readonly isNamed: boolean
  /** The words before it; null where it stands alone. */
  readonly says: string | null
}

/**
 * What an entry is about: the id as the role sees ids of the trail, the way to it only where that is in full.
 * It is seen in clear by naming the entry; where nothing is named (`isNamed`) nothing says that it could be.
 */
export function aboutOf(
  { subject_kind: kind, subject_id: id }: Pick<EntryRow, 'subject_kind' | 'subject_id'>,
  { isOwn: own, isNamed, says }: HowNamed,
  sight: Sight,
) {
  if (kind === null) return null
  const guarded = guard('audit.subject_id', id)
  const found = own ? sight.showOwn(guarded) : sight.show(guarded)
  const shown =
    found.seen === 'masked' && !isNamed ? { seen: found.seen, text: found.text, mask: found.mask } : found
  const place = shown.seen === 'clear' && id !== null ? placeOf(kind, id) : null
  const hasId = shown.seen === 'clear' || shown.seen === 'masked'
  return { words: hasId || says === null ? wordOfKind(kind) : oneOfKind(kind, says), id: shown, place }
}

const chainForm = /^[a-z][a-z0-9-]{0,19}$/

const strange = 'unknown'

/** The name of a chain; one that is of no form of ours was not written by us. */
export const chainName = (chain: string) => (chainForm.test(chain) ? chain : strange)

const brief = (hash: string) => (/^[0-9a-f]{64}$/.test(hash) ? hash.slice(0, 12) : '?')

/** One entry, as the parts of its sentence and its place in the chain, as this person may see them. */
export function presentEntry({ row, link }: Placed, { sight, sees, people }: Looking): TrailEntry {
  const own = isOwn(row, sees)
  const staff = (text: string | null) => {
    const guarded = guard('staff.person', text)
    return own ? sight.showOwn(guarded) : sight.show(guarded)
  }
  const { actor_issuer: issuer, actor_subject: subject } = row
  const words = wordsOfAction(row.action)
  const chain = chainName(link?.chain ?? 'none')
  const about = aboutOf(row, { isOwn: own, isNamed: chain !== strange, says: words.says }, sight)
  return {
    entry: `${chain}-${link?.n ?? row.seq}`,
    chain,
    n: link?.n ?? 0,
    hash: link === null ? null : brief(link.hash),
    prev: link === null ? null : brief(link.prev),
    at: time(row.time_ms),
    person: issuer === null || subject === null ? null : people.of({ issuer, subject }, staff),
    role: labelOf(row.role),
    group: words.group,
    says: about === null ? words.alone : words.says,
    about,
    field: wordsOfField(row.field),
    purpose: wordsOfPurpose(row.purpose_code),
    ticket: ticketOf(row.case_ref),
    stepUpAge: row.step_up_age === null ? null : Math.max(0, Math.trunc(row.step_up_age)),
    // One of another version, or written past us, is none that was allowed.
    result: trailResult.safeParse(row.result).data ?? 'failed',
    outcome: outcomeOf(row.reason),
    reference: reference.safeParse(row.reference).data ?? null,
    source: staff(row.source_address),
    instance: row.instance.replace(/[^0-9a-f]/g, '').slice(0, 12),
  }
}
