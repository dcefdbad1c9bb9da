import { customerHandle, transactionId } from '@paydesk/shared/core/ids'
import { parseCompoundState, parseState } from '@paydesk/shared/core/state'
import type { TransactionListRow } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import type { RowWithRid } from '../../records/attach-rids.ts'
import { presentAmount } from '../../records/observations/amounts.ts'
import type { ListedTransactionRow } from './pages.ts'

export type TransactionLine = RowWithRid<ListedTransactionRow>

const timeOrNull = (at: number | null) => (at === null ? null : formatIsoTime(at))

/** Presents one transaction of our records for this role. */
export function presentTransactionLine(
  { row, rid }: TransactionLine,
  sight: FieldAccess,
): TransactionListRow {
  return {
    transaction: transactionId.parse(row.id),
    version: row.version,
    customer: row.customer === null ? null : customerHandle.parse(row.customer),
    rid: sight.mask(guardValue('rid', rid)),
    merchant: sight.mask(guardValue('original.merchant_id', row.merchant)),
    merchantTransactionId: sight.mask(guardValue('original.transaction_id', row.merchant_transaction_id)),
    reference: sight.mask(guardValue('original.reference', row.reference)),
    state: parseState(row.state),
    compound: row.compound === null ? null : parseCompoundState(row.compound),
    inReview: row.review === 1,
    workflow: sight.mask(guardValue('workflow', row.workflow)),
    ...presentAmount(row, sight),
    test: row.test === null ? null : row.test === 1,
    finality: row.finality,
    firstSeenAt: formatIsoTime(row.first_seen),
    firstSource: row.first_source,
    changedFrom: timeOrNull(row.changed_from),
    changedAt: formatIsoTime(row.changed_at),
    readAt: timeOrNull(row.read_at),
    expiresAt: timeOrNull(row.expires_at),
  }
}
