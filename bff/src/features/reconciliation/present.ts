import { customerHandle, transactionId } from '@paydesk/shared/core/ids'
import { readCompound, readState } from '@paydesk/shared/core/state'
import { type DriftExplanation, type DriftReason, type DriftRow, driftItem } from '@paydesk/shared/work/drift'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard } from '../../platform/access/guarded.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { isPerson, type Person } from '../../platform/session/person.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { kindOf } from '../../records/rules/drift-items.ts'
import type { Line } from './list.ts'
import { reasonNamed } from './reasons.ts'
import type { ExplanationRow } from './rows.ts'

/** Who looks, and what is needed to show them anything of an item. */
export interface Looking {
  readonly sight: Sight
  readonly session: Person
  readonly seal: Seal
  readonly reasons: readonly DriftReason[]
}

const time = (at: number) => new Date(at).toISOString()

function explanationOf(row: ExplanationRow, { sight, session, seal, reasons }: Looking): DriftExplanation {
  const text = row.sealed_text === null ? null : (seal.open(reviewSealed, row.sealed_text) ?? '')
  return {
    reason: reasonNamed(reasons, row.reason),
    text: sight.showOwn(guard('review.note', text)),
    ticket: row.ticket === null ? { seen: 'absent' } : { seen: 'clear', text: row.ticket },
    by: { name: seal.open(reviewSealed, row.name) ?? '', me: isPerson(row, session) },
    at: time(row.at),
  }
}

/** One item as this person may see it. */
export function presentDrift({ row, rid, explanations }: Line, looking: Looking): DriftRow {
  const { sight } = looking
  const [newest = null, ...earlier] = explanations.map((one) => explanationOf(one, looking))
  return {
    item: driftItem.parse(row.id),
    version: row.version,
    kind: kindOf(row),
    transaction: transactionId.parse(row.transaction_id),
    customer: row.customer === null ? null : customerHandle.parse(row.customer),
    rid: sight.show(guard('rid', rid)),
    merchant: sight.show(guard('original.merchant_id', row.merchant)),
    state: readState(row.state),
    compound: row.compound === null ? null : readCompound(row.compound),
    amount: sight.show(guard('transaction.amount', row.amount_minor)),
    currency: sight.show(guard('transaction.currency', row.currency)),
    openedAt: { from: row.opened_from === null ? null : time(row.opened_from), to: time(row.opened_to) },
    closedAt: row.closed_at === null ? null : time(row.closed_at),
    explained: newest,
    earlier,
  }
}
