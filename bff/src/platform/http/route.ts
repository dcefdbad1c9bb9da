import type { EnvironmentName, MerchantId, SupportReference } from '@paydesk/shared/core/ids'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { Endpoint } from '@paydesk/shared/endpoints'
import type { z } from 'zod'
import type { FieldAccess } from '../access/field-access.ts'
import type { AuditEvent } from '../audit/entry.ts'
import { runWithDeadline } from '../problem/request-deadline.ts'
import type { Session } from '../session/session.ts'

/** Scope of a call: one environment, and its merchants that this person may see. */
export interface Scope {
  readonly environment: EnvironmentName
  readonly merchants: readonly MerchantId[]
  /**
   * Only merchant of the environment, if there is just one: a record without a merchant belongs to that
   * merchant.
   */
  readonly onlyMerchant: MerchantId | null
}

/** Caller with session, permissions, field access and reference. */
export interface Actor {
  readonly session: Session
  readonly permissions: ReadonlySet<StaffPermission>
  readonly fieldAccess: FieldAccess
  readonly reference: SupportReference
  /** True if a page refreshes by itself because data changed; the person may be away. */
  readonly isBackgroundRefresh: boolean
}

/** Caller with the scope of the call. */
export interface ScopedActor {
  readonly actor: Actor
  readonly scope: Scope
}

/** Call behind all guards: IDs are branded, the environment exists, the person has the permission. */
export interface RouteCall<E extends Endpoint> {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  readonly actor: Actor
  readonly scope: E['params'] extends z.ZodType<{ env: EnvironmentName }> ? Scope : null
}

/** Exemption of the few calls without an audit entry; a test reads the reason. */
export interface AuditExemption {
  readonly action: 'none'
  readonly because: string
}

/**
 * Route as a value: contract, permission, audit event, handler and presenter, all required. `audit` is also
 * called if the handler failed, then without a value.
 */
export interface Route<E extends Endpoint, Value, Needs> {
  readonly endpoint: E
  readonly permission: StaffPermission | 'signed_in'
  readonly audit: (
    call: RouteCall<E>,
    value: Value | undefined,
  ) => AuditEvent | readonly AuditEvent[] | AuditExemption
  /**
   * Event committed before the handler runs, in addition to `audit`. Use for actions that must not happen
   * unrecorded.
   */
  readonly intent?: (call: RouteCall<E>) => AuditEvent
  /** True if the action itself changes what this session may see; its answer contains nothing of a record. */
  readonly changesPrivileges?: true
  /** True if the action ends this session: the browser then forgets the cookie and everything it keeps of Paydesk. */
  readonly endsSession?: true
  readonly handle: (call: RouteCall<E>, deps: Needs) => Promise<Value>
  readonly present: (value: Value, call: RouteCall<E>) => z.input<E['response']>
  /** Time limit (ms), if longer than that of all other routes. */
  readonly timeoutMs?: number
}

/** Route whose endpoint type is left out, so that routes of every kind fit in one list. */
export interface AnyRoute<Needs> {
  readonly endpoint: Endpoint
  readonly permission: StaffPermission | 'signed_in'
  readonly intent?: (call: RouteCall<Endpoint>) => AuditEvent
  readonly changesPrivileges?: true
  readonly endsSession?: true
  /**
   * Runs the guarded part for parsed input, within `answerMs`. Returns the answer with the event to record.
   */
  readonly execute: (call: RouteCall<Endpoint>, deps: Needs, answerMs: number) => Promise<RouteResult>
}

export type RouteResult =
  | {
      readonly ok: true
      readonly answer: unknown
      readonly auditEvent: AuditEvent | readonly AuditEvent[] | AuditExemption
    }
  | {
      readonly ok: false
      readonly thrown: unknown
      readonly auditEvent: AuditEvent | readonly AuditEvent[] | AuditExemption
    }

/**
 * Defines a route from its parts. An error of the handler is returned as a value, so that the failure is
 * recorded too.
 */
export function defineRoute<E extends Endpoint, Value, Needs>(
  endpoint: E,
  parts: Omit<Route<E, Value, Needs>, 'endpoint'>,
): AnyRoute<Needs> {
  const { intent, changesPrivileges, endsSession } = parts
  return {
    endpoint,
    permission: parts.permission,
    // Casts here and below are safe: the caller parsed the input with the schemas of this endpoint.
    ...(changesPrivileges && { changesPrivileges }),
    ...(endsSession && { endsSession }),
    ...(intent && { intent: (parsed) => intent(parsed as RouteCall<E>) }),
    async execute(parsed, deps, answerMs) {
      const call = parsed as RouteCall<E>
      try {
        // Set a deadline: the person gets an answer even if several slow reads add up.
        const value = await runWithDeadline(Math.max(answerMs, parts.timeoutMs ?? 0), () =>
          parts.handle(call, deps),
        )
        return { ok: true, answer: parts.present(value, call), auditEvent: parts.audit(call, value) }
      } catch (thrown) {
        return { ok: false, thrown, auditEvent: parts.audit(call, undefined) }
      }
    },
  }
}

/** Client of a stream, as far as the source of the stream needs to know. */
export interface StreamClient {
  /** Number after which the client continues (`Last-Event-ID`), as sent; null at the beginning. */
  readonly lastEventId: string | null
  /** Signal aborted once the client is gone; the source must then end soon. */
  readonly signal: AbortSignal
  /** Counts sent rows, for the entry about the end. */
  readonly countRows: (rows: number) => void
  /** Disconnects a client that reads too slowly. */
  readonly disconnect: () => void
}

/** Content of a stream. `headers` and `auditEvent` are for facts that are known only after opening. */
export interface StreamBody extends AsyncIterable<string | Uint8Array> {
  readonly headers?: Readonly<Record<string, string>>
  readonly auditEvent?: AuditEvent
}

/** Route that answers with a stream. The parts are those of `Route`; all guards apply unchanged. */
export interface StreamRoute<E extends Endpoint, Needs> {
  readonly endpoint: E
  readonly permission: StaffPermission
  /** False if listening does not count as use of the session: the session would never idle out. */
  readonly renews: boolean
  /**
   * Event committed before the first byte, unless the opened stream has its own; also used if opening failed.
   */
  readonly audit: (call: RouteCall<E>) => AuditEvent
  /**
   * Event recorded once the stream ended or was cut; the entry tells which of both, and the number of rows.
   */
  readonly auditEnd?: (call: RouteCall<E>, rows: number) => AuditEvent
  readonly headers?: (call: RouteCall<E>) => Readonly<Record<string, string>>
  /**
   * Last event sent when the session ends. Without such an event the stream is cut, so that it never looks
   * complete.
   */
  readonly closingEvent?: string
  /**
   * Opens the stream. Rejects with a problem for every refusal; later, the stream can only continue or be
   * cut.
   */
  readonly open: (call: RouteCall<E>, deps: Needs, streamClient: StreamClient) => Promise<StreamBody>
  /** Time limit (ms) for opening, if longer than that of all other routes. */
  readonly timeoutMs?: number
}

/** Stream route whose endpoint type is left out, so that stream routes of every kind fit in one list. */
export interface AnyStreamRoute<Needs> extends Omit<StreamRoute<Endpoint, Needs>, 'renews'> {
  readonly renews: boolean
}

/** Defines a stream route from its parts, for the list in app/create-app.ts. */
export function defineStreamRoute<E extends Endpoint, Needs>(
  endpoint: E,
  { audit, auditEnd, headers, open, ...parts }: Omit<StreamRoute<E, Needs>, 'endpoint'>,
): AnyStreamRoute<Needs> {
  // Cast is safe: the input was parsed with the schemas of this endpoint.
  const own = (call: RouteCall<Endpoint>) => call as RouteCall<E>
  return {
    ...parts,
    endpoint,
    audit: (call) => audit(own(call)),
    ...(auditEnd && { auditEnd: (call, rows) => auditEnd(own(call), rows) }),
    ...(headers && { headers: (call) => headers(own(call)) }),
    open: (call, deps, streamClient) => open(own(call), deps, streamClient),
  }
}

/** Distinguishes stream routes from plain routes. */
export function isStreamRoute<Needs>(
  route: AnyRoute<Needs> | AnyStreamRoute<Needs>,
): route is AnyStreamRoute<Needs> {
  return 'open' in route
}
