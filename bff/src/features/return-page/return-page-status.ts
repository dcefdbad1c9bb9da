import { parseTransactionState } from '@paydesk/shared/core/state'
import type { ReturnPagePayment } from './find.ts'

/**
 * Status that the page can show. `gone`: nothing is shown at this address. `busy`: the state is not available
 * now.
 */
export type ReturnPageStatus =
  | 'checking'
  | 'unfinished'
  | 'completed'
  | 'test'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'gone'
  | 'busy'

/** Time (ms) after its end for which a payment is still shown. */
export const returnPageVisibleMs = 30 * 24 * 3_600_000

/** Final states without success. Their texts give no reason: the bank or the payment service tells it. */
const endStatuses: Readonly<Record<string, ReturnPageStatus>> = {
  DECLINED: 'failed',
  REJECTED: 'failed',
  FAILED: 'failed',
  CARD_EXPIRED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

/**
 * Statuses in which the payment service has created a payment or may
 * have; in others nobody was given the address.
 */
const visibleStatuses: ReadonlySet<ReturnPagePayment['status']> = new Set(['sending', 'unknown', 'created'])

/**
 * Returns the time of the end, ms since 1970; if no end is known, the
 * latest time at which it should have come.
 */
function getEndTime({ transactionRow, expires_at, created_at }: ReturnPagePayment): number {
  if (transactionRow?.final_read_at != null) return transactionRow.final_read_at
  return Math.max(created_at, expires_at ?? 0, transactionRow?.expires_at ?? 0)
}

function getEndStatus(state: string, isTest: boolean): ReturnPageStatus {
  if (state === 'SUCCESS') return isTest ? 'test' : 'completed'
  return Object.hasOwn(endStatuses, state) ? (endStatuses[state] ?? 'checking') : 'checking'
}

/** Returns true while the customer may have to continue, as far as `state` tells. */
function isWaitingForCustomer({ transactionRow, expires_at }: ReturnPagePayment, at: number): boolean {
  if (
    transactionRow === null ||
    transactionRow.review === 1 ||
    parseTransactionState(transactionRow.state).final
  )
    return false
  const until = transactionRow.expires_at ?? expires_at
  return ['PREFLIGHT', 'PENDING'].includes(transactionRow.state) && (until === null || until > at)
}

/**
 * Returns the status that may be shown at `at` (ms since 1970). A final state is shown only if it is
 * confirmed (docs/decisions/014); before that, the payment is being checked, even if one read or one
 * notification says otherwise. Depends on nothing but this request and its transaction.
 */
export function getReturnPageStatus(returned: ReturnPagePayment, at: number): ReturnPageStatus {
  if (!visibleStatuses.has(returned.status) || at - getEndTime(returned) > returnPageVisibleMs) return 'gone'
  const { transactionRow } = returned
  if (transactionRow?.finality === 'confirmed' && parseTransactionState(transactionRow.state).final)
    return getEndStatus(transactionRow.state, transactionRow.test === 1)
  return isWaitingForCustomer(returned, at) ? 'unfinished' : 'checking'
}

/** Returns true if the status can still change. */
export const canReturnPageStatusChange = (pageStatus: ReturnPageStatus): boolean =>
  pageStatus === 'checking' || pageStatus === 'unfinished'
