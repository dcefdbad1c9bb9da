import { parseState } from '@paydesk/shared/core/state'
import type { ReturnPagePayment } from './find.ts'
import type { ReturnStatus } from './texts.ts'

/** So long after its end (ms) a payment is still told about. */
export const returnPageVisibleMs = 30 * 24 * 3_600_000

/** Ends that are no success, in words that do not say why: the reason is the bank's or the service's to tell. */
const endStatuses: Readonly<Record<string, ReturnStatus>> = {
  DECLINED: 'failed',
  REJECTED: 'failed',
  FAILED: 'failed',
  CARD_EXPIRED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

/** Only of these the service has made, or may have made, a payment: the address of no other was given to anybody. */
const visibleStatuses: ReadonlySet<ReturnPagePayment['status']> = new Set(['sending', 'unknown', 'created'])

/** When it ended, ms since 1970; where no end is known, when it should have at the latest. */
function getEndTime({ transactionRow, expires_at, made_at }: ReturnPagePayment): number {
  if (transactionRow?.final_read_at != null) return transactionRow.final_read_at
  return Math.max(made_at, expires_at ?? 0, transactionRow?.expires_at ?? 0)
}

function getEndStatus(state: string, isTest: boolean): ReturnStatus {
  if (state === 'SUCCESS') return isTest ? 'test' : 'completed'
  return Object.hasOwn(endStatuses, state) ? (endStatuses[state] ?? 'checking') : 'checking'
}

/** True while it is the customer who may have to go on, as far as `state` tells. */
function isWaitingForCustomer({ transactionRow, expires_at }: ReturnPagePayment, at: number): boolean {
  if (transactionRow === null || transactionRow.review === 1 || parseState(transactionRow.state).final)
    return false
  const until = transactionRow.expires_at ?? expires_at
  return ['PREFLIGHT', 'PENDING'].includes(transactionRow.state) && (until === null || until > at)
}

/**
 * What may be said of a payment at `at` (ms since 1970). An end is told only where it is proved
 * (docs/decisions/014): until then it is being checked, whatever one read or one notification says. It depends on nothing but this
 * request and its transaction.
 */
export function getReturnStatus(returned: ReturnPagePayment, at: number): ReturnStatus {
  if (!visibleStatuses.has(returned.status) || at - getEndTime(returned) > returnPageVisibleMs) return 'gone'
  const { transactionRow } = returned
  if (transactionRow?.finality === 'proved' && parseState(transactionRow.state).final)
    return getEndStatus(transactionRow.state, transactionRow.test === 1)
  return isWaitingForCustomer(returned, at) ? 'unfinished' : 'checking'
}

/** True where what is said can still change. */
export const canReturnStatusChange = (word: ReturnStatus): boolean =>
  word === 'checking' || word === 'unfinished'
