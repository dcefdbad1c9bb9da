import type { BreakGlassActivation } from '@paydesk/shared/compliance/break-glass'
import { purposeLabels } from '@paydesk/shared/core/purposes'
import { formatShortTime } from '../../ui/text/format-time.ts'

/** Describes who activated break-glass, in the past tense once the activation is over. */
export function describeBreakGlassUser({ by, isOver }: BreakGlassActivation): string {
  const who = by.me ? 'You' : by.name
  if (isOver) return `${who} had broken the glass`
  return `${who} ${by.me ? 'have' : 'has'} broken the glass`
}

/** Describes purpose, ticket and end: `An incident that cannot wait, INC-7, until 14:15`. */
export function describeBreakGlassReason(
  { purpose, ticket, until, isOver }: BreakGlassActivation,
  zone: string,
  now: number,
): string {
  const time = formatShortTime(new Date(until), zone, now)
  return `${purposeLabels[purpose]}, ${ticket}, ${isOver ? 'ended' : 'until'} ${time}`
}
