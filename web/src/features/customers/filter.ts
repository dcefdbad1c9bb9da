import { stateWord } from '@paydesk/shared/core/state'
import type { CustomerTransaction } from '@paydesk/shared/payments/customer'
import { shownText } from '../../ui/text/masked-value.tsx'
import type { ListState } from './list-state.ts'

export interface Choice {
  readonly value: string
  readonly word: string
  readonly count: number
}

/** The name of a choice whose value the service did not give. */
export const notGiven = 'not given'

type Filters = Pick<ListState, 'q' | 'state' | 'workflow'>

/** A list in the address is a choice only among what is in the list; other values do not filter. */
export function filterEntries(
  entries: readonly CustomerTransaction[],
  { q, state, workflow }: Filters,
): CustomerTransaction[] {
  const wanted = q?.toLowerCase()
  return entries.filter(
    (entry) =>
      (state === undefined || state.includes(entry.state.raw)) &&
      (workflow === undefined || workflow.includes(shownText(entry.workflow) ?? '')) &&
      (wanted === undefined || entry.transaction.toLowerCase().includes(wanted)),
  )
}

export function stateChoices(entries: readonly CustomerTransaction[]): Choice[] {
  return count(entries, (entry) => ({ value: entry.state.raw, word: stateWord(entry.state) || notGiven }))
}

export function workflowChoices(entries: readonly CustomerTransaction[]): Choice[] {
  return count(entries, (entry) => {
    const text = shownText(entry.workflow)
    return text ? { value: text, word: text } : null
  })
}

function count(
  entries: readonly CustomerTransaction[],
  read: (entry: CustomerTransaction) => Omit<Choice, 'count'> | null,
): Choice[] {
  const found = new Map<string, Choice>()
  for (const entry of entries) {
    const choice = read(entry)
    if (choice) found.set(choice.value, { ...choice, count: (found.get(choice.value)?.count ?? 0) + 1 })
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.word.localeCompare(b.word))
}
