import type { BreakGlassActivation } from '@paydesk/shared/compliance/break-glass'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'

/** Returns who started emergency access, and why and until when: `Urgent incident, INC-7, until 14:15`. */
export function useBreakGlassDescription({ by, isOver, purpose, ticket, until }: BreakGlassActivation) {
  const texts = useMessages('breakGlass')
  const { purposes } = useMessages('lists')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const now = useNowEveryHalfMinute()
  const own = isOver ? texts.ownOver : texts.ownActive
  return {
    who: by.me
      ? own
      : format.text(isOver ? texts.over : texts.active, { name: nameColleague(by, 'subject') }),
    why: format.text(isOver ? texts.ended : texts.until, {
      reason: purposes[purpose],
      ticket,
      time: format.shortTime(new Date(until), now),
    }),
  }
}
