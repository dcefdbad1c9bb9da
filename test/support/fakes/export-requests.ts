import type { ExportRequestList, ExportRequestView } from '@paydesk/shared/cases/export-requests'
import { exportRequestIdSchema } from '@paydesk/shared/core/ids'
import { buildClearValue, hoursFromNow } from './values.ts'

/** Colleague's request to export many transactions, which waits for an approval. */
export function buildExportRequest(n: number, change: Partial<ExportRequestView> = {}): ExportRequestView {
  return {
    request: exportRequestIdSchema.parse(`er_${String(n).padStart(20, '0')}`),
    selection: { list: 'transactions', filter: { state: 'PENDING', olderThan: '24h', review: '1' } },
    rows: 12_345,
    merchants: ['demo-merchant'],
    purpose: 'payment_investigation',
    caseRef: `CASE-${n}`,
    text: buildClearValue('The bank asked for these payments'),
    by: { name: 'Nora Linde', me: false },
    at: hoursFromNow(-n),
    until: hoursFromNow(24 - n),
    status: 'waiting',
    answer: null,
    downloadUntil: null,
    downloads: 0,
    mayAnswer: false,
    mayWithdraw: false,
    mayDownload: false,
    ...change,
  }
}

export function buildExportRequestList(requests: readonly ExportRequestView[] = []): ExportRequestList {
  return { requests: [...requests], waiting: requests.filter((one) => one.mayAnswer).length }
}
