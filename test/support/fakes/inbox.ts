import { type InboxEntry, type InboxEntryList, inboxEntryIdSchema } from '@paydesk/shared/cases/inbox'
import { buildTransactionFacts } from './decisions.ts'
import { reviewTransaction } from './ids.ts'
import { hoursFromNow } from './values.ts'

/** Unread mention in a note on a case; `n` also is its age in hours. */
export function buildInboxEntry(n: number, change: Partial<InboxEntry> = {}): InboxEntry {
  return {
    entry: inboxEntryIdSchema.parse(`mention.${n}`),
    kind: 'mention',
    at: hoursFromNow(-n),
    isRead: false,
    by: { name: 'Farid Nasser', me: false },
    target: { page: 'case', transaction: reviewTransaction },
    outcome: null,
    until: null,
    transaction: reviewTransaction,
    facts: buildTransactionFacts(),
    customer: null,
    rows: null,
    ...change,
  }
}

export function buildInboxPage(
  entries: readonly InboxEntry[] = [],
  next: string | null = null,
): InboxEntryList {
  return { entries: [...entries], next, unread: entries.filter(({ isRead }) => !isRead).length }
}
