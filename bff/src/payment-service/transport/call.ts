import type { MerchantId, SupportReference, TransactionId } from '@paydesk/shared/core/ids'
import type { CallSpanStarter } from '../../platform/runtime/trace-context.ts'
import type { DocumentPath } from '../parsing/document-location.ts'
import type { BulkheadLane, ServiceOperation, UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import { parseServiceBaseAddress } from '../parsing/path.ts'
import type { CallHistory } from './call-history.ts'
import { createServiceCallPolicy } from './call-policy.ts'
import type { CheckedResponseBody } from './check-body.ts'
import type { UpstreamFault } from './fault.ts'
import { createHealthRecorder, type ServiceHealth } from './health.ts'
import {
  createHttpReadClient,
  type HttpAnswer,
  type JsonResponseCheck,
  type ReceivedDocumentFile,
} from './http-read-client.ts'
import type { ServiceCallAttempt } from './operation-guard.ts'
import type { ServiceFailure, ServiceOutcome } from './outcome.ts'

export type UpstreamEnvironment = {
  readonly name: string
  /** Base URL of the payment service; may carry a path prefix. */
  readonly baseUrl: string
  readonly clientName: string
  readonly token: string
  readonly merchantIds: readonly MerchantId[]
  /** Places below the base address at which documents may be fetched; a default applies if absent. */
  readonly documentPaths?: readonly DocumentPath[]
  /** Begins the span of an attempt that belongs to the trace of a request. */
  readonly beginCallSpan?: CallSpanStarter
}

/** Opaque text of who reads with which rights, and the session's name in lists. */
export type ReadAheadBinding = { readonly key: string; readonly session: string }

export type ServiceReadOptions = {
  readonly reference: SupportReference
  /** Bypasses the cache of final states; an equal read already in flight is still joined. */
  readonly fresh?: boolean
  /**
   * Selects the background lane for a read that no user waits for; single flight joins it only with
   * background reads.
   */
  readonly lane?: 'background'
  /** Set if a person opens the record: an answer that was read ahead for the same binding is then used, once. */
  readonly binding?: ReadAheadBinding
}

/**
 * Log entry per call and per state change of a circuit breaker: codes and durations; no address, no body, no
 * RID.
 */
export type UpstreamLogEntry = {
  readonly event: 'upstream.call' | 'upstream.breaker'
  readonly environment: string
  readonly operation: ServiceOperation
  /**
   * Code of the entry: `found`, `not_found`, the cause of a failure, or the new state of the circuit breaker.
   */
  readonly code: string
  readonly ms?: number
  readonly tries?: number
  readonly reference?: SupportReference
  readonly transaction?: TransactionId
}

type CallContext = {
  readonly operation: ServiceOperation
  readonly lane: BulkheadLane
  readonly options: ServiceReadOptions
  readonly transaction?: TransactionId
}

export type ServiceCall<T> = CallContext & {
  readonly segments: readonly string[]
  readonly maxBytes: number
  readonly maxElements?: number
} & JsonResponseCheck<T>

export type ServiceCaller = {
  readonly call: <T>(spec: ServiceCall<T>) => Promise<ServiceOutcome<T>>
  /** Fetches the file of a document. `path` must come from `classifyDocumentUrl`. */
  readonly fetchFile: (
    path: string,
    options: ServiceReadOptions,
  ) => Promise<ServiceOutcome<ReceivedDocumentFile>>
  readonly health: () => ServiceHealth
  readonly callHistory: (now: number) => CallHistory
  readonly close: () => Promise<void>
}

/** Makes calls under the call policy, checks the answers, and records log entries and health. */
export function createServiceCaller(
  environment: UpstreamEnvironment,
  limits: UpstreamLimits,
  clock: UpstreamClock,
  log: (entry: UpstreamLogEntry) => void,
): ServiceCaller {
  const { name, clientName, token } = environment
  const policy = createServiceCallPolicy(limits, clock, (operation, state) =>
    log({ event: 'upstream.breaker', environment: name, operation, code: state }),
  )
  const health = createHealthRecorder(name, policy, clock)
  const core = createHttpReadClient({
    base: parseServiceBaseAddress(environment.baseUrl),
    clientName,
    token,
    limits,
    clock,
    onDate: health.noteDate,
    beginCallSpan: environment.beginCallSpan,
  })

  const told = async <T>(
    { operation, transaction, id, ...spec }: CallContext & { readonly id: string },
    work: ServiceCallAttempt<CheckedResponseBody<T>>,
  ): Promise<ServiceOutcome<T>> => {
    const { reference, lane = spec.lane } = spec.options
    const begun = clock.monotonic()
    const { answer, tries } = await policy.run({ operation, lane, id }, work)
    const outcome = toOutcome(answer)
    const ms = Math.round(clock.monotonic() - begun)
    if (tries > 0) health.note(operation, outcome, ms)
    const code = outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
    log({
      event: 'upstream.call',
      environment: name,
      operation,
      code,
      ms,
      tries,
      reference,
      // Log the id only if found: an unknown id may be any text that a user typed into the search box.
      ...(transaction && outcome.outcome === 'found' ? { transaction } : {}),
    })
    return outcome
  }

  const call = <T>(spec: ServiceCall<T>): Promise<ServiceOutcome<T>> => {
    const { segments, maxBytes, maxElements, options } = spec
    const { reference } = options
    const { operation } = spec
    const limit = maxElements === undefined ? {} : { maxElements }
    const asked = { operation, segments, maxBytes, ...limit, reference }
    return told({ ...spec, id: segments.join('/') }, (deadline, again) =>
      core.getJson({ ...asked, deadline, again }, spec),
    )
  }

  const fetchFile: ServiceCaller['fetchFile'] = (path, options) => {
    const { reference } = options
    const asked = { operation: 'document', path, maxBytes: limits.documentBytes, reference } as const
    return told({ operation: 'document', lane: 'documents', options, id: path }, async (deadline, again) => {
      const got = await core.getFile({ ...asked, deadline, again })
      return got.kind === 'answer' ? { ...got, value: { kind: 'good', value: got.value } } : got
    })
  }

  return { call, fetchFile, health: health.read, callHistory: health.readHistory, close: core.close }
}

function toOutcome<T>(answer: HttpAnswer<CheckedResponseBody<T>>): ServiceOutcome<T> {
  if (answer.kind === 'not_found')
    return answer.isForeign ? { outcome: 'not_found', isForeign: true } : { outcome: 'not_found' }
  if (answer.kind === 'fault') return createServiceFailure(answer)
  const { value: checked } = answer
  if (checked.kind === 'fault') return createServiceFailure(checked)
  const at = new Date(answer.arrived).toISOString()
  return { outcome: 'found', value: checked.value, reading: { at, from: 'service' } }
}

/** Converts a fault to the result of a call: the wait is rounded up to whole seconds, from 1 to 60. */
export function createServiceFailure({
  problem,
  cause,
  waitMs,
  upstreamCode,
}: UpstreamFault): ServiceFailure {
  return {
    outcome: 'failed',
    problem,
    cause,
    ...(waitMs === undefined ? {} : { retryAfter: Math.min(60, Math.max(1, Math.ceil(waitMs / 1_000))) }),
    ...(upstreamCode === undefined ? {} : { upstreamCode }),
  }
}
