import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { SegmentButton, SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import {
  type AmountPreview,
  formatExampleAmount,
  formatMajorAmount,
  formatZeroAmount,
  previewAmount,
} from '../amount-preview.ts'
import type { PaymentRequestFormOptions } from '../request-form-values.ts'
import type { PaymentRequestFormState } from '../use-request-form.ts'
import { FieldErrorMessage, PaymentRequestFormField } from './field.tsx'
import styles from './form.module.css'

interface AmountFieldProps {
  readonly formState: PaymentRequestFormState
  readonly choices: PaymentRequestFormOptions
}

/** Amount in major units with its currency, and a preview of what will be sent. */
export function AmountField({ formState, choices }: AmountFieldProps): ReactNode {
  const { values, change, errors } = formState
  const { currencies } = choices
  const { form, fields } = useMessages('paymentRequests')
  const format = useFormatter()
  const digits = currencies.find(({ currency }) => currency === values.currency)?.digits ?? 2
  return (
    <div className={styles.money}>
      <PaymentRequestFormField
        name="amount"
        label={
          currencies.length === 1 ? format.text(form.amountIn, { currency: values.currency }) : fields.amount
        }
        error={errors.amount}
        help={<AmountPreviewLine formState={formState} choices={choices} />}
      >
        {(given) => (
          <span className={styles.amountLine}>
            <input
              {...given}
              className={`${styles.input} ${styles.amount}`}
              value={values.amount}
              maxLength={40}
              required
              inputMode="decimal"
              placeholder={formatZeroAmount(format, digits)}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ amount: event.target.value }, 'amount')}
            />
            {currencies.length > 1 ? (
              <SegmentedControl legend={fields.currency}>
                {currencies.map(({ currency }) => (
                  <SegmentButton
                    key={currency}
                    isChosen={currency === values.currency}
                    onChoose={() => change({ currency }, 'currency')}
                  >
                    {currency}
                  </SegmentButton>
                ))}
              </SegmentedControl>
            ) : (
              <span className={styles.code}>{values.currency}</span>
            )}
          </span>
        )}
      </PaymentRequestFormField>
      {errors.currency === undefined ? null : (
        <p className={styles.wrong}>
          <FieldErrorMessage>{errors.currency}</FieldErrorMessage>
        </p>
      )}
    </div>
  )
}

function AmountPreviewLine({ formState: { values }, choices }: AmountFieldProps): ReactNode {
  const { form } = useMessages('paymentRequests')
  const format = useFormatter()
  const { amount, currency } = values
  const unit = choices.currencies.find((one) => one.currency === currency)
  const preview = unit ? previewAmount(amount, unit) : { kind: 'empty' as const }
  const [digits, max] = [unit?.digits ?? 2, String(unit?.maximum ?? '')]
  const example = formatExampleAmount(format, digits)
  function explainFault(fault: Extract<AmountPreview, { kind: 'odd' }>['fault']): string {
    const { digits: digitsFault, format: formatFault, leadingZero, max: maxFault, zero } = form.amountFaults
    return {
      zero,
      leadingZero: format.text(leadingZero, { example }),
      format: format.text(formatFault, { example }),
      digits: format.text(digitsFault, { currency, digits, example }),
      max: format.text(maxFault, { amount: formatMajorAmount(format, max, currency) }),
    }[fault]
  }
  return (
    <span aria-live="polite">
      {preview.kind === 'sent' ? (
        format.parts(form.amountPreview, {
          minor: <code key="minor">{preview.minor}</code>,
          major: formatMajorAmount(format, preview.minor, currency),
        })
      ) : preview.kind === 'odd' ? (
        <span className={styles.odd}>{explainFault(preview.fault)}</span>
      ) : (
        format.text(form.amountExample, { example })
      )}
    </span>
  )
}
