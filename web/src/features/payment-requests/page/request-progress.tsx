import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { buildPaymentRequestProgress, type PaymentRequestStepState } from './progress.ts'
import styles from './request-page.module.css'

const stepIcons: Readonly<Record<PaymentRequestStepState, ReactNode>> = {
  done: <Check size={14} strokeWidth={2.6} />,
  now: <span className={styles.dot} />,
  failed: <X size={14} strokeWidth={2.6} />,
  unsure: '?',
  ahead: null,
}

/** Lists the steps to confirmation in order; shape and words show the progress, not colour alone. */
export function PaymentRequestProgress({ request }: { readonly request: PaymentRequest }): ReactNode {
  const now = useNowEverySecond()
  const texts = useMessages('paymentRequests')
  const stateTexts = useMessages('ui')
  const { label, states, steps } = texts.progress
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const progress = buildPaymentRequestProgress(request, {
    at: now,
    texts,
    states: stateTexts,
    format,
    nameColleague,
  })
  return (
    <ol aria-label={label} className={styles.progress}>
      {progress.map(({ step, state, detail, at }) => (
        <li
          key={step}
          data-stand={state}
          aria-current={state === 'now' || state === 'unsure' ? 'step' : undefined}
        >
          <span aria-hidden className={styles.mark}>
            {stepIcons[state]}
          </span>
          <span className={styles.step}>
            <b>{steps[step]}</b>
            <span className="unseen"> ({states[state]})</span>
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
