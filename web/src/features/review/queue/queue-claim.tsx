import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { formatShortTime } from '../../../ui/text/format-time.ts'
import { useTimeZone } from '../../../ui/text/time-zone.tsx'
import { isClaimActive } from '../case-badges.tsx'
import { refreshReviewQueue, reviewQueries, updateCachedReviewCase } from '../queries.ts'
import styles from './queue-page.module.css'

interface QueueClaim {
  /** Claims and opens the focused row, or else the first free one. */
  readonly takeFrom: (rows: readonly CaseSummary[]) => void
  /** Reason why the last claim failed, if it failed. */
  readonly note: ReactNode
}

/** Claims a case from the queue with one key and opens the case. */
export function useQueueClaim(env: EnvironmentName, onOpen: (id: TransactionId) => void): QueueClaim {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const zone = useTimeZone()
  const [words, setWords] = useState<string | null>(null)
  const claim = useMutation({
    ...reviewQueries(useApiClient()).claim(env),
    onSuccess: (answer, { transaction }) => {
      if (answer.answer === 'gone') {
        say('It is not in review any more.')
        void refreshReviewQueue(queryClient, env)
        return
      }
      updateCachedReviewCase(queryClient, env, answer.row)
      if (answer.answer === 'taken') {
        onOpen(transaction)
        return
      }
      const { owner } = answer.row
      const until = owner === null ? '' : ` until ${formatShortTime(new Date(owner.until), zone, Date.now())}`
      say(`${owner?.by.name ?? 'A colleague'} has it${until}. Open it to take it over.`)
    },
  })
  function say(said: string) {
    setWords(said)
    announce(said)
  }
  return {
    takeFrom(rows) {
      if (claim.isPending) return
      const row = findFocusedRow(rows) ?? rows.find(isFreeToClaim)
      if (!row) {
        say('No item on this page is free.')
        return
      }
      setWords(null)
      claim.mutate({ transaction: row.transaction })
    },
    note: claim.error ? (
      <ProblemNote error={claim.error} missing="The item was not taken" />
    ) : words === null ? null : (
      <p className={styles.said}>{words}</p>
    ),
  }
}

/** Returns the focused row. `aria-rowindex` starts at 1 and counts the header; rows keep their list order. */
function findFocusedRow(rows: readonly CaseSummary[]): CaseSummary | undefined {
  const row = document.activeElement?.closest('tr[aria-rowindex]')
  return row ? rows[Number(row.getAttribute('aria-rowindex')) - 2] : undefined
}

/** Returns whether a case is free: no claim by a colleague, and no decision waiting for another party. */
function isFreeToClaim({ owner, decision }: CaseSummary): boolean {
  const waits = decision?.status === 'waiting' || decision?.status === 'confirmed'
  return !waits && (!isClaimActive(owner, Date.now()) || owner.by.me)
}
