import type { EndReason } from '@paydesk/shared/administration/people'
import type { CallerAnswer } from '@paydesk/shared/compliance/caller'
import type { ProblemId } from '@paydesk/shared/core/problem'

/** How much a deed was about, which file, why, or what came of it: words and handles of our own. */
export type Note =
  | `lines:${number}`
  | `rows:${number}`
  | `seconds:${number}`
  | `file:${string}/${number}`
  | `answer:${CallerAnswer}`
  | `because:${EndReason}`
  | `until:${number}`
  | 'not_given'

/** Why something ended or was refused, where that is no problem; docs/audit.md has what each means. */
export type ReasonWord =
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

type ReasonPart = ProblemId | ReasonWord | Note

/** What an entry says came of it: parts of a closed union, so that the trail has words for each. */
export type Reason = ReasonPart | `${ReasonPart} ${string}`

/** The parts in their order; whoever audits tells by the last one what was seen behind broken glass. */
export function reasonOf(
  why: ProblemId | ReasonWord | null,
  note: Note | null,
  isBehindGlass: boolean,
): Reason | null {
  const all: readonly (ReasonPart | null)[] = [why, note, isBehindGlass ? 'glass' : null]
  const [first, ...more] = all.filter((part) => part !== null)
  if (first === undefined) return null
  return more.length === 0 ? first : `${first} ${more.join(' ')}`
}
