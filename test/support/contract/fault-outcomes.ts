import type { TransactionId } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { endpoints } from '@paydesk/shared/endpoints'
import type { FaultName } from '../../sandbox/fault-names.ts'
import { identityIdFrom } from '../../sandbox/ids.ts'
import type { Answer, Stack, Visitor } from '../stack/start.ts'
import { measureOwnTime } from './own-time.ts'
import { customerHandleOf, customerOf, identityHandleOf } from './support.ts'

export type ReadKind = 'state' | 'list' | 'notifications' | 'identity'
export type ReadOutcome = ProblemId | 'good'
export const readKinds: readonly ReadKind[] = ['state', 'list', 'notifications', 'identity']

/** Expected outcome of each fault by read; one value if all reads end the same. */
const ends: Readonly<Record<FaultName, ReadOutcome | Readonly<Record<ReadKind, ReadOutcome>>>> = {
  slow: 'upstream_timeout',
  hang: 'upstream_timeout',
  drip: 'upstream_timeout',
  reset: 'upstream_unreachable',
  'reset-body': 'upstream_unreachable',
  '500': 'upstream_unreachable',
  '502': 'upstream_unreachable',
  '503': 'upstream_unreachable',
  '503-empty': 'upstream_unreachable',
  '429': 'upstream_busy',
  '429-long': 'upstream_busy',
  '429-odd': 'upstream_busy',
  '401': 'upstream_auth',
  '403': 'upstream_auth',
  '400': 'upstream_refused',
  '404': 'not_found',
  html: 'upstream_bad_response',
  'no-type': 'good',
  empty: 'upstream_bad_response',
  '204': 'upstream_bad_response',
  null: 'upstream_bad_response',
  array: {
    state: 'upstream_bad_response',
    list: 'upstream_bad_response',
    // Accepted: an empty array is one of the forms that notifications may have.
    notifications: 'good',
    identity: 'upstream_bad_response',
  },
  string: 'upstream_bad_response',
  malformed: 'upstream_bad_response',
  truncated: 'upstream_bad_response',
  'short-length': 'upstream_bad_response',
  // Ignored: bytes after the announced length are not read.
  'long-length': 'good',
  redirect: 'upstream_bad_response',
  'gzip-bomb': 'upstream_bad_response',
  large: 'upstream_bad_response',
  deep: 'upstream_bad_response',
  wide: 'upstream_bad_response',
  'long-string': 'upstream_bad_response',
  'huge-header': 'upstream_bad_response',
  // List entries name no customer and no merchant: the check happens when the transaction itself is read.
  'wrong-id': {
    state: 'upstream_mismatch',
    list: 'good',
    notifications: 'upstream_mismatch',
    identity: 'upstream_mismatch',
  },
  'wrong-merchant': {
    state: 'upstream_mismatch',
    list: 'good',
    notifications: 'upstream_mismatch',
    identity: 'good',
  },
  'wrong-rid': {
    state: 'upstream_mismatch',
    list: 'good',
    notifications: 'upstream_mismatch',
    identity: 'upstream_mismatch',
  },
  'unknown-members': 'good',
  // Accepted: the last of two values counts, on every screen.
  'duplicate-keys': 'good',
  slicer: 'good',
}

/**
 * Calls for the four reads of a customer that meet the fault, and for the healthy parts of the same customer.
 */
export async function callsFor(stack: Stack, visitor: Visitor, fault: FaultName) {
  const of = await customerOf(stack, `fault-${fault}`)
  const customer = await customerHandleOf(stack, `fault-${fault}`)
  const listless = await customerHandleOf(stack, `fault-list-${fault}`)
  const identity = await identityHandleOf(stack, `fault-${fault}`, identityIdFrom(`faulty|${fault}`))
  const env = 'stage'
  const state = (transaction: TransactionId) =>
    visitor.call(endpoints.showTransaction, { params: { env, transaction }, query: { customer } })
  return {
    faulty: {
      state: () => state(of.transaction(0)),
      list: () => visitor.call(endpoints.listCustomerTransactions, { params: { env, customer: listless } }),
      notifications: () =>
        visitor.call(endpoints.listSentNotifications, {
          params: { env, transaction: of.transaction(1) },
        }),
      identity: () => visitor.call(endpoints.showIdentity, { params: { env, identity } }),
    },
    healthy: [
      () => visitor.call(endpoints.showCustomer, { params: { env, customer: listless } }),
      () => visitor.call(endpoints.listCustomerTransactions, { params: { env, customer } }),
      () => state(of.transaction(1)),
      () =>
        visitor.call(endpoints.listSentNotifications, {
          params: { env, transaction: of.transaction(2) },
        }),
    ],
  }
}

/** Measures a call in ms: by the clock, and without the time in which this process got no processor. */
export async function measureCall(work: () => Promise<Answer>) {
  const begun = performance.now()
  const { value: answer, ownMs } = await measureOwnTime(work)
  return { answer, ms: performance.now() - begun, ownMs }
}

/** Expected outcome of a fault for one read. */
export function expectedOutcomeOf(fault: FaultName, read: ReadKind): ReadOutcome {
  const all = ends[fault]
  return typeof all === 'string' ? all : all[read]
}
