import { customerHandleSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import type { TransactionListRow } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import type { RowWithRid } from '../../records/attach-rids.ts'
import { presentTransactionAmount } from '../../records/observations/amounts.ts'
import type { ListedTransactionRow } from './pages.ts'

export type RecordedTransactionWithRid = RowWithRid<ListedTransactionRow>

const timeOrNull = (at: number | null) => (at === null ? null : formatIsoTime(at))

/** Presents one transaction of our records for this role. */
export function presentListedTransaction(
  { row, rid }: RecordedTransactionWithRid,
  fieldAccess: FieldAccess,
): TransactionListRow {
  return {
    transaction: transactionIdSchema.parse(row.id),
    version: row.version,
    customer: row.customer === null ? null : customerHandleSchema.parse(row.customer),
    rid: fieldAccess.mask(guardValue('rid', rid)),
    merchant: fieldAccess.mask(guardValue('original.merchant_id', row.merchant)),
    merchantTransactionId: fieldAccess.mask(
      guardValue('original.transaction_id', row.merchant_transaction_id),
    ),
    reference: fieldAccess.mask(guardValue('original.reference', row.reference)),
    state: parseTransactionState(row.state),
    compound: row.compound === null ? null : parseCompoundState(row.compound),
    inReview: row.review === 1,
    workflow: fieldAccess.mask(guardValue('workflow', row.workflow)),
    ...presentTransactionAmount(row, fieldAccess),
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
