import { customerHandle, transactionId } from '@paydesk/shared/core/ids'
import { readCompound, readState } from '@paydesk/shared/core/state'
import type { IndexRow } from '@paydesk/shared/payments/indexed'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard } from '../../platform/access/guarded.ts'
import { presentAmount } from '../../records/observations/amounts.ts'
import type { WithRid } from '../../records/rids.ts'
import type { ListedRow } from './pages.ts'

export type Line = WithRid<ListedRow>

const time = (at: number) => new Date(at).toISOString()
const timeOrNull = (at: number | null) => (at === null ? null : time(at))

/** One transaction of the index as this role may see it. */
export function presentLine({ row, rid }: Line, sight: Sight): IndexRow {
  return {
    transaction: transactionId.parse(row.id),
    version: row.version,
    customer: row.customer === null ? null : customerHandle.parse(row.customer),
    rid: sight.show(guard('rid', rid)),
    merchant: sight.show(guard('original.merchant_id', row.merchant)),
    merchantTransactionId: sight.show(guard('original.transaction_id', row.merchant_transaction_id)),
    reference: sight.show(guard('original.reference', row.reference)),
    state: readState(row.state),
    compound: row.compound === null ? null : readCompound(row.compound),
    inReview: row.review === 1,
    workflow: sight.show(guard('workflow', row.workflow)),
    ...presentAmount(row, sight),
    test: row.test === null ? null : row.test === 1,
    finality: row.finality,
    firstSeenAt: time(row.first_seen),
    firstSource: row.first_source,
    changedFrom: timeOrNull(row.changed_from),
    changedAt: time(row.changed_at),
    readAt: timeOrNull(row.read_at),
    expiresAt: timeOrNull(row.expires_at),
  }
}
