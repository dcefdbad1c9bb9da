import type { GlassBreak } from '@paydesk/shared/compliance/glass'
import { purposes } from '@paydesk/shared/core/purpose'
import { shortTime } from '../../ui/text/time-words.ts'

/** Who has broken the glass, or that it is over. */
export function whoWords({ by, isOver }: GlassBreak): string {
  const who = by.me ? 'You' : by.name
  if (isOver) return `${who} had broken the glass`
  return `${who} ${by.me ? 'have' : 'has'} broken the glass`
}

/** `An incident that cannot wait, INC-7, until 14:15`. */
export function whyWords({ purpose, ticket, until, isOver }: GlassBreak, zone: string, now: number): string {
  const time = shortTime(new Date(until), zone, now)
  return `${purposes[purpose]}, ${ticket}, ${isOver ? 'ended' : 'until'} ${time}`
}
