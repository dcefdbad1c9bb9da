import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
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
  const { left } = useMessages('reviewCase')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const [last] = decisions
  return (
    <div className={styles.gone} role="status">
      <p className={styles.became}>
        <b>{left.title}</b>{' '}
        {format.parts(left.state, {
          state: <StateLabel key="state" state={view.state} inReview={view.inReview} />,
        })}
      </p>
      <p>
        {last
          ? format.text(left.decision, {
              verdict: texts.verdicts[last.verdict],
              name: nameColleague(last.by, 'object'),
              status: describeDecisionStatus(last, texts, format).shortLabel,
            })
          : left.noDecision}
      </p>
    </div>
  )
}

interface RecordChangedNoticeProps {
  readonly recordHash: string
  /** State label from the latest read. */
  readonly message: string
}

/** Warns that a refresh brought another record while the user had the case open. */
export function RecordChangedNotice({ recordHash, message }: RecordChangedNoticeProps): ReactNode {
  const { changed } = useMessages('reviewCase')
  const format = useFormatter()
  const announce = useAnnounce()
  const [first] = useState(recordHash)
  const hasMoved = recordHash !== first
  useEffect(() => {
    if (hasMoved) announce(changed.announced)
  }, [announce, hasMoved, changed])
  if (!hasMoved) return null
  return (
    <p className={styles.moved}>
      <span aria-hidden>▲</span>{' '}
      {message === '' ? changed.text : format.text(changed.withState, { state: message })}
    </p>
  )
}
