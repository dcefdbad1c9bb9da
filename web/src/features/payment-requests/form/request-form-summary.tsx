import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { formatMajorAmount, formatZeroAmount, previewAmount } from '../amount-preview.ts'
import type { PaymentRequestFormOptions, PaymentRequestFormValues } from '../request-form-values.ts'
import styles from './form.module.css'

interface PaymentRequestFormSummaryProps {
  readonly typed: PaymentRequestFormValues
  readonly choices: PaymentRequestFormOptions
  readonly isChecking: boolean
}

/** Summarizes the entries and leads to the review: nothing is sent before the review. */
export function PaymentRequestFormSummary({
  typed,
  choices,
  isChecking,
}: PaymentRequestFormSummaryProps): ReactNode {
  const { form, fields } = useMessages('paymentRequests')
  const format = useFormatter()
  const unit = choices.currencies.find(({ currency }) => currency === typed.currency)
  const preview = unit ? previewAmount(typed.amount, unit) : null
  const customer =
    typed.rid === null && choices.customer ? getVisibleText(choices.customer.rid) : typed.rid?.trim()
  const merchant = typed.rid === null && choices.customer ? choices.customer.merchant : typed.merchant
  return (
    <aside aria-label={form.summary} className={styles.aside}>
      <p className={styles.total} data-empty={preview?.kind !== 'sent' || undefined}>
        {preview?.kind === 'sent'
          ? formatMajorAmount(format, preview.minor, typed.currency)
          : `${formatZeroAmount(format, unit?.digits ?? 2)} ${typed.currency}`}
      </p>
      <dl className={styles.far}>
        <div>
          <dt>{fields.customer}</dt>
          <dd>{customer ? <code>{customer}</code> : '–'}</dd>
        </div>
        <div>
          <dt>{fields.merchant}</dt>
          <dd>{merchant ? <code>{merchant}</code> : '–'}</dd>
        </div>
        <div>
          <dt>{fields.reference}</dt>
          <dd>{typed.reference.trim() === '' ? form.generated : <code>{typed.reference.trim()}</code>}</dd>
        </div>
        <div>
          <dt>{fields.workflow}</dt>
          <dd>
            <code>{typed.workflow}</code>
          </dd>
        </div>
      </dl>
      <Button
        look="primary"
        type="submit"
        aria-keyshortcuts="Control+Enter"
        disabled={isChecking}
        className={styles.next}
      >
        {isChecking ? form.checking : form.continue}
      </Button>
      <p className={styles.help}>{form.continueHelp}</p>
    </aside>
  )
}
