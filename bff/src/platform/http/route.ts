import type { EnvironmentName, MerchantId, SupportReference } from '@paydesk/shared/core/ids'
import type { Permission } from '@paydesk/shared/core/permissions'
import type { Endpoint } from '@paydesk/shared/endpoints'
import type { z } from 'zod'
import type { FieldAccess } from '../access/field-access.ts'
import type { AuditEvent } from '../audit/entry.ts'
import { runWithDeadline } from '../problem/request-deadline.ts'
import type { Session } from '../session/session.ts'

/** Where a call belongs: one environment, and the merchants in it that this person may see. */
export interface Scope {
  readonly environment: EnvironmentName
  readonly merchants: readonly MerchantId[]
  /** The environment's one merchant, where it has just one: a record that names no merchant is of this one. */
  readonly onlyMerchant: MerchantId | null
}

/** Who asks, as what, and under which reference. */
export interface Actor {
  readonly session: Session
  readonly permissions: ReadonlySet<Permission>
  readonly fieldAccess: FieldAccess
  readonly reference: SupportReference
  /** A page reads anew because something changed; the person may be away. */
  readonly isBackgroundRefresh: boolean
}

/** A call after all guards: ids are branded, the environment exists, the person may do this. */
export interface RouteCall<E extends Endpoint> {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  readonly actor: Actor
  readonly scope: E['params'] extends z.ZodType<{ env: EnvironmentName }> ? Scope : null
}

/** For the few calls that leave no audit entry; the reason is read by a test. */
export interface AuditExemption {
  readonly action: 'none'
  readonly because: string
}

/**
 * A route is a value: contract, permission, audit entry, handler and presenter, none of them optional.
 * `audit` is also asked when the handler failed; it then has no value.
 */
export interface Route<E extends Endpoint, Value, Needs> {
  readonly endpoint: E
  readonly permission: Permission | 'signed_in'
  readonly audit: (
    call: RouteCall<E>,
    value: Value | undefined,
  ) => AuditEvent | readonly AuditEvent[] | AuditExemption
  /** For what must not happen unrecorded: committed before the handler begins, beside what `audit` says afterwards. */
  readonly intent?: (call: RouteCall<E>) => AuditEvent
  /** True where the deed itself changes what this session sees: its answer holds nothing of a record. */
  readonly changesPrivileges?: true
  readonly handle: (call: RouteCall<E>, deps: Needs) => Promise<Value>
  readonly present: (value: Value, call: RouteCall<E>) => z.input<E['response']>
  /** ms, where it may take longer than any other route. */
  readonly timeoutMs?: number
}

/** A route with its types closed, so that routes of every kind stand in one list. */
export interface AnyRoute<Needs> {
  readonly endpoint: Endpoint
  readonly permission: Permission | 'signed_in'
  readonly intent?: (call: RouteCall<Endpoint>) => AuditEvent
  readonly changesPrivileges?: true
  /** Runs the guarded part for parsed input and gives the answer with what is to be recorded, within `answerMs`. */
  readonly execute: (call: RouteCall<Endpoint>, deps: Needs, answerMs: number) => Promise<RouteResult>
}

export type RouteResult =
  | {
      readonly ok: true
      readonly answer: unknown
      readonly deed: AuditEvent | readonly AuditEvent[] | AuditExemption
    }
  | {
      readonly ok: false
      readonly thrown: unknown
      readonly deed: AuditEvent | readonly AuditEvent[] | AuditExemption
    }

/** Makes a route of its parts. What the handler throws comes back as a value, so that it is recorded too. */
export function defineRoute<E extends Endpoint, Value, Needs>(
  endpoint: E,
  parts: Omit<Route<E, Value, Needs>, 'endpoint'>,
): AnyRoute<Needs> {
  const { intent, changesPrivileges } = parts
  return {
    endpoint,
    permission: parts.permission,
    // The caller parsed the input with this very endpoint's schemas, here and below.
    ...(changesPrivileges && { changesPrivileges }),
    ...(intent && { intent: (parsed) => intent(parsed as RouteCall<E>) }),
    async execute(parsed, deps, answerMs) {
      const call = parsed as RouteCall<E>
      try {
        // A person gets an answer although several slow reads add up.
        const value = await runWithDeadline(Math.max(answerMs, parts.timeoutMs ?? 0), () =>
          parts.handle(call, deps),
        )
        return { ok: true, answer: parts.present(value, call), deed: parts.audit(call, value) }
      } catch (thrown) {
        return { ok: false, thrown, deed: parts.audit(call, undefined) }
      }
    },
  }
}

/** The one who hears a stream, as far as its source has to know. */
export interface StreamClient {
  /** The number after which they go on (`Last-Event-ID`), as it was sent; null where they begin. */
  readonly lastEventId: string | null
  /** Aborted once nobody hears any more; a source then ends by itself, soon. */
  readonly signal: AbortSignal
  /** Counts rows that are handed over, for the entry about the end. */
  readonly countRows: (rows: number) => void
  /** Lets go of somebody who reads too slowly. */
  readonly disconnect: () => void
}

/** What is poured out. `headers` and `deed`: of what was opened, where they are not known before. */
export interface StreamBody extends AsyncIterable<string | Uint8Array> {
  readonly headers?: Readonly<Record<string, string>>
  readonly auditEvent?: AuditEvent
}

/** A route whose answer is a stream; the parts are those of `Route`, none of the guards is different. */
export interface StreamRoute<E extends Endpoint, Needs> {
  readonly endpoint: E
  readonly permission: Permission
  /** False where listening is no use of the session: it would never idle out. */
  readonly renews: boolean
  /** Committed before the first byte, unless what was opened has one of its own; also asked when opening failed. */
  readonly audit: (call: RouteCall<E>) => AuditEvent
  /** Recorded once the stream is at its end or was cut, with which of the two it was and what was sent. */
  readonly auditEnd?: (call: RouteCall<E>, rows: number) => AuditEvent
  readonly headers?: (call: RouteCall<E>) => Readonly<Record<string, string>>
  /** The last words where the session ends; without them the stream is cut, so that nobody takes it for whole. */
  readonly closingEvent?: string
  /** Everything that can be refused is refused here, with a problem; after it there is only going on or being cut. */
  readonly open: (call: RouteCall<E>, deps: Needs, hearer: StreamClient) => Promise<StreamBody>
  /** ms until it is open, where that may take longer than any other route. */
  readonly timeoutMs?: number
}

/** A stream route with its types closed. */
export interface AnyStreamRoute<Needs> extends Omit<StreamRoute<Endpoint, Needs>, 'renews'> {
  readonly renews: boolean
}

/** Makes a stream route of its parts, for the list in app.ts. */
export function defineStreamRoute<E extends Endpoint, Needs>(
  endpoint: E,
  { audit, auditEnd, headers, open, ...parts }: Omit<StreamRoute<E, Needs>, 'endpoint'>,
): AnyStreamRoute<Needs> {
  // The input was parsed with this very endpoint's schemas.
  const own = (call: RouteCall<Endpoint>) => call as RouteCall<E>
  return {
    ...parts,
    endpoint,
    audit: (call) => audit(own(call)),
    ...(auditEnd && { auditEnd: (call, rows) => auditEnd(own(call), rows) }),
    ...(headers && { headers: (call) => headers(own(call)) }),
    open: (call, deps, hearer) => open(own(call), deps, hearer),
  }
}

/** Tells the routes that stream from those that answer at once. */
export function isStreamRoute<Needs>(
  route: AnyRoute<Needs> | AnyStreamRoute<Needs>,
): route is AnyStreamRoute<Needs> {
  return 'open' in route
}
