import { formatMajorUnits, isMinorUnits } from '@paydesk/shared/core/money'
import type { PaymentRequest, PaymentRequestListFilter } from '@paydesk/shared/payments/payment-requests'
import type { ListExportCall, ListExportColumns } from '../../platform/approvals/define-list-export.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { countRows, readBatchesNewestFirst } from '../../platform/list-query/page.ts'
import { type DayRangeDeps, loadDayRange } from '../../records/zone-days.ts'
import { selectMatchingPaymentRequests } from './list.ts'
import {
  type LoadPaymentRequestDeps,
  loadPaymentRequestDetailsList,
  presentPaymentRequest,
} from './present.ts'

/** Columns of the export, never with a payment link. Times are ISO 8601 UTC. */
export const paymentRequestExportColumns: ListExportColumns<'paymentRequests', PaymentRequest> = [
  ['request_id', (row) => row.request],
  ['status', (row) => row.status],
  ['rid', (row, { masked }) => masked(row.rid)],
  ['merchant', (row, { masked }) => masked(row.merchant)],
  ['merchant_transaction_id', (row, { masked }) => masked(row.merchantTransactionId)],
  ['reference', (row, { masked }) => masked(row.reference)],
  ['workflow', (row, { masked }) => masked(row.workflow)],
  ['amount_minor', (row, { masked }) => (isMinorUnits(row.amount) ? masked(row.amount) : ''), 'number'],
  ['currency', (row, { masked }) => masked(row.currency)],
  ['amount', formatMajorUnits, 'number'],
  ['transaction_id', (row) => row.transaction ?? ''],
  ['state', (row) => row.current?.state.raw ?? ''],
  ['compound_state', (row) => row.current?.compound?.raw ?? ''],
  ['in_review', (row, { yesNo }) => yesNo(row.current?.inReview ?? null)],
  ['finality', (row) => row.current?.finality ?? ''],
  ['expires_at', (row) => row.current?.expiresAt ?? '', 'time'],
  ['created_by_kind', (row) => row.by.kind],
  ['created_by', ({ by }, { colleague }) => (by.kind === 'person' ? colleague(by.person) : by.label)],
  ['created_at', (row) => row.createdAt, 'time'],
  ['sent_at', (row) => row.sentAt ?? '', 'time'],
  ['ended_at', (row) => row.endedAt ?? '', 'time'],
  ['rejection_code', (row) => row.rejection?.responseCode ?? ''],
]

export interface PaymentRequestExportDeps extends Omit<LoadPaymentRequestDeps, 'store'>, DayRangeDeps {
  readonly store: Store
}

/** Selects the requests of an export. Throws `bad_request` as `resolveDayRange` does. */
async function createExportSelect(
  filter: PaymentRequestListFilter,
  caller: ScopedActor,
  { store, config }: DayRangeDeps,
) {
  const days = await loadDayRange(filter, caller.actor.session, { store, config })
  return () => selectMatchingPaymentRequests(store, { ...filter, days }, caller)
}

/** Counts the rows of an export, up to `max`. Throws the problems of the export. */
export async function countPaymentRequestExport(
  filter: PaymentRequestListFilter,
  caller: ScopedActor,
  max: number,
  deps: DayRangeDeps,
): Promise<number> {
  const select = await createExportSelect(filter, caller, deps)
  return countRows(select().select('id').limit(max), deps.store)
}

/** Opens the payment requests of a filter, newest first, in batches. Throws the problems of the export. */
export async function openPaymentRequestExportBatches(
  filter: PaymentRequestListFilter,
  { gone, ...caller }: ListExportCall,
  deps: PaymentRequestExportDeps,
): Promise<AsyncIterable<readonly PaymentRequest[]>> {
  const { actor, scope } = caller
  const select = await createExportSelect(filter, caller, deps)
  async function* presentBatches(): AsyncGenerator<readonly PaymentRequest[]> {
    const rows = select().selectAll()
    for await (const batch of readBatchesNewestFirst(rows, 'created_at', (row) => row.created_at, gone)) {
      const details = await loadPaymentRequestDetailsList(batch, scope.environment, deps)
      yield details.map((one) => presentPaymentRequest(one, actor))
    }
  }
  return presentBatches()
}
