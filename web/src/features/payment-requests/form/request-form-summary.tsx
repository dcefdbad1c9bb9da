import type { ReactNode } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { previewAmount } from '../amount-preview.ts'
import type { RequestFormOptions, RequestFormValues } from '../request-form-values.ts'
import styles from './form.module.css'

interface RequestFormSummaryProps {
  readonly typed: RequestFormValues
  readonly choices: RequestFormOptions
  readonly isChecking: boolean
}

/** Summarizes the entries and leads to the review: nothing is sent before the review. */
export function RequestFormSummary({ typed, choices, isChecking }: RequestFormSummaryProps): ReactNode {
  const unit = choices.currencies.find(({ currency }) => currency === typed.currency)
  const words = unit ? previewAmount(typed.amount, unit) : null
  const customer =
    typed.rid === null && choices.customer ? getVisibleText(choices.customer.rid) : typed.rid?.trim()
  const merchant = typed.rid === null && choices.customer ? choices.customer.merchant : typed.merchant
  return (
    <aside aria-label="So far" className={styles.aside}>
      <p className={styles.total} data-empty={words?.kind !== 'sent' || undefined}>
        {words?.kind === 'sent' ? words.major : `– ${typed.currency}`}
      </p>
      <dl className={styles.far}>
        <div>
          <dt>Customer</dt>
          <dd>{customer ? <code>{customer}</code> : '–'}</dd>
        </div>
        <div>
          <dt>Merchant</dt>
          <dd>{merchant ? <code>{merchant}</code> : '–'}</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd>{typed.reference.trim() === '' ? 'made by Paydesk' : <code>{typed.reference.trim()}</code>}</dd>
        </div>
        <div>
          <dt>Workflow</dt>
          <dd>
            <code>{typed.workflow}</code>
          </dd>
        </div>
      </dl>
      <Button look="primary" type="submit" disabled={isChecking} className={styles.next}>
        {isChecking ? 'Checking…' : 'Check and review'}
        <span aria-hidden>
          <Kbd keys="Ctrl ↵" />
        </span>
      </Button>
      <p className={styles.help}>Nothing is sent yet. You see exactly what will be sent first.</p>
    </aside>
  )
}
