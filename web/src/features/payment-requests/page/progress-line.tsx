import type { PaymentRequest } from '@paydesk/shared/payments/payment-request'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSeconds } from '../../../ui/state/clock.ts'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { progressOf, type StepStand } from './progress.ts'
import styles from './request-page.module.css'

const marks: Readonly<Record<StepStand, ReactNode>> = {
  done: <Check size={14} strokeWidth={2.6} />,
  now: <span className={styles.dot} />,
  failed: <X size={14} strokeWidth={2.6} />,
  unsure: '?',
  ahead: null,
}

const standWords: Readonly<Record<StepStand, string>> = {
  done: 'done',
  now: 'under way',
  failed: 'failed',
  unsure: 'not known',
  ahead: 'to come',
}

/** From this office to the proof, in order; how far it is stands in shape and words, not in colour alone. */
export function ProgressLine({ request }: { readonly request: PaymentRequest }): ReactNode {
  const now = useSeconds()
  return (
    <ol aria-label="How far it is" className={styles.progress}>
      {progressOf(request, now).map(({ word, stand, says, at }) => (
        <li
          key={word}
          data-stand={stand}
          aria-current={stand === 'now' || stand === 'unsure' ? 'step' : undefined}
        >
          <span aria-hidden className={styles.mark}>
            {marks[stand]}
          </span>
          <span className={styles.step}>
            <b>{word}</b>
            <span className="unseen"> ({standWords[stand]})</span>
            {says === null ? null : <span className={styles.stepSays}>{says}</span>}
            {at === null ? null : (
              <span className={styles.stepSays}>
                <RowTime at={at} as="exact" />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
