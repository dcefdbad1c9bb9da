import type { DiscrepancyFilter } from '@paydesk/shared/cases/drift'
import { discrepancyFilter, discrepancyId, discrepancyQuery } from '@paydesk/shared/cases/drift'
import { reconciliationReportQuery } from '@paydesk/shared/cases/drift-sheet'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const reconciliationSearchSchema = z.object({
  ...discrepancyQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** The item that is open beside the list. */
  open: discrepancyId.optional(),
})
export type ReconciliationSearchParams = z.output<typeof reconciliationSearchSchema>
export type ReconciliationSearchChange = SearchParamsChange<ReconciliationSearchParams>

/** The list's state as kept in the address: the shared filter, the page and the open item. */
export const readReconciliationSearchParams = createSearchParamsReader(reconciliationSearchSchema)

/** What is asked of the server for this address, without the page. */
export const readDiscrepancyFilter = createSearchParamsReader(discrepancyFilter)

/** A whole page of the list, as it is asked for. */
export const readDiscrepancyQuery = createSearchParamsReader(discrepancyQuery)

/** A changed filter or order begins at the first page, with nothing open. */
export function applyDiscrepancyFilter(
  address: ReconciliationSearchParams,
  change: ReconciliationSearchChange,
): ReconciliationSearchChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

/** Whether some items of the shown status are left out. */
export function hasDiscrepancyFilter({ kind, age }: DiscrepancyFilter): boolean {
  return kind !== undefined || age !== undefined
}

/** Which day's sheet, and how many days are drawn, as kept in the address. */
export const readReconciliationReportSearchParams = createSearchParamsReader(reconciliationReportQuery)
export type ReconciliationReportSearchParams = z.output<typeof reconciliationReportQuery>
export type ReconciliationReportSearchChange = SearchParamsChange<ReconciliationReportSearchParams>
