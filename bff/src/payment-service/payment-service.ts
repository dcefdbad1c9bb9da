import type { IdentityId, MerchantId, Rid, TransactionId } from '@paydesk/shared/core/ids'
import { readState as stateOf } from '@paydesk/shared/core/state'
import { openOperational } from '../platform/access/guarded.ts'
import type { DocumentAddress } from './parsing/document-address.ts'
import type { JsonValue } from './parsing/json.ts'
import { defaultLimits, systemClock, type UpstreamClock, type UpstreamLimits } from './parsing/limits.ts'
import { readBaseAddress } from './parsing/path.ts'
import type { CustomerList, IdentityRecord, NotificationList, StateRecord } from './parsing/wire.ts'
import { createMerge } from './single-flight.ts'
import {
  type Caller,
  createCaller,
  type ReadOptions,
  type UpstreamEnvironment,
  type UpstreamLogEntry,
} from './transport/call.ts'
import {
  checkedDocuments,
  checkedIdentity,
  checkedList,
  checkedNotifications,
  checkedState,
  type IdentityDocuments,
} from './transport/checked.ts'
import type { ServiceHealth } from './transport/health.ts'
import type { File } from './transport/http-core.ts'
import { createLastBodies } from './transport/last-good-body.ts'
import type { Outcome } from './transport/outcome.ts'
import { createMemory } from './transport/ttl-cache.ts'

/** The reads of the interface. Each resolves within `totalMs`; values are shared between callers. */
export type PaymentService = {
  /**
   * Endpoint 2. A final state is kept for `memory.ms` and then says `from: 'memory'`. `alone`: a request
   * of its own that begins after the call, neither from memory nor joined to a read under way.
   */
  readonly readState: (
    transaction: TransactionId,
    options: ReadOptions & { readonly alone?: boolean },
  ) => Promise<Outcome<StateRecord>>
  /** Endpoint 3. A customer without transactions is found with no entries, or not found: as the service says. */
  readonly listTransactions: (
    merchant: MerchantId,
    rid: Rid,
    options: ReadOptions,
  ) => Promise<Outcome<CustomerList>>
  /** Endpoint 4. */
  readonly listNotifications: (
    transaction: TransactionId,
    options: ReadOptions,
  ) => Promise<Outcome<NotificationList>>
  /** Endpoint 5. */
  readonly readIdentity: (identity: IdentityId, options: ReadOptions) => Promise<Outcome<IdentityRecord>>
  /** Endpoint 5 with what it says of documents. */
  readonly readDocuments: (identity: IdentityId, options: ReadOptions) => Promise<Outcome<IdentityDocuments>>
  /**
   * A file of a document, whole: within `documentMs`, at most `documentBytes` (`failed` with the cause
   * `too_large`), each time from the service. The bytes are the caller's own.
   */
  readonly readDocument: (
    address: Extract<DocumentAddress, { where: 'here' }>,
    options: ReadOptions,
  ) => Promise<Outcome<File>>
  readonly health: () => ServiceHealth
  /** Cuts what is under way; calls after it end as `upstream_unreachable`. */
  readonly close: () => Promise<void>
}

export type PaymentServiceOptions = {
  readonly environment: UpstreamEnvironment
  readonly limits?: UpstreamLimits
  readonly clock?: UpstreamClock
  readonly log?: (entry: UpstreamLogEntry) => void
}

/**
 * The door to the payment service of one environment. Throws on a base address or credentials that
 * cannot be sent, without repeating them.
 */
export function createPaymentService(options: PaymentServiceOptions): PaymentService {
  const { environment, limits = defaultLimits, clock = systemClock, log = () => {} } = options
  const { call, fetchFile, health, close } = createCaller(environment, limits, clock, log)
  return {
    ...reads(call, limits, clock, environment.merchantIds),
    readDocuments: documentsOf(call, limits, environment.baseUrl),
    readDocument: ({ path }, options) => fetchFile(path, options),
    health,
    close,
  }
}

function reads(
  call: Caller['call'],
  limits: UpstreamLimits,
  clock: UpstreamClock,
  merchants: readonly MerchantId[],
): Pick<PaymentService, 'readState' | 'listTransactions' | 'listNotifications' | 'readIdentity'> {
  const finals = createMemory<Outcome<StateRecord>>(limits.memory, clock.monotonic)
  const states = createMerge<Outcome<StateRecord>>()
  const lastOf = createLastBodies<StateRecord>(limits.lastBodies, clock.monotonic)
  const lists = createMerge<Outcome<CustomerList>>()
  const notifications = createMerge<Outcome<NotificationList>>()
  const identities = createMerge<Outcome<IdentityRecord>>()
  const small = {
    lane: 'transaction',
    maxBytes: limits.bodyBytes,
    maxElements: limits.recordElements,
  } as const

  return {
    readState: async (transaction, options) => {
      const kept = options.fresh || options.alone ? undefined : finals.get(transaction)
      if (kept !== undefined) return kept
      const read = async () => {
        const segments = ['v1', 'authorization', transaction]
        const check = (body: JsonValue) => checkedState(body, transaction, merchants)
        const reading = { check, last: lastOf(transaction) }
        const outcome = await call({
          ...small,
          operation: 'state',
          segments,
          ...reading,
          options,
          transaction,
        })
        if (outcome.outcome === 'found' && isFinal(outcome.value)) {
          finals.set(transaction, { ...outcome, reading: { ...outcome.reading, from: 'memory' } })
        } else if (outcome.outcome !== 'failed') finals.drop(transaction)
        return outcome
      }
      return options.alone ? read() : states(mergeKey(transaction, options), read)
    },
    listTransactions: async (merchant, rid, options) => {
      if (!merchants.includes(merchant)) throw new Error('merchant of another environment')
      return lists(mergeKey(`${merchant}/${rid}`, options), () => {
        const segments = ['v1', 'transaction', 'states', merchant, rid]
        return call({
          ...small,
          maxBytes: limits.listBodyBytes,
          maxElements: limits.json.elements,
          operation: 'list',
          segments,
          check: checkedList,
          options,
        })
      })
    },
    listNotifications: async (transaction, options) =>
      notifications(mergeKey(transaction, options), () => {
        const segments = ['v1', 'transaction', transaction, 'notifications']
        const check = (body: JsonValue) => checkedNotifications(body, transaction, merchants)
        return call({
          ...small,
          operation: 'notifications',
          segments,
          check,
          options,
          transaction,
        })
      }),
    readIdentity: async (identity, options) =>
      identities(mergeKey(identity, options), () => {
        const segments = ['v1', 'identity', identity]
        const check = (body: JsonValue) => checkedIdentity(body, identity)
        return call({ ...small, lane: 'identity', operation: 'identity', segments, check, options })
      }),
  }
}

function documentsOf(
  call: Caller['call'],
  limits: UpstreamLimits,
  baseUrl: string,
): PaymentService['readDocuments'] {
  const base = readBaseAddress(baseUrl)
  return (identity, options) =>
    call({
      operation: 'identity',
      lane: 'identity',
      segments: ['v1', 'identity', identity],
      maxBytes: limits.bodyBytes,
      maxElements: limits.json.elements,
      check: (body: JsonValue) => checkedDocuments(body, identity, base),
      options,
    })
}

/** A person must not wait for a read that queues in the background, so the two are never merged. */
function mergeKey(id: string, { lane }: ReadOptions): string {
  return lane === undefined ? id : `${lane}/${id}`
}

function isFinal(record: StateRecord): boolean {
  return stateOf(openOperational(record.state) ?? '').final
}
