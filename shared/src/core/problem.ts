import { z } from 'zod'
import { supportReference } from './ids.ts'

/** Ids of all errors. `docs/problems.md` explains the cause and remedy of each. */
export const problemId = z.enum([
  'not_signed_in',
  'session_idle',
  'session_over',
  'session_ended',
  'not_allowed',
  'break_glass_report_due',
  'break_glass_limit_reached',
  'cross_site',
  'no_such_page',
  'method_not_allowed',
  'wrong_host',
  'not_found',
  'bad_request',
  'too_large',
  'origin_not_verified',
  'unsupported_encoding',
  'too_many_requests',
  'upstream_timeout',
  'upstream_unreachable',
  'upstream_bad_response',
  'upstream_auth',
  'upstream_refused',
  'upstream_mismatch',
  'upstream_busy',
  'document_not_shown',
  'record_unavailable',
  'maybe_recorded',
  'sign_in_failed',
  'sign_in_unavailable',
  'no_role',
  'reauthentication_needed',
  'reauthentication_by_another',
  'reauthentication_without_time',
  'reveal_limit_reached',
  'access_limit_reached',
  'payment_requests_off',
  'payment_link_gone',
  'key_refused',
  'key_scope',
  'idempotency_conflict',
  'payment_refused',
  'payment_not_sent',
  'unsupported_type',
  'unavailable',
  'internal',
])
export type ProblemId = z.infer<typeof problemId>

/** Cause of the early end of a session. */
export const sessionEnder = z.enum(['administrator', 'self', 'provider', 'limit'])

/** Error as application/problem+json (RFC 9457), with our id and a support reference. */
export const problem = z.strictObject({
  type: z.string(),
  id: problemId,
  title: z.string(),
  status: z.int().min(400).max(599),
  /** Safe sentence: what is wrong and what to do. Never contains a value that was sent or read. */
  detail: z.string(),
  reference: supportReference,
  /** Seconds after which a retry makes sense. */
  retryAfter: z.int().min(0).max(60).optional(),
  /**
   * Set if the session was ended early: by a person, by the identity provider or by a newer session; when, and the
   * time zone (IANA) for display.
   */
  ended: z.strictObject({ by: sessionEnder, at: z.iso.datetime(), zone: z.string() }).optional(),
  /** Names of invalid fields, with the expected form. */
  fields: z.array(z.strictObject({ name: z.string(), expected: z.string() })).optional(),
})
export type Problem = z.infer<typeof problem>
