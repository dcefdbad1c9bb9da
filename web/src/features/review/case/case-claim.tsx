import type { CaseSummary, ClaimCaseResponse } from '@paydesk/shared/cases/review-cases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { isClaimActive } from '../case-badges.tsx'
import { CaseTextForm } from '../case-text-form.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries, updateCachedReviewCase } from '../queries.ts'
import styles from './case-claim.module.css'
import { useClaimRenewal } from './claim-renewal.ts'

interface CaseClaimBarProps {
  readonly reviewCaseRef: ReviewCaseRef
  readonly row: CaseSummary
  readonly claimMs: number
  readonly mayWork: boolean
}

/** Shows owner and expiry of the claim, with actions. Renews the user's claim while the page is used. */
export function CaseClaimBar({ reviewCaseRef, row, claimMs, mayWork }: CaseClaimBarProps): ReactNode {
  const { claim: texts } = useMessages('reviewCase')
  const { queue } = useMessages('review')
  const now = useNowEverySecond()
  const owner = isClaimActive(row.claim, now) ? row.claim : null
  const isMine = owner?.by.me === true
  const { claim, renew, release } = useCaseClaim(reviewCaseRef)
  /** Version of the case when the user last had the claim. */
  const [versionHeld, setVersionHeld] = useState(isMine ? row.version : null)
  const [isTaking, setIsTaking] = useState(false)
  if (isMine && versionHeld !== row.version) setVersionHeld(row.version)
  // The answer to a release changes the row before the mutation has ended.
  const wasReleased = release.isPending || (release.data?.version ?? 0) > (versionHeld ?? 0)
  const lostIt = versionHeld !== null && !isMine && !wasReleased
  if (isTaking && isMine) setIsTaking(false)
  useClaimRenewal({ until: isMine ? Date.parse(owner.until) : null, claimMs, renew })
  const isTheirs = owner !== null && !isMine
  useShortcut(
    'c',
    isTheirs ? texts.takeOver : texts.claim,
    () => (isTheirs ? setIsTaking(true) : claim.mutate({ transaction: reviewCaseRef.transaction })),
    mayWork && !claim.isPending,
  )
  return (
    <section aria-label={texts.label} className={styles.bar} data-mine={isMine || undefined}>
      <p className={styles.owner}>
        <ClaimOwner owner={owner} />
        {/* Announce only the loss of a claim; a renewal is no news. */}
        <span aria-live="polite" className={styles.lost}>
          {lostIt && row.decision === null ? <LostClaimNote owner={owner} /> : null}
        </span>
      </p>
      {mayWork ? (
        <span className={styles.actions}>
          {isMine ? (
            <Button look="quiet" disabled={release.isPending} onClick={() => release.mutate()}>
              {texts.release}
            </Button>
          ) : isTheirs ? (
            <Button aria-keyshortcuts="c" aria-expanded={isTaking} onClick={() => setIsTaking(!isTaking)}>
              {texts.openTakeOver}
            </Button>
          ) : (
            <Button
              look="primary"
              aria-keyshortcuts="c"
              disabled={claim.isPending}
              onClick={() => claim.mutate({ transaction: reviewCaseRef.transaction })}
            >
              {lostIt ? texts.claimAgain : texts.claim}
            </Button>
          )}
        </span>
      ) : null}
      {isTaking ? (
        <div className={styles.wide}>
          <CaseTextForm
            isFocused
            reviewCaseRef={reviewCaseRef}
            kind="case_take_over"
            label={texts.takeOverReason}
            go={texts.takeOver}
            going={texts.takingOver}
            missing={texts.notTakenOver}
            onLeave={() => setIsTaking(false)}
            send={(takeOver) => claim.mutateAsync({ transaction: reviewCaseRef.transaction, takeOver })}
          />
        </div>
      ) : null}
      {claim.error && !isTaking ? (
        <div className={styles.wide}>
          <ProblemNote error={claim.error} missing={queue.notClaimed} />
        </div>
      ) : null}
      {release.error ? (
        <div className={styles.wide}>
          <ProblemNote error={release.error} missing={texts.notReleased} />
        </div>
      ) : null}
    </section>
  )
}

/** Claim mutations; each response updates the case in all caches. */
function useCaseClaim(reviewCaseRef: ReviewCaseRef) {
  const { claim: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const queries = reviewQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const showToast = useToast()
  const { env, transaction } = reviewCaseRef
  const item = queries.item(reviewCaseRef)
  async function shown(answer: ClaimCaseResponse): Promise<void> {
    if (answer.answer === 'gone') await queryClient.invalidateQueries(item)
    else updateCachedReviewCase(queryClient, env, answer.row)
  }
  const claim = useMutation({
    ...queries.claim(env),
    async onSuccess(answer, { takeOver }) {
      await shown(answer)
      if (answer.answer === 'taken') showToast({ text: texts.claimed, undo: () => release.mutateAsync() })
      const owner = answer.answer === 'held' ? answer.row.claim : null
      if (answer.answer === 'held')
        announce(
          owner === null
            ? texts.claimedByOther
            : format.text(texts.claimedBy, { name: nameColleague(owner.by, 'subject') }),
        )
      // Reload the notes: the text for the previous owner is stored as a note.
      if (takeOver !== undefined) await queryClient.invalidateQueries(item)
    },
  })
  const renewal = useMutation({ ...queries.renew(env), onSuccess: shown })
  const release = useMutation({
    ...queries.release(reviewCaseRef),
    onSuccess(row) {
      updateCachedReviewCase(queryClient, env, row)
      showToast({ text: texts.released, undo: () => claim.mutateAsync({ transaction }) })
    },
  })
  function renew() {
    if (!renewal.isPending) renewal.mutate({ transaction })
  }
  return { claim, release, renew }
}

function ClaimOwner({ owner }: { readonly owner: CaseSummary['claim'] }): ReactNode {
  const { claim: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  if (owner === null) return <b>{texts.unassigned}</b>
  const time = <Timestamp key="until" at={owner.until} as="time" />
  const name = <b key="name">{nameColleague(owner.by, 'object')}</b>
  if (!owner.by.me) return format.parts(texts.theirs, { name, time })
  return (
    <>
      {format.parts(texts.mine, { you: name, time })} <span className={styles.quiet}>{texts.renewed}</span>
    </>
  )
}

/** Warns that the user lost the claim while on this page. */
function LostClaimNote({ owner }: { readonly owner: CaseSummary['claim'] }): ReactNode {
  const { claim: texts, inputKept } = useMessages('reviewCase')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  return (
    <>
      {' '}
      <span aria-hidden>▲</span>{' '}
      {owner === null
        ? texts.expired
        : format.text(texts.takenOver, { name: nameColleague(owner.by, 'subject') })}{' '}
      {inputKept}
    </>
  )
}
