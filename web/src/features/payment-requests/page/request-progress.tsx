import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { buildRequestProgress, type ProgressStepState } from './progress.ts'
import styles from './request-page.module.css'

const stepIcons: Readonly<Record<ProgressStepState, ReactNode>> = {
  done: <Check size={14} strokeWidth={2.6} />,
  now: <span className={styles.dot} />,
  failed: <X size={14} strokeWidth={2.6} />,
  unsure: '?',
  ahead: null,
}

const stepStateLabels: Readonly<Record<ProgressStepState, string>> = {
  done: 'done',
  now: 'under way',
  failed: 'failed',
  unsure: 'not known',
  ahead: 'to come',
}

/** Lists the steps to confirmation in order; shape and words show the progress, not colour alone. */
export function RequestProgress({ request }: { readonly request: PaymentRequest }): ReactNode {
  const now = useNowEverySecond()
  return (
    <ol aria-label="How far it is" className={styles.progress}>
      {buildRequestProgress(request, now).map(({ word, state, detail, at }) => (
        <li
          key={word}
          data-stand={state}
          aria-current={state === 'now' || state === 'unsure' ? 'step' : undefined}
        >
          <span aria-hidden className={styles.mark}>
            {stepIcons[state]}
          </span>
          <span className={styles.step}>
            <b>{word}</b>
            <span className="unseen"> ({stepStateLabels[state]})</span>
            {detail === null ? null : <span className={styles.stepSays}>{detail}</span>}
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
