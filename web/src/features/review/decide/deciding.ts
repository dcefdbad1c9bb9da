import type { DecideAnswer, DecisionView, Draft } from '@paydesk/shared/work/decision'
import { ticket as ticketSchema } from '@paydesk/shared/work/decision'
import { differences } from '@paydesk/shared/work/differences'
import type { ReviewItem } from '@paydesk/shared/work/review'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { ticketMarks } from '../../../ui/forms/personal-marks.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import type { Change } from '../member-names.ts'
import type { ItemPlace } from '../queries.ts'
import { readQueueAgain, reviewQueries } from '../queries.ts'
import { areWords } from '../words-field.tsx'
import { scopeOf } from './decision-draft.ts'

/** What was said to somebody whose record was another one than on screen. */
interface Stopped {
  readonly changes: readonly Change[]
  /** Of the record that the changes lead to. */
  readonly print: string
  /** The reading that is out of date by it; null where the new one is on screen already. */
  readonly outdated: string | null
}

interface Deciding {
  /** What is different from when the typing began, or null where nothing is. */
  readonly changes: readonly Change[] | null
  /** True until the changed record has been read again. */
  readonly awaitsReading: boolean
  /** True where the next sending only says that the changes were looked at. */
  readonly asksForLook: boolean
  readonly answer: DecideAnswer | undefined
  readonly error: Error | null
  readonly isSending: boolean
  readonly readAgain: () => void
  readonly send: (draft: Draft) => void
}

export function isTicket(text: string): boolean {
  return text === '' || (ticketSchema.safeParse(text).success && ticketMarks(text).length === 0)
}

/** What a decision still needs, in words; empty where the form holds all of it. */
export function missingFrom(
  { reasons }: Pick<ReviewItem, 'reasons'>,
  { verdict, reason, text, ticket }: Draft,
): readonly string[] {
  const isReason = reasons.some((each) => each.code === reason && each.verdict === verdict)
  return [
    ...(verdict === null ? ['what to decide'] : isReason ? [] : ['a reason']),
    ...(areWords(text) ? [] : ['why, in your words']),
    ...(isTicket(ticket) ? [] : ['a ticket without personal data, or none']),
  ]
}

/** Who has to act on a decision that was just made. */
export function waitsFor({ status }: DecisionView): string {
  return status === 'waiting' ? 'It waits for a second person.' : 'It waits for the service.'
}

/**
 * Sends a decision on the record that was on screen when the typing began (`isBegun`), never on one that
 * came in meanwhile: where it is another one now, nothing is sent until somebody has seen what changed.
 */
export function useDeciding(
  item: ReviewItem,
  place: ItemPlace,
  isBegun: boolean,
  onMade: (decision: DecisionView) => void,
): Deciding {
  const queryClient = useQueryClient()
  const queries = reviewQueries(useClient())
  const announce = useAnnounce()
  const [opened, setOpened] = useState({ view: item.view, print: item.print })
  const [stopped, setStopped] = useState<Stopped | null>(null)
  // Until something is typed there is nothing that could have been meant for an older record.
  if (!isBegun && opened.print !== item.print) setOpened({ view: item.view, print: item.print })
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: queries.item(place).queryKey })
  const decide = useMutation({
    ...queries.decide(place),
    scope: scopeOf(place),
    onSuccess: (answer) => {
      if (answer.answer === 'moved') {
        setStopped({ changes: answer.changed, print: answer.print, outdated: item.view.reading.at })
        announce('Nothing was decided: the service says something else now. Look at what changed.')
      }
      if (answer.answer === 'made') {
        announce(`Recorded. ${waitsFor(answer.decision)}`)
        onMade(answer.decision)
      }
      readAgain()
      return readQueueAgain(queryClient, place.env)
    },
    onError: readAgain,
  })
  const known = stopped?.print ?? opened.print
  const awaitsReading = stopped !== null && stopped.outdated === item.view.reading.at
  const asksForLook = !awaitsReading && item.print !== known
  // The answer names no change where this person had another reading of it open already, so it is looked up here.
  const seen = asksForLook || stopped?.changes.length === 0 ? differences(opened.view, item.view) : null
  const changes = seen ?? stopped?.changes ?? null
  return {
    changes,
    awaitsReading,
    asksForLook,
    answer: decide.data,
    error: decide.error,
    isSending: decide.isPending,
    readAgain,
    send(draft) {
      const { verdict, reason, text, ticket } = draft
      if (verdict === null || reason === null || decide.isPending || awaitsReading) return
      if (asksForLook) {
        setStopped({ changes: changes ?? [], print: item.print, outdated: null })
        announce('Nothing was decided yet. Look at what changed, then send again.')
        return
      }
      decide.mutate({
        verdict,
        reason,
        text: text.trim(),
        ...(ticket === '' ? {} : { ticket }),
        print: known,
      })
    },
  }
}
