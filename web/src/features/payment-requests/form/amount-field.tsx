import type { ReactNode } from 'react'
import { SegmentButton, SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { previewAmount } from '../amount-preview.ts'
import type { RequestFormOptions } from '../request-form-values.ts'
import type { RequestFormState } from '../use-request-form.ts'
import { FieldErrorMessage, RequestFormField } from './field.tsx'
import styles from './form.module.css'

interface AmountFieldProps {
  readonly making: RequestFormState
  readonly choices: RequestFormOptions
}

/** Amount in major units with its currency, and a preview of what will be sent. */
export function AmountField({ making, choices }: AmountFieldProps): ReactNode {
  const { values, change, errors } = making
  const { currencies } = choices
  return (
    <div className={styles.money}>
      <RequestFormField
        name="amount"
        label={currencies.length === 1 ? `Amount in ${values.currency}` : 'Amount'}
        error={errors.amount}
        help={<AmountPreviewLine making={making} choices={choices} />}
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
              placeholder="0.00"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ amount: event.target.value }, 'amount')}
            />
            {currencies.length > 1 ? (
              <SegmentedControl legend="Currency">
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
      </RequestFormField>
      {errors.currency === undefined ? null : (
        <p className={styles.wrong}>
          <FieldErrorMessage>{errors.currency}</FieldErrorMessage>
        </p>
      )}
    </div>
  )
}

function AmountPreviewLine({ making: { values }, choices }: AmountFieldProps): ReactNode {
  const unit = choices.currencies.find(({ currency }) => currency === values.currency)
  const words = unit ? previewAmount(values.amount, unit) : { kind: 'empty' as const }
  return (
    <span aria-live="polite">
      {words.kind === 'sent' ? (
        <>
          Will be sent as <code>{words.minor}</code> (minor units), {words.major}
        </>
      ) : words.kind === 'odd' ? (
        <span className={styles.odd}>{words.message}</span>
      ) : (
        'In major units, such as 125.50'
      )}
    </span>
  )
}
