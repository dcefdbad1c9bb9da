import type { IdentityId, MerchantId, Reference, Rid, TransactionId } from '@paydesk/shared/ids'
import { readState as stateOf } from '@paydesk/shared/state'
import { openOperational } from '../access/guarded.ts'
import type { BreakerState } from './breaker.ts'
import { type Checked, checkedIdentity, checkedList, checkedNotifications, checkedState } from './checked.ts'
import type { Fault } from './fault.ts'
import { createHealth, type ServiceHealth } from './health.ts'
import { createHttpCore } from './http-core.ts'
import type { JsonValue } from './json.ts'
import {
  defaultLimits,
  type Lane,
  type Operation,
  systemClock,
  type UpstreamClock,
  type UpstreamLimits,
} from './limits.ts'
import { createMemory } from './memory.ts'
import { createMerge } from './merge.ts'
import type { Failed, Outcome } from './outcome.ts'
import { readBaseAddress } from './path.ts'
import { createPolicy } from './policy.ts'
import type { CustomerList, IdentityRecord, NotificationList, StateRecord } from './wire.ts'

export type UpstreamEnvironment = {
  readonly name: string
  /** May carry a path prefix. */
  readonly baseUrl: string
  readonly clientName: string
  readonly token: string
  readonly merchantIds: readonly MerchantId[]
}

export type ReadOptions = {
  readonly reference: Reference
  /** Past the memory of final states; an equal read already under way is still joined. */
  readonly fresh?: boolean
  /** Work that nobody waits for takes the background lane. */
  readonly background?: boolean
}

/** The reads of the interface. Each resolves within `totalMs`; values are shared between callers. */
export type PaymentService = {
  /** Endpoint 2. A final state is kept for `memory.ms` and then says `from: 'memory'`. */
  readonly readState: (transaction: TransactionId, options: ReadOptions) => Promise<Outcome<StateRecord>>
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
  readonly health: () => ServiceHealth
  /** Cuts what is under way; calls after it end as `upstream_unreachable`. */
  readonly close: () => Promise<void>
}

/** One line per call and per change of a breaker: codes and durations; no address, no body, no RID. */
export type UpstreamLogEntry = {
  readonly event: 'upstream.call' | 'upstream.breaker'
  readonly environment: string
  readonly operation: Operation
  /** `found`, `not_found`, the cause of a failure, or the breaker's new state. */
  readonly code: string
  readonly ms?: number
  readonly tries?: number
  readonly reference?: Reference
  readonly transaction?: TransactionId
}

export type PaymentServiceOptions = {
  readonly environment: UpstreamEnvironment
  readonly limits?: UpstreamLimits
  readonly clock?: UpstreamClock
  readonly log?: (entry: UpstreamLogEntry) => void
}

type Call<T> = {
  readonly operation: Operation
  readonly lane: Lane
  readonly segments: readonly string[]
  readonly maxBytes: number
  readonly check: (body: JsonValue) => Checked<T>
  readonly options: ReadOptions
  readonly transaction?: TransactionId
}

/**
 * The door to the payment service of one environment. Throws on a base address or credentials that
 * cannot be sent, without repeating them.
 */
export function createPaymentService(options: PaymentServiceOptions): PaymentService {
  const { environment, limits = defaultLimits, clock = systemClock, log = () => {} } = options
  const { name, clientName, token, merchantIds } = environment
  const core = createHttpCore({
    base: readBaseAddress(environment.baseUrl),
    clientName,
    token,
    limits,
    clock,
  })
  const policy = createPolicy(limits, clock, (operation: Operation, state: BreakerState) =>
    log({ event: 'upstream.breaker', environment: name, operation, code: state }),
  )
  const health = createHealth(name, policy, clock.wall)

  const call = async <T>(spec: Call<T>): Promise<Outcome<T>> => {
    const {
      operation,
      segments,
      maxBytes,
      options: { reference, background },
      transaction,
    } = spec
    const begun = clock.monotonic()
    const { answer, tries } = await policy.run(
      operation,
      background ? 'background' : spec.lane,
      (deadline, again) => core.getJson({ segments, maxBytes, reference, deadline, again }),
    )
    const outcome = toOutcome(answer, spec.check)
    if (tries > 0) health.note(operation, outcome)
    const code = outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
    const ms = Math.round(clock.monotonic() - begun)
    log({
      event: 'upstream.call',
      environment: name,
      operation,
      code,
      ms,
      tries,
      reference,
      ...(transaction ? { transaction } : {}),
    })
    return outcome
  }

  return { ...reads(call, limits, clock, merchantIds), health: health.read, close: core.close }
}

function reads(
  call: <T>(spec: Call<T>) => Promise<Outcome<T>>,
  limits: UpstreamLimits,
  clock: UpstreamClock,
  merchants: readonly MerchantId[],
): Pick<PaymentService, 'readState' | 'listTransactions' | 'listNotifications' | 'readIdentity'> {
  const finals = createMemory<Outcome<StateRecord>>(limits.memory, clock.monotonic)
  const states = createMerge<Outcome<StateRecord>>()
  const lists = createMerge<Outcome<CustomerList>>()
  const notifications = createMerge<Outcome<NotificationList>>()
  const identities = createMerge<Outcome<IdentityRecord>>()
  const small = { lane: 'transaction', maxBytes: limits.bodyBytes } as const

  return {
    readState: async (transaction, options) => {
      const kept = options.fresh ? undefined : finals.get(transaction)
      if (kept !== undefined) return kept
      return states(transaction, async () => {
        const segments = ['v1', 'authorization', transaction]
        const check = (body: JsonValue) => checkedState(body, transaction, merchants)
        const outcome = await call({ ...small, operation: 'state', segments, check, options, transaction })
        if (outcome.outcome === 'found' && isFinal(outcome.value)) {
          finals.set(transaction, { ...outcome, reading: { ...outcome.reading, from: 'memory' } })
        } else if (outcome.outcome !== 'failed') finals.drop(transaction)
        return outcome
      })
    },
    listTransactions: async (merchant, rid, options) => {
      if (!merchants.includes(merchant)) throw new Error('merchant of another environment')
      return lists(`${merchant}/${rid}`, () => {
        const segments = ['v1', 'transaction', 'states', merchant, rid]
        return call({
          ...small,
          maxBytes: limits.listBodyBytes,
          operation: 'list',
          segments,
          check: checkedList,
          options,
        })
      })
    },
    listNotifications: async (transaction, options) =>
      notifications(transaction, () => {
        const segments = ['v1', 'transaction', transaction, 'notifications']
        return call({
          ...small,
          operation: 'notifications',
          segments,
          check: checkedNotifications,
          options,
          transaction,
        })
      }),
    readIdentity: async (identity, options) =>
      identities(identity, () => {
        const segments = ['v1', 'identity', identity]
        const check = (body: JsonValue) => checkedIdentity(body, identity)
        return call({ ...small, lane: 'identity', operation: 'identity', segments, check, options })
      }),
  }
}

function isFinal(record: StateRecord): boolean {
  return stateOf(openOperational(record.state) ?? '').final
}

type Answer = Awaited<ReturnType<ReturnType<typeof createHttpCore>['getJson']>>

function toOutcome<T>(answer: Answer, check: (body: JsonValue) => Checked<T>): Outcome<T> {
  if (answer.kind === 'not_found') return { outcome: 'not_found' }
  if (answer.kind === 'fault') return failed(answer)
  const checked = check(answer.value)
  if (checked.kind === 'fault') return failed(checked)
  const at = new Date(answer.arrived).toISOString()
  return { outcome: 'found', value: checked.value, reading: { at, from: 'service' } }
}

function failed({ problem, cause, waitMs, upstreamCode }: Fault): Failed {
  return {
    outcome: 'failed',
    problem,
    cause,
    ...(waitMs === undefined ? {} : { retryAfter: Math.min(60, Math.max(1, Math.ceil(waitMs / 1_000))) }),
    ...(upstreamCode === undefined ? {} : { upstreamCode }),
  }
}
