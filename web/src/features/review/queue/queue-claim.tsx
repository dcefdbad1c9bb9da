import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { usePageStillOpenCheck } from '../../../ui/state/use-page-still-open-check.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { isClaimActive } from '../case-badges.tsx'
import { refreshReviewQueue, reviewQueries, updateCachedReviewCase } from '../queries.ts'
import styles from './queue-page.module.css'

interface QueueClaim {
  /** Claims and opens a case. */
  readonly take: (row: CaseSummary) => void
  /** Claims and opens the focused row, or else the first free one. */
  readonly takeFrom: (rows: readonly CaseSummary[]) => void
  /** Reason why the last claim failed, if it failed. */
  readonly note: ReactNode
}

/** Claims a case from the queue with one press and opens the case. */
export function useReviewQueueClaim(env: EnvironmentName, onOpen: (id: TransactionId) => void): QueueClaim {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const showToast = useToast()
  const client = useApiClient()
  const { queue } = useMessages('review')
  const format = useFormatter()
  const markPage = usePageStillOpenCheck()
  const nameColleague = useFormatColleagueName()
  const [text, setWords] = useState<string | null>(null)
  const claim = useMutation({
    ...reviewQueries(client).claim(env),
    onMutate: () => markPage(),
    onSuccess: (answer, { transaction }, isStillHere) => {
      if (answer.answer === 'gone') {
        say(queue.gone)
        void refreshReviewQueue(queryClient, env)
        return
      }
      updateCachedReviewCase(queryClient, env, answer.row)
      if (answer.answer === 'taken') {
        if (isStillHere()) onOpen(transaction)
        showToast({
          text: queue.claimedNow,
          async undo() {
            const row = await client.call(endpoints.releaseCase, { params: { env, transaction } })
            updateCachedReviewCase(queryClient, env, row)
            showToast({ text: queue.releasedNow })
          },
        })
        return
      }
      const { claim: owner } = answer.row
      if (owner === null) {
        say(queue.claimedByOther)
        return
      }
      const time = format.shortTime(new Date(owner.until), Date.now())
      say(format.text(queue.claimed, { name: nameColleague(owner.by, 'subject'), time }))
    },
  })
  function say(said: string) {
    setWords(said)
    announce(said)
  }
  function take({ transaction }: CaseSummary) {
    if (claim.isPending) return
    setWords(null)
    claim.mutate({ transaction })
  }
  return {
    take,
    takeFrom(rows) {
      const row = findFocusedRow(rows) ?? rows.find(isCaseFreeToClaim)
      if (row) take(row)
      else if (!claim.isPending) say(queue.noneFree)
    },
    note: claim.error ? (
      <ProblemNote error={claim.error} missing={queue.notClaimed} />
    ) : text === null ? null : (
      <p className={styles.said}>{text}</p>
    ),
  }
}

/** Returns the focused row. `aria-rowindex` starts at 1 and counts the header; rows keep their list order. */
function findFocusedRow(rows: readonly CaseSummary[]): CaseSummary | undefined {
  const row = document.activeElement?.closest('tr[aria-rowindex]')
  return row ? rows[Number(row.getAttribute('aria-rowindex')) - 2] : undefined
}

/** Returns whether a case is free: no claim by a colleague, and no decision waiting for another party. */
export function isCaseFreeToClaim({ claim, decision }: CaseSummary): boolean {
  const waits = decision?.status === 'waiting' || decision?.status === 'confirmed'
  return !waits && (!isClaimActive(claim, Date.now()) || claim.by.me)
}
