import type { BreakGlassActivation } from '@paydesk/shared/compliance/break-glass'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useColleagueName } from '../../lib/messages/use-colleague-name.ts'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'

/** Returns who started emergency access, and why and until when: `Urgent incident, INC-7, until 14:15`. */
export function useBreakGlassTexts({ by, isOver, purpose, ticket, until }: BreakGlassActivation) {
  const texts = useMessages('breakGlass')
  const { purposes } = useMessages('lists')
  const format = useFormat()
  const nameColleague = useColleagueName()
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
