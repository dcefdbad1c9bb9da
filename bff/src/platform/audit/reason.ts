import type { SessionEndReason } from '@paydesk/shared/administration/people'
import type { CallerVerificationResult } from '@paydesk/shared/compliance/caller'
import type { ProblemId } from '@paydesk/shared/core/problem'

/** How much a deed was about, which file, why, or what came of it: words and handles of our own. */
export type AuditNote =
  | `lines:${number}`
  | `rows:${number}`
  | `seconds:${number}`
  | `file:${string}/${number}`
  | `answer:${CallerVerificationResult}`
  | `because:${SessionEndReason}`
  | `until:${number}`
  | 'not_given'

/** Why something ended or was refused, where that is no problem; docs/audit.md has what each means. */
export type AuditReasonCode =
  | 'left'
  | 'session_over'
  | 'not_whole'
  | 'stopped'
  | 'provider'
  | 'signed_in_anew'
  | 'answered'
  | 'never_left'
  | 'refused'
  | 'unknown'
  | 'absent'
  | 'wrong_answers'
  | 'checks_of_person'
  | 'glass'

type AuditReasonPart = ProblemId | AuditReasonCode | AuditNote

/** What an entry says came of it: parts of a closed union, so that the trail has words for each. */
export type AuditReason = AuditReasonPart | `${AuditReasonPart} ${string}`

/** The parts in their order; whoever audits tells by the last one what was seen behind broken glass. */
export function buildAuditReason(
  cause: ProblemId | AuditReasonCode | null,
  note: AuditNote | null,
  isBreakGlassActive: boolean,
): AuditReason | null {
  const all: readonly (AuditReasonPart | null)[] = [cause, note, isBreakGlassActive ? 'glass' : null]
  const [first, ...more] = all.filter((part) => part !== null)
  if (first === undefined) return null
  return more.length === 0 ? first : `${first} ${more.join(' ')}`
}
