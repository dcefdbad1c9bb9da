import { getStateLabel, type StateTexts } from '@paydesk/shared/core/state'
import type { CustomerTransaction } from '@paydesk/shared/payments/customers'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import type { CustomerHistorySearchParams } from './search-params.ts'

export interface CustomerHistoryFilterOption {
  readonly value: string
  readonly label: string
  readonly count: number
}

type Filters = Pick<CustomerHistorySearchParams, 'q' | 'state' | 'workflow' | 'review'>

/** Filters by id fragment (case-insensitive), state, workflow and review; an absent filter matches every entry. */
export function filterCustomerHistory(
  entries: readonly CustomerTransaction[],
  { q, state, workflow, review }: Filters,
): CustomerTransaction[] {
  const wanted = q?.toLowerCase()
  return entries.filter(
    (entry) =>
      (review === undefined || entry.inReview) &&
      (state === undefined || state.includes(entry.state.raw)) &&
      (workflow === undefined || workflow.includes(getVisibleText(entry.workflow) ?? '')) &&
      (wanted === undefined || entry.transaction.toLowerCase().includes(wanted)),
  )
}

/** `notProvided`: label of the state that the payment service did not provide; `pending`: of pending ones in review, too. */
export function listStateFilterOptions(
  entries: readonly CustomerTransaction[],
  { notProvided, pending }: { readonly notProvided: string; readonly pending: string },
  texts: StateTexts,
): CustomerHistoryFilterOption[] {
  const isReviewAmong = entries.some(({ state, inReview }) => inReview && state.raw === 'PENDING')
  return countOptions(entries, ({ state }) => ({
    value: state.raw,
    label: isReviewAmong && state.raw === 'PENDING' ? pending : getStateLabel(state, texts) || notProvided,
  }))
}

export function listWorkflowFilterOptions(
  entries: readonly CustomerTransaction[],
): CustomerHistoryFilterOption[] {
  return countOptions(entries, (entry) => {
    const text = getVisibleText(entry.workflow)
    return text ? { value: text, label: text } : null
  })
}

function countOptions(
  entries: readonly CustomerTransaction[],
  read: (entry: CustomerTransaction) => Omit<CustomerHistoryFilterOption, 'count'> | null,
): CustomerHistoryFilterOption[] {
  const found = new Map<string, CustomerHistoryFilterOption>()
  for (const entry of entries) {
    const choice = read(entry)
    if (choice) found.set(choice.value, { ...choice, count: (found.get(choice.value)?.count ?? 0) + 1 })
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))
}
