import { type GlassBreak, type GlassSeen, glassHandle } from '@paydesk/shared/compliance/glass'
import { role } from '@paydesk/shared/core/permissions'
import { guard } from '../../platform/access/guarded.ts'
import { wordsOf } from '../../platform/access/permissions.ts'
import { oneOfKind, wordOfKind, wordsOfAction } from '../../platform/audit/event-labels.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isPerson, mayBePerson, type Person } from '../../platform/session/person.ts'
import type { GlassRow } from '../../records/break-glass.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { isReportMissing } from './rows.ts'
import type { seenBehind } from './seen.ts'

const time = (at: number) => new Date(at).toISOString()

/** One break as whoever answers for it reads it: texts of staff under their cell. */
export function presentBreak(
  row: GlassRow,
  { actor, seal, now }: { readonly actor: Actor; readonly seal: Seal; readonly now: number },
): GlassBreak {
  const { session, sight } = actor
  const name = (sealed: string | null) => (sealed === null ? '' : (seal.open(reviewSealed, sealed) ?? ''))
  const text = (sealed: string | null) => sight.showOwn(guard('review.note', name(sealed)))
  const me = (person: Person) => isPerson(person, session)
  const { acknowledged_issuer: issuer, acknowledged_subject: subject } = row
  const of = role.parse(row.role)
  return {
    glass: glassHandle.parse(row.id),
    by: { name: name(row.name), me: me(row) },
    role: { id: of, label: wordsOf(of).label },
    purpose: row.purpose_code,
    ticket: row.case_ref,
    text: text(row.sealed_text),
    at: time(row.at),
    until: time(row.until),
    isOver: now >= row.until,
    acknowledged:
      row.acknowledged_at === null || issuer === null || subject === null
        ? null
        : {
            by: { name: name(row.acknowledged_name), me: me({ issuer, subject }) },
            at: time(row.acknowledged_at),
          },
    mayAcknowledge: row.acknowledged_at === null && !mayBePerson(row, session),
    report: row.reported_at === null ? null : { text: text(row.sealed_report), at: time(row.reported_at) },
    isReportMissing: isReportMissing(row, now),
  }
}

type SeenBehind = Awaited<ReturnType<typeof seenBehind>>

/** How often one deed was done meanwhile, as a whole of words: `opened an identity record`. */
export function presentCount({ action, subject_kind: kind, count }: SeenBehind['counts'][number]) {
  const { says, alone } = wordsOfAction(action)
  return {
    action,
    says: kind === null ? alone : `${says} ${oneOfKind(kind, says)}`,
    count: Number(count),
  }
}

/** One entry of what was done meanwhile, in the words that the trail has for it. */
export function presentSeen(row: SeenBehind['entries'][number]): GlassSeen['entries'][number] {
  const { subject_kind: kind, subject_id: id, action, result, environment, reference } = row
  const about = kind === null || id === null ? null : { words: wordOfKind(kind), id }
  const { says, alone } = wordsOfAction(action)
  const at = new Date(row.time_ms).toISOString()
  return { at, action, says: about === null ? alone : says, result, about, environment, reference }
}
