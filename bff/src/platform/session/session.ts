import type { MerchantId } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { SessionTermination } from './end-sessions.ts'

export interface Session {
  readonly hash: string
  /** Opaque name of the session in lists and in the audit log. */
  readonly handle: string
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly roles: readonly Role[]
  /** Active role, one of `roles`. */
  readonly role: Role
  readonly merchants: readonly MerchantId[] | null
  readonly idToken: string
  /** Tokens for renewing the rights; at most one of them is kept. */
  readonly refreshToken: string | null
  readonly accessToken: string | null
  /** Milliseconds since 1970, like the next three fields. */
  readonly seenAt: number
  readonly idleEndsAt: number
  readonly endsAt: number
  /** End of break-glass access; null without such access. */
  readonly breakGlassUntil: number | null
  /** Time (ms since 1970) of the last re-authentication in this session; null if there was none. */
  readonly reauthenticatedAt: number | null
  /** Time (ms since 1970) at which the identity provider last confirmed roles and merchants. */
  readonly authorityAt: number
  /** Number that changes with the merchants. */
  readonly rightsVersion: number
}

export type SessionState =
  | { readonly session: Session }
  | { readonly session: null; readonly why: 'none' | 'idle' | 'over' }
  | { readonly session: null; readonly why: 'ended'; readonly ended: SessionTermination }
