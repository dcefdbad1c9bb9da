import type { ReviewItem } from '@paydesk/shared/work/review'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { StateWord } from '../../../ui/text/state-mark.tsx'
import { standingOf } from '../decision-standing.tsx'
import { verdictWords } from '../words.ts'
import styles from './item-page.module.css'

/** It is not in review any more: what became of it, and of what was decided. */
export function GoneNote({ item: { view, decisions } }: { readonly item: ReviewItem }): ReactNode {
  const [last] = decisions
  return (
    <div className={styles.gone} role="status">
      <p className={styles.became}>
        <b>It is not in review any more.</b> It is now{' '}
        <StateWord state={view.state} inReview={view.inReview} />
      </p>
      <p>
        {last
          ? `${verdictWords[last.verdict]}, decided by ${last.by.me ? 'you' : last.by.name}: ${standingOf(last).word}.`
          : 'Nothing was decided about it in this office.'}
      </p>
    </div>
  )
}

interface MovedNoteProps {
  readonly print: string
  /** The state in words, as the service says it now. */
  readonly says: string
}

/** The service said something else when it was read again while somebody was judging. */
export function MovedNote({ print, says }: MovedNoteProps): ReactNode {
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
