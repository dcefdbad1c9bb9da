/**
 * The reads that the interface offers (endpoints 2 to 5), and files of documents; breaker, hold and retry
 * budget are per read.
 */
export const serviceOperations = ['state', 'list', 'notifications', 'identity', 'document'] as const
export type ServiceOperation = (typeof serviceOperations)[number]

/** Bulkheads: a lane that is stuck leaves the others their sockets. */
export const requestLanes = ['transaction', 'identity', 'documents', 'background'] as const
export type RequestLane = (typeof requestLanes)[number]

/** Every number of this door. Times in ms, sizes in bytes of the body as it arrives. */
export type UpstreamLimits = {
  readonly connectMs: number
  /** From the start of a try to the status line, connecting included. */
  readonly firstByteMs: number
  /** One call with all its tries and waits, interactive. */
  readonly totalMs: number
  readonly headerBytes: number
  readonly bodyBytes: number
  readonly listBodyBytes: number
  /** A file of a document, and the time for one. */
  readonly documentBytes: number
  readonly documentMs: number
  /** Elements of one array in a record or a list of notifications: showing more would hold up everybody. */
  readonly recordElements: number
  /** Error bodies are read for their `code` only. */
  readonly errorBodyBytes: number
  readonly json: JsonLimits
  /** Sockets idle for longer are closed on this side. */
  readonly keepAliveMs: number
  readonly slots: Readonly<Record<RequestLane, number>>
  /** Calls that may wait for a slot, per lane. */
  readonly waiting: number
  readonly retry: {
    readonly minMs: number
    readonly maxMs: number
    readonly budgetShare: number
    /** Retries that are always allowed in a window, so that a single person still gets one. */
    readonly budgetFloor: number
    readonly windowMs: number
  }
  readonly breaker: {
    readonly share: number
    readonly minimum: number
    readonly windowMs: number
    readonly openMs: number
    /** A service that flaps is not cut off: it opens only when nothing succeeded for this long. */
    readonly quietMs: number
  }
  readonly hold: {
    /** A Retry-After up to this is waited for inline, once. */
    readonly inlineMs: number
    readonly maxMs: number
    /** At most one request per this time while the service says 429. */
    readonly spacingMs: number
  }
  readonly memory: { readonly entries: number; readonly ms: number }
  /** Records of which it is remembered what was made of them, while they come again unchanged. */
  readonly lastBodies: { readonly entries: number; readonly ms: number }
}

export type JsonLimits = {
  readonly depth: number
  readonly members: number
  readonly elements: number
  /** Bytes of one string as written, escapes included. */
  readonly stringBytes: number
  readonly numberBytes: number
  /** Values of all kinds in one body: bounds the time that one parse can take. */
  readonly values: number
}

/** Defaults as promised in the operator's guide; tests and operators override members. */
export const defaultLimits: UpstreamLimits = {
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

/** Time and chance, so that tests can hold both. */
export type UpstreamClock = {
  /** ms, never goes back. */
  readonly monotonic: () => number
  /** ms since 1970, for what people read. */
  readonly wall: () => number
  /** 0 to 1. */
  readonly random: () => number
}

export const systemClock: UpstreamClock = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  random: () => Math.random(),
}

/** One value for each of a closed list of keys. */
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
