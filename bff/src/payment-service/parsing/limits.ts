/**
 * Reads of the interface (endpoints 2 to 5) and files of documents. Circuit breaker, Retry-After back-off and
 * retry budget are per operation.
 */
export const serviceOperations = ['state', 'list', 'notifications', 'identity', 'document'] as const
export type ServiceOperation = (typeof serviceOperations)[number]

/** Bulkhead lanes: a lane that is stuck leaves the other lanes their sockets. */
export const bulkheadLanes = ['transaction', 'identity', 'documents', 'background'] as const
export type BulkheadLane = (typeof bulkheadLanes)[number]

/** Limits of the client of the payment service. Times in ms, sizes in bytes of the body as received. */
export type UpstreamLimits = {
  readonly connectMs: number
  /** Time limit from the start of an attempt to the status line, connecting included. */
  readonly firstByteMs: number
  /** Time limit for one call with all its attempts and waits, except for files. */
  readonly totalMs: number
  readonly headerBytes: number
  readonly bodyBytes: number
  readonly listBodyBytes: number
  /** Size limit and time limit for a file of a document. */
  readonly documentBytes: number
  readonly documentMs: number
  /**
   * Limit for the elements of one array in a record or a list of notifications: presenting more would block
   * the event loop.
   */
  readonly recordElements: number
  /** Size limit for error bodies, which are read for their `code` only. */
  readonly errorBodyBytes: number
  readonly json: JsonLimits
  /** Idle time after which Paydesk closes a socket. */
  readonly keepAliveMs: number
  readonly slots: Readonly<Record<BulkheadLane, number>>
  /** Number of calls per lane that may wait for a slot. */
  readonly waiting: number
  readonly retry: {
    readonly minMs: number
    readonly maxMs: number
    readonly budgetShare: number
    /** Retries that are always allowed per window, so that a single user still gets one. */
    readonly budgetFloor: number
    readonly windowMs: number
  }
  readonly breaker: {
    readonly share: number
    readonly minimum: number
    readonly windowMs: number
    readonly openMs: number
    /**
     * Time without any success before the circuit opens: a payment service that is only unstable is not cut
     * off.
     */
    readonly quietMs: number
  }
  readonly hold: {
    /** Longest Retry-After that is waited for inline, once. */
    readonly inlineMs: number
    readonly maxMs: number
    /** Interval per request while the payment service answers 429. */
    readonly spacingMs: number
  }
  readonly memory: { readonly entries: number; readonly ms: number }
  /** Cache of the parsed values of records that come again unchanged. */
  readonly lastBodies: { readonly entries: number; readonly ms: number }
}

export type JsonLimits = {
  readonly depth: number
  readonly members: number
  readonly elements: number
  /** Bytes of one string as written, escapes included. */
  readonly stringBytes: number
  readonly numberBytes: number
  /** Number of values of all kinds in one body: bounds the time of one parse. */
  readonly values: number
}

/** Default limits as promised in the operator's guide; tests and operators override single values. */
export const defaultUpstreamLimits: UpstreamLimits = {
  connectMs: 1_000,
  firstByteMs: 3_000,
  totalMs: 8_000,
  headerBytes: 16_384,
  bodyBytes: 1_048_576,
  listBodyBytes: 4_194_304,
  documentBytes: 20_971_520,
  documentMs: 30_000,
  recordElements: 1_000,
  errorBodyBytes: 16_384,
  json: {
    depth: 32,
    members: 2_000,
    elements: 20_000,
    stringBytes: 65_536,
    numberBytes: 1_024,
    values: 200_000,
  },
  keepAliveMs: 4_000,
  slots: { transaction: 8, identity: 4, documents: 2, background: 2 },
  waiting: 64,
  retry: { minMs: 50, maxMs: 250, budgetShare: 0.1, budgetFloor: 5, windowMs: 10_000 },
  breaker: { share: 0.5, minimum: 20, windowMs: 10_000, openMs: 5_000, quietMs: 2_500 },
  hold: { inlineMs: 2_000, maxMs: 60_000, spacingMs: 5_000 },
  memory: { entries: 2_000, ms: 30_000 },
  lastBodies: { entries: 1_000, ms: 30_000 },
}

/** Sources of time and randomness, so that tests can control both. */
export type UpstreamClock = {
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
  /** Milliseconds since 1970, for times shown to people. */
  readonly wall: () => number
  /** Random number from 0 to 1. */
  readonly random: () => number
}

export const systemClock: UpstreamClock = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  random: () => Math.random(),
}

/** Builds a record with one value per key of a closed list. */
export function buildKeyedRecord<Key extends string, T>(
  keys: readonly Key[],
  make: (key: Key) => T,
): Readonly<Record<Key, T>>
export function buildKeyedRecord<T>(
  keys: readonly string[],
  make: (key: string) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(keys.map((key) => [key, make(key)]))
}
