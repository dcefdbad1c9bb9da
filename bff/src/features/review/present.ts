import { customerHandle, transactionId } from '@paydesk/shared/core/ids'
import { readCompound, readState } from '@paydesk/shared/core/state'
import { decisionId } from '@paydesk/shared/work/decision'
import type { ReviewRow } from '@paydesk/shared/work/review'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard } from '../../platform/access/guarded.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { isPerson, type Person } from '../../platform/session/person.ts'
import {
  concernsOf,
  type ItemRow,
  isOwned,
  isOwnedBy,
  reviewSealed,
  rulesOf,
} from '../../records/review-items.ts'
import type { WithRid } from '../../records/rids.ts'

/** Who looks, and what is needed to show them anything of an item. */
export interface Looking {
  readonly sight: Sight
  readonly session: Person
  readonly seal: Seal
  /** The agreed time from first sight to a decision (ms). */
  readonly levelMs: number
  /** ms since 1970, of this office. */
  readonly now: number
}

const time = (at: number) => new Date(at).toISOString()
const timeOrNull = (at: number | null) => (at === null ? null : time(at))

/** The last part of the agreed time, in which an item counts as near. */
export const nearOf = (levelMs: number) => Math.round(levelMs / 4)

/** How an item stands against the agreed time. Times in ms. */
export function levelOf(dueAt: number, levelMs: number, now: number): ReviewRow['level']['state'] {
  if (now > dueAt) return 'over'
  return now > dueAt - nearOf(levelMs) ? 'near' : 'kept'
}

/** A sealed name or text of staff; empty where its key is gone. */
export function openSealed(sealed: string, seal: Seal): string {
  return seal.open(reviewSealed, sealed) ?? ''
}

/** A text that staff wrote beside an item, as the role may see it: all of it for whoever works here. */
export function showNote(sealed: string, { sight, seal }: Pick<Looking, 'sight' | 'seal'>) {
  return sight.showOwn(guard('review.note', openSealed(sealed, seal)))
}

/** Who has an item, until when; null while nobody has it. */
export function ownerOf(
  row: ItemRow,
  { session, seal }: Pick<Looking, 'session' | 'seal'>,
): ReviewRow['owner'] {
  if (!isOwned(row) || row.owner_name === null) return null
  const by = { name: openSealed(row.owner_name, seal), me: isOwnedBy(row, session) }
  return { by, until: time(row.owner_until) }
}

function noteOf(row: ItemRow, looking: Looking): ReviewRow['lastNote'] {
  const { note_at, note_name, note_text, note_issuer, note_subject } = row
  if (note_at === null || note_name === null || note_text === null) return null
  const me = isPerson(looking.session, { issuer: note_issuer ?? '', subject: note_subject ?? '' })
  const by = { name: openSealed(note_name, looking.seal), me }
  return { at: time(note_at), by, text: showNote(note_text, looking) }
}

function decisionOf(row: ItemRow, { session }: Looking): ReviewRow['decision'] {
  const { decision, decision_verdict: verdict, decision_stands: status } = row
  if (decision === null || verdict === null || status === null) return null
  const person = { issuer: row.decision_issuer ?? '', subject: row.decision_subject ?? '' }
  return {
    decision: decisionId.parse(decision),
    verdict,
    status,
    followUp: row.decision_follow_up,
    mine: isPerson(session, person),
  }
}

/** One item of the queue as this person may see it. */
export function presentRow({ row, rid }: WithRid<ItemRow>, looking: Looking): ReviewRow {
  const { sight, levelMs, now } = looking
  return {
    transaction: transactionId.parse(row.transaction_id),
    version: row.version,
    kind: row.kind,
    concerns: concernsOf(row),
    state: readState(row.state),
    compound: row.compound === null ? null : readCompound(row.compound),
    customer: row.customer === null ? null : customerHandle.parse(row.customer),
    rid: sight.show(guard('rid', rid)),
    merchant: sight.show(guard('original.merchant_id', row.merchant)),
    amount: sight.show(guard('transaction.amount', row.amount_minor)),
    currency: sight.show(guard('transaction.currency', row.currency)),
    test: row.test === null ? null : row.test === 1,
    since: { from: timeOrNull(row.since_from), to: time(row.since_to) },
    expiresAt: timeOrNull(row.expires_at),
    level: { state: levelOf(row.due_at, levelMs, now), dueAt: time(row.due_at) },
    owner: ownerOf(row, looking),
    second: rulesOf(row),
    snoozedUntil: row.snoozed_until > row.clock ? time(row.snoozed_until) : null,
    lastNote: noteOf(row, looking),
    decision: decisionOf(row, looking),
  }
}
