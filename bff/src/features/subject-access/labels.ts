import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { purposeCode } from '@paydesk/shared/core/purposes'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import type { AuditAction } from '../../platform/audit/entry.ts'

/** Labels of actions, in words for the customer. Other actions get a general label. */
const actionLabels: Partial<Record<AuditAction, string>> = {
  'search.made': 'Looked for you by an id',
  'customer.viewed': 'Looked at your payments',
  'customer.transactions.viewed': 'Looked at the list of your payments',
  'customer.identity.viewed': 'Looked at a summary of your identity record, masked',
  'transaction.viewed': 'Looked at a payment',
  'transaction.record.viewed': 'Looked at the technical record of a payment, masked',
  'transaction.notifications.viewed': 'Looked at messages about a payment',
  'transaction.history.viewed': 'Looked at the history of a payment',
  'transaction.received.viewed': 'Looked at messages about a payment',
  'identity.viewed': 'Looked at your identity record, masked',
  'identity.record.viewed': 'Looked at the technical identity record, masked',
  'field.revealed': 'Read one value in clear that is hidden otherwise',
  'caller.checked': 'Compared what somebody told us with your data, without seeing it',
  'document.viewed': 'Looked at a document',
  'decision.made': 'Decided about a payment',
  'decision.answered': 'Checked the decision of a colleague',
  'payment_request.sent': 'Asked the payment service for a payment of yours',
  'payment_link.shown': 'Read the address of your payment page, to hand it over to you',
  'subject_access.requested': 'Asked for this export',
  'subject_access.decided': 'Checked the request for this export',
  'subject_access.downloaded': 'Took this export, to hand it over to you',
}

const actionGroupLabels: readonly (readonly [begins: string, words: string])[] = [
  ['review.', 'Worked on the check of a payment'],
  ['case.', 'Worked on the check of a payment'],
  ['decision.', 'Worked on a decision about a payment'],
  ['question.', 'Asked or answered a colleague about it'],
  ['discrepancy.', 'Explained why two records differ'],
  ['reconciliation.', 'Explained why two records differ'],
  ['document.', 'Worked with a document'],
  ['payment_request.', 'Worked on a payment that was asked for'],
  ['access.refused', 'Was refused access'],
]

export function describeActionForSubject(action: string): string {
  const known = Object.entries(actionLabels).find(([name]) => name === action)?.[1]
  return (
    known ??
    actionGroupLabels.find(([begins]) => action.startsWith(begins))?.[1] ??
    'Looked at it or worked on it'
  )
}

/**
 * Purposes that must not be disclosed to the customer: a suspicion and a request by an authority have one
 * label, and their ticket is left out, because it would tell them apart.
 */
const hiddenPurposes: ReadonlySet<PurposeCode> = new Set(['fraud_suspicion', 'authority_request'])
const hiddenPurposeLabel = 'A check that the law asks of us'

export function describePurposeForSubject(code: string | null, ticket: string | null) {
  const known = purposeCode.safeParse(code).data
  if (known === undefined) return { purpose: null, ticket: code === null ? ticket : null }
  return hiddenPurposes.has(known)
    ? { purpose: hiddenPurposeLabel, ticket: null }
    : { purpose: englishLists.purposes[known], ticket }
}

/** Introduction at the head of the document, for its reader. */
export const subjectExportIntro = [
  'This is what we hold about you in our payment desk, and who looked at it, when and why.',
  'Employees are numbered in the order in which they appear here; the numbers mean nothing elsewhere.',
  'Times are in UTC. Amounts are in the smallest unit of the currency.',
]

/** Contents that no export has, with the reasons. */
export const subjectExportOmissions = [
  'Your identity record and documents: we hold no copy; the payment service keeps them.',
  'Words that employees wrote for each other, with their number: they may speak of others.',
  'Results of checks that the law forbids us to tell, and whether there are any.',
  'Passwords, keys and codes of our systems.',
]
