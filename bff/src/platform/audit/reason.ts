import type { SessionEndReason } from '@paydesk/shared/administration/sessions'
import type { CallerVerificationResult } from '@paydesk/shared/compliance/caller-verification'
import type { ProblemId } from '@paydesk/shared/core/problem'

/** Amount, file, cause or result of an event: Paydesk's own words and handles only. */
export type AuditNote =
  | `lines:${number}`
  | `rows:${number}`
  | `seconds:${number}`
  | `file:${string}/${number}`
  | `answer:${CallerVerificationResult}`
  | `because:${SessionEndReason}`
  | `until:${number}`
  | 'not_given'

/** Causes of an end or a refusal that are not problems; docs/audit.md explains them. */
export type AuditReasonCode =
  | 'left'
  | 'session_over'
  | 'not_whole'
  | 'stopped'
  | 'provider'
  | 'signed_in_again'
  | 'answered'
  | 'never_left'
  | 'refused'
  | 'unknown'
  | 'absent'
  | 'wrong_answers'
  | 'checks_of_person'
  | 'break_glass'

type AuditReasonPart = ProblemId | AuditReasonCode | AuditNote

/** Outcome of an entry, made of parts of a closed union, so that the audit log has words for every part. */
export type AuditReason = AuditReasonPart | `${AuditReasonPart} ${string}`

/** Joins the parts in order. The last part marks entries made under break-glass access. */
export function buildAuditReason(
  cause: ProblemId | AuditReasonCode | null,
  note: AuditNote | null,
  isBreakGlassActive: boolean,
): AuditReason | null {
  const all: readonly (AuditReasonPart | null)[] = [cause, note, isBreakGlassActive ? 'break_glass' : null]
  const [first, ...more] = all.filter((part) => part !== null)
  if (first === undefined) return null
  return more.length === 0 ? first : `${first} ${more.join(' ')}`
}
