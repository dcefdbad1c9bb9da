import type { IdentityId, MerchantId, Rid, TransactionId } from '@paydesk/shared/core/ids'
import { parseTransactionState as stateOf } from '@paydesk/shared/core/state'
import { unwrapOperationalText } from '../platform/access/guarded.ts'
import { type DocumentLocation, defaultDocumentPaths } from './parsing/document-location.ts'
import type { JsonValue } from './parsing/json.ts'
import {
  defaultUpstreamLimits,
  systemClock,
  type UpstreamClock,
  type UpstreamLimits,
} from './parsing/limits.ts'
import { parseServiceBaseAddress } from './parsing/path.ts'
import type { IdentityRecord, NotificationList, ParsedTransactionList, StateRecord } from './parsing/wire.ts'
import {
  createServiceCaller,
  createServiceFailure,
  type ServiceCaller,
  type ServiceReadOptions,
  type UpstreamEnvironment,
  type UpstreamLogEntry,
} from './transport/call.ts'
import type { CallHistory } from './transport/call-history.ts'
import {
  checkCustomerTransactionListBody,
  checkIdentityDocumentsBody,
  checkIdentityRecordBody,
  checkNotificationListBody,
  checkStateRecordBody,
  type IdentityDocuments,
} from './transport/check-body.ts'
import type { ServiceHealth } from './transport/health.ts'
import { type ReceivedDocumentFile, readJsonBody } from './transport/http-read-client.ts'
import { createExpiringCache, createLastGoodBodyCache } from './transport/last-good-body.ts'
import type { ServiceOutcome } from './transport/outcome.ts'

/** Reads of the interface. Each call resolves within `totalMs`; callers share the returned values. */
export type PaymentService = {
  /**
   * Reads a state record (interface, endpoint 2). A final state is cached for `memory.ms` and then has `from:
   * 'memory'`. `alone`: sends a request of its own after the call, neither cached nor joined to a read in
   * flight.
   */
  readonly readState: (
    transaction: TransactionId,
    options: ServiceReadOptions & { readonly alone?: boolean },
  ) => Promise<ServiceOutcome<StateRecord>>
  /**
   * Reads a state record before anybody opens it: the body as received, to be encrypted, and the record, to be
   * checked and forgotten. Nothing is cached. Null if a cached final state would answer anyway.
   */
  readonly readStateAhead: (
    transaction: TransactionId,
    options: ServiceReadOptions,
  ) => Promise<ServiceOutcome<{ readonly record: StateRecord; readonly bytes: Uint8Array }> | null>
  /** Reads a body of `readStateAhead` that arrived at `at`, as if the body came now. */
  readonly openState: (
    transaction: TransactionId,
    body: { readonly bytes: Uint8Array; readonly at: string },
  ) => ServiceOutcome<StateRecord>
  /**
   * Lists a customer's transactions (interface, endpoint 3). For a customer without transactions the payment
   * service decides: an empty list, or not found.
   */
  readonly listTransactionsOfCustomer: (
    merchant: MerchantId,
    rid: Rid,
    options: ServiceReadOptions,
  ) => Promise<ServiceOutcome<ParsedTransactionList>>
  /** Lists the notifications of a transaction (interface, endpoint 4). */
  readonly listNotifications: (
    transaction: TransactionId,
    options: ServiceReadOptions,
  ) => Promise<ServiceOutcome<NotificationList>>
  /** Reads an identity record (interface, endpoint 5). */
  readonly readIdentity: (
    identity: IdentityId,
    options: ServiceReadOptions,
  ) => Promise<ServiceOutcome<IdentityRecord>>
  /** Reads an identity record with the elements of its documents (interface, endpoint 5). */
  readonly readDocuments: (
    identity: IdentityId,
    options: ServiceReadOptions,
  ) => Promise<ServiceOutcome<IdentityDocuments>>
  /**
   * Downloads a file of a document within `documentMs`, always from the payment service. A file of more than
   * `documentBytes` is `failed` with cause `too_large`. The bytes belong to the caller.
   */
  readonly readDocument: (
    address: Extract<DocumentLocation, { where: 'here' }>,
    options: ServiceReadOptions,
  ) => Promise<ServiceOutcome<ReceivedDocumentFile>>
  readonly health: () => ServiceHealth
  /** Calls of the 24 hours before `now` (ms since 1970), as this process made them. */
  readonly callHistory: (now: number) => CallHistory
  /** Aborts the requests in flight; later calls end as `upstream_unreachable`. */
  readonly close: () => Promise<void>
}

export type PaymentServiceOptions = {
  readonly environment: UpstreamEnvironment
  readonly limits?: UpstreamLimits
  readonly clock?: UpstreamClock
  readonly log?: (entry: UpstreamLogEntry) => void
}

/**
 * Creates the client of the payment service for one environment. Throws on a base address or credentials that
 * cannot be sent, without repeating them in the message.
 */
export function createPaymentService(options: PaymentServiceOptions): PaymentService {
  const { environment, limits = defaultUpstreamLimits, clock = systemClock, log = () => {} } = options
  const { call, fetchFile, health, callHistory, close } = createServiceCaller(environment, limits, clock, log)
  return {
    ...createReads(call, limits, clock, environment.merchantIds),
    readDocuments: createDocumentsRead(call, limits, environment),
    readDocument: ({ path }, options) => fetchFile(path, options),
    health,
    callHistory,
    close,
  }
}

function createReads(
  call: ServiceCaller['call'],
  limits: UpstreamLimits,
  clock: UpstreamClock,
  merchants: readonly MerchantId[],
): Pick<
  PaymentService,
  | 'readState'
  | 'readStateAhead'
  | 'openState'
  | 'listTransactionsOfCustomer'
  | 'listNotifications'
  | 'readIdentity'
> {
  const finals = createExpiringCache<ServiceOutcome<StateRecord>>(limits.memory, clock.monotonic)
  const states = createSingleFlight<ServiceOutcome<StateRecord>>()
  const lastOf = createLastGoodBodyCache<StateRecord>(limits.lastBodies, clock.monotonic)
  const lists = createSingleFlight<ServiceOutcome<ParsedTransactionList>>()
  const notifications = createSingleFlight<ServiceOutcome<NotificationList>>()
  const identities = createSingleFlight<ServiceOutcome<IdentityRecord>>()
  const small = {
    lane: 'transaction',
    maxBytes: limits.bodyBytes,
    maxElements: limits.recordElements,
  } as const

  const checkState = (transaction: TransactionId) => (body: JsonValue) =>
    checkStateRecordBody(body, transaction, merchants)
  const stateSegments = (transaction: TransactionId) => ['v1', 'authorization', transaction]
  return {
    readState: async (transaction, options) => {
      const serviceOutcome = options.fresh || options.alone ? undefined : finals.get(transaction)
      if (serviceOutcome !== undefined) return serviceOutcome
      const read = async () => {
        const segments = stateSegments(transaction)
        const reading = { check: checkState(transaction), last: lastOf(transaction) }
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
        } else if (outcome.outcome !== 'failed') finals.delete(transaction)
        return outcome
      }
      return options.alone ? read() : states(buildFlightKey(transaction, options), read)
    },
    readStateAhead: async (transaction, options) => {
      if (finals.has(transaction)) return null
      const check = (body: JsonValue, bytes: Uint8Array) => {
        const checked = checkState(transaction)(body)
        return checked.kind === 'good' ? { ...checked, value: { record: checked.value, bytes } } : checked
      }
      const segments = stateSegments(transaction)
      return call({ ...small, operation: 'state', segments, check, options, transaction })
    },
    openState: (transaction, { bytes, at }) => {
      const reading = { check: checkState(transaction), last: lastOf(transaction) }
      const read = readJsonBody(bytes, reading, { ...limits.json, elements: limits.recordElements })
      const checked = read.ok ? read.value : read.fault
      return checked.kind === 'fault'
        ? createServiceFailure(checked)
        : { outcome: 'found', value: checked.value, reading: { at, from: 'service' } }
    },
    listTransactionsOfCustomer: async (merchant, rid, options) => {
      if (!merchants.includes(merchant)) throw new Error('merchant of another environment')
      return lists(buildFlightKey(`${merchant}/${rid}`, options), () => {
        const segments = ['v1', 'transaction', 'states', merchant, rid]
        return call({
          ...small,
          maxBytes: limits.listBodyBytes,
          maxElements: limits.json.elements,
          operation: 'list',
          segments,
          check: checkCustomerTransactionListBody,
          options,
        })
      })
    },
    listNotifications: async (transaction, options) =>
      notifications(buildFlightKey(transaction, options), () => {
        const segments = ['v1', 'transaction', transaction, 'notifications']
        const check = (body: JsonValue) => checkNotificationListBody(body, transaction, merchants)
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
      identities(buildFlightKey(identity, options), () => {
        const segments = ['v1', 'identity', identity]
        const check = (body: JsonValue) => checkIdentityRecordBody(body, identity)
        return call({ ...small, lane: 'identity', operation: 'identity', segments, check, options })
      }),
  }
}

function createDocumentsRead(
  call: ServiceCaller['call'],
  limits: UpstreamLimits,
  { baseUrl, documentPaths = defaultDocumentPaths }: UpstreamEnvironment,
): PaymentService['readDocuments'] {
  const places = { base: parseServiceBaseAddress(baseUrl), paths: documentPaths }
  return (identity, options) =>
    call({
      operation: 'identity',
      lane: 'identity',
      segments: ['v1', 'identity', identity],
      maxBytes: limits.bodyBytes,
      maxElements: limits.json.elements,
      check: (body: JsonValue) => checkIdentityDocumentsBody(body, identity, places),
      options,
    })
}

/**
 * Builds the single-flight key. Background and interactive reads have different keys, because a user must not
 * wait for a read that queues in the background.
 */
function buildFlightKey(id: string, { lane }: ServiceReadOptions): string {
  return lane === undefined ? id : `${lane}/${id}`
}

function isFinal(record: StateRecord): boolean {
  return stateOf(unwrapOperationalText(record.state) ?? '').final
}

/** Single flight: callers with the same key share the result of the run in flight. */
function createSingleFlight<T>(): (key: string, start: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, start) => {
    const running = underWay.get(key)
    if (running !== undefined) return running
    const mine = start().finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return mine
  }
}
