import type { CustomerDiscrepancyList } from '@paydesk/shared/cases/reconciliation'
import type { CustomerCaseEvents } from '@paydesk/shared/cases/review-cases'
import type { CustomerObservationList } from '@paydesk/shared/core/observations'
import type { CustomerNotificationList } from '@paydesk/shared/payments/notifications'
import { buildDecisionView } from './decisions.ts'
import { reviewTransaction, waitingTransaction } from './ids.ts'
import { buildReceivedNotification } from './notifications.ts'
import { buildDiscrepancy, buildDiscrepancyExplanation } from './reconciliation.ts'
import { buildTransactionHistory } from './transaction-history.ts'
import { buildClearValue, hoursFromNow } from './values.ts'

const colleague = { name: 'Farid Nasser', me: false }

export function buildCustomerObservationList(): CustomerObservationList {
  const { observations } = buildTransactionHistory()
  return {
    observations: observations
      .map((each) => ({ transaction: waitingTransaction, ...each }))
      .toSorted((one, other) => Date.parse(other.to) - Date.parse(one.to)),
    next: null,
  }
}

export function buildCustomerNotificationList(): CustomerNotificationList {
  return { entries: [buildReceivedNotification(8), buildReceivedNotification(7)], next: null }
}

/** Discrepancy that was explained twice and closed. */
export function buildCustomerDiscrepancyList(): CustomerDiscrepancyList {
  const row = buildDiscrepancy(1, {
    closedAt: hoursFromNow(-1),
    explanation: buildDiscrepancyExplanation({ text: buildClearValue('The bank confirmed it by phone') }),
    earlierExplanations: [buildDiscrepancyExplanation({ at: hoursFromNow(-5) })],
  })
  return { rows: [row], more: false }
}

export function buildCustomerCaseEvents(): CustomerCaseEvents {
  return {
    notes: [
      {
        ...{ transaction: reviewTransaction, seq: 1, at: hoursFromNow(-2), by: colleague, kind: 'note' },
        ...{ text: buildClearValue('Asked the branch about the account'), mentions: [] },
      },
    ],
    claims: [
      { transaction: reviewTransaction, claim: 1, kind: 'claimed', at: hoursFromNow(-3), by: colleague },
    ],
    decisions: [buildDecisionView(1, { transaction: reviewTransaction })],
    more: false,
  }
}
