import type { MerchantId } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { SessionTermination } from './end-sessions.ts'

export interface Session {
  readonly hash: string
  /** Its opaque name: what lists and the audit trail call it. */
  readonly handle: string
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly roles: readonly Role[]
  /** The one role in force. */
  readonly role: Role
  readonly merchants: readonly MerchantId[] | null
  readonly idToken: string
  /** Milliseconds since 1970, as the next three. */
  readonly seenAt: number
  readonly idleEndsAt: number
  readonly endsAt: number
  /** While the glass is broken: until then. Null otherwise. */
  readonly breakGlassUntil: number | null
  /** When this person last proved anew who they are (ms since 1970); null where they did not in this session. */
  readonly reauthenticatedAt: number | null
}

export type SessionState =
  | { readonly session: Session }
  | { readonly session: null; readonly why: 'none' | 'idle' | 'over' }
  | { readonly session: null; readonly why: 'ended'; readonly ended: SessionTermination }
