import { readState } from '@paydesk/shared/core/state'
import type { Returned } from './find.ts'
import type { Word } from './words.ts'

/** So long after its end (ms) a payment is still told about. */
export const toldFor = 30 * 24 * 3_600_000

/** Ends that are no success, in words that do not say why: the reason is the bank's or the service's to tell. */
const ends: Readonly<Record<string, Word>> = {
  DECLINED: 'failed',
  REJECTED: 'failed',
  FAILED: 'failed',
  CARD_EXPIRED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

/** Only of these the service has made, or may have made, a payment: the address of no other was given to anybody. */
const told: ReadonlySet<Returned['status']> = new Set(['sending', 'unknown', 'created'])

/** When it ended, ms since 1970; where no end is known, when it should have at the latest. */
function endOf({ now, expires_at, made_at }: Returned): number {
  if (now?.final_read_at != null) return now.final_read_at
  return Math.max(made_at, expires_at ?? 0, now?.expires_at ?? 0)
}

function wordOfEnd(state: string, isTest: boolean): Word {
  if (state === 'SUCCESS') return isTest ? 'test' : 'completed'
  return Object.hasOwn(ends, state) ? (ends[state] ?? 'checking') : 'checking'
}

/** True while it is the customer who may have to go on, as far as `state` tells. */
function waitsForCustomer({ now, expires_at }: Returned, at: number): boolean {
  if (now === null || now.review === 1 || readState(now.state).final) return false
  const until = now.expires_at ?? expires_at
  return ['PREFLIGHT', 'PENDING'].includes(now.state) && (until === null || until > at)
}

/**
 * What may be said of a payment at `at` (ms since 1970). An end is told only where it is proved
 * (docs/decisions/014): until then it is being checked, whatever one read or one notification says. It depends on nothing but this
 * request and its transaction.
 */
export function wordOf(returned: Returned, at: number): Word {
  if (!told.has(returned.status) || at - endOf(returned) > toldFor) return 'gone'
  const { now } = returned
  if (now?.finality === 'proved' && readState(now.state).final) return wordOfEnd(now.state, now.test === 1)
  return waitsForCustomer(returned, at) ? 'unfinished' : 'checking'
}

/** True where what is said can still change. */
export const canChange = (word: Word): boolean => word === 'checking' || word === 'unfinished'
