import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { StateLabel } from '../../../ui/text/state-label.tsx'
import { describeDecisionStatus } from '../decision-status.tsx'
import styles from './case-page.module.css'

/** Tells that the case left review, with its current state and the last decision. */
export function CaseLeftReviewNotice({
  item: { view, decisions },
}: {
  readonly item: CaseDetail
}): ReactNode {
  const texts = useMessages('review')
  const format = useFormat()
  const [last] = decisions
  return (
    <div className={styles.gone} role="status">
      <p className={styles.became}>
        <b>It is not in review any more.</b> It is now{' '}
        <StateLabel state={view.state} inReview={view.inReview} />
      </p>
      <p>
        {last
          ? `${texts.verdicts[last.verdict]}, decided by ${last.by.me ? 'you' : last.by.name}: ${describeDecisionStatus(last, texts, format).word}.`
          : 'Nothing was decided about it in this office.'}
      </p>
    </div>
  )
}

interface RecordChangedNoticeProps {
  readonly print: string
  /** State label from the latest read. */
  readonly says: string
}

/** Warns that a refresh brought another record while the user had the case open. */
export function RecordChangedNotice({ print, says }: RecordChangedNoticeProps): ReactNode {
  const announce = useAnnounce()
  const [first] = useState(print)
  const hasMoved = print !== first
  useEffect(() => {
    if (hasMoved) announce('What the service says has changed since you opened this')
  }, [announce, hasMoved])
  if (!hasMoved) return null
  return (
    <p className={styles.moved}>
      <span aria-hidden>▲</span> What the service says has changed since you opened this: everything here is
      as it is now{says === '' ? '' : ` (${says})`}.
    </p>
  )
}
