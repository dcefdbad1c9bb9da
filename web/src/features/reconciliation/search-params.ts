import {
  type DiscrepancyFilter,
  discrepancyFilterSchema,
  discrepancyIdSchema,
  discrepancyQuerySchema,
  reconciliationReportQuerySchema,
} from '@paydesk/shared/cases/reconciliation'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const reconciliationSearchSchema = z.object({
  ...discrepancyQuerySchema.shape,
  after: z.string().min(1).max(400).optional(),
  /** Discrepancy that is open beside the list. */
  open: discrepancyIdSchema.optional(),
})
export type ReconciliationSearchParams = z.output<typeof reconciliationSearchSchema>
export type ReconciliationSearchChange = SearchParamsChange<ReconciliationSearchParams>

/** Reads the state of the list from the address: the shared filter, the page and the open discrepancy. */
export const readReconciliationSearchParams = createSearchParamsReader(reconciliationSearchSchema)

/** Reads the filter of this address for the server, without the page. */
export const readDiscrepancyFilter = createSearchParamsReader(discrepancyFilterSchema)

/** Reads the query for one page of the list. */
export const readDiscrepancyQuery = createSearchParamsReader(discrepancyQuerySchema)

/** Applies a changed filter or order: back to the first page, with nothing open. */
export function applyDiscrepancyFilter(
  address: ReconciliationSearchParams,
  change: ReconciliationSearchChange,
): ReconciliationSearchChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

/** Returns true if the filter leaves out discrepancies of the shown status. */
export function hasDiscrepancyFilter({ kind, age }: DiscrepancyFilter): boolean {
  return kind !== undefined || age !== undefined
}

/** Reads the day of the sheet and the number of days drawn from the address. */
export const readReconciliationReportSearchParams = createSearchParamsReader(reconciliationReportQuerySchema)
export type ReconciliationReportSearchParams = z.output<typeof reconciliationReportQuerySchema>
export type ReconciliationReportSearchChange = SearchParamsChange<ReconciliationReportSearchParams>
