import type { MerchantId, Reference, TransactionId } from '@paydesk/shared/ids'
import type { Checked } from './checked.ts'
import type { Fault } from './fault.ts'
import { createHealth, type ServiceHealth } from './health.ts'
import { createHttpCore, type HttpAnswer } from './http-core.ts'
import type { JsonValue } from './json.ts'
import type { Lane, Operation, UpstreamClock, UpstreamLimits } from './limits.ts'
import type { Failed, Outcome } from './outcome.ts'
import { readBaseAddress } from './path.ts'
import { createPolicy } from './policy.ts'

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
  /** Work that nobody waits for: it takes the background lane and is merged with its like only. */
  readonly lane?: 'background'
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

export type Call<T> = {
  readonly operation: Operation
  readonly lane: Lane
  readonly segments: readonly string[]
  readonly maxBytes: number
  readonly maxElements?: number
  readonly check: (body: JsonValue) => Checked<T>
  readonly options: ReadOptions
  readonly transaction?: TransactionId
}

export type Caller = {
  readonly call: <T>(spec: Call<T>) => Promise<Outcome<T>>
  readonly health: () => ServiceHealth
  readonly close: () => Promise<void>
}

/** Makes calls under the policy, checks what came, and keeps log and health. */
export function createCaller(
  environment: UpstreamEnvironment,
  limits: UpstreamLimits,
  clock: UpstreamClock,
  log: (entry: UpstreamLogEntry) => void,
): Caller {
  const { name, clientName, token } = environment
  const policy = createPolicy(limits, clock, (operation, state) =>
    log({ event: 'upstream.breaker', environment: name, operation, code: state }),
  )
  const health = createHealth(name, policy, clock)
  const core = createHttpCore({
    base: readBaseAddress(environment.baseUrl),
    clientName,
    token,
    limits,
    clock,
    onDate: health.noteDate,
  })

  const call = async <T>(spec: Call<T>): Promise<Outcome<T>> => {
    const {
      operation,
      segments,
      maxBytes,
      maxElements,
      options: { reference, lane = spec.lane },
      transaction,
    } = spec
    const begun = clock.monotonic()
    const { answer, tries } = await policy.run(operation, lane, (deadline, again) =>
      core.getJson({
        segments,
        maxBytes,
        ...(maxElements === undefined ? {} : { maxElements }),
        reference,
        deadline,
        again,
      }),
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
      // What the service does not know may be anything that somebody typed into the box.
      ...(transaction && outcome.outcome === 'found' ? { transaction } : {}),
    })
    return outcome
  }

  return { call, health: health.read, close: core.close }
}

function toOutcome<T>(answer: HttpAnswer<JsonValue>, check: (body: JsonValue) => Checked<T>): Outcome<T> {
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
