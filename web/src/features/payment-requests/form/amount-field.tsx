import type { ReactNode } from 'react'
import { Segment, Segments } from '../../../ui/forms/segments.tsx'
import { amountWords } from '../amount-words.ts'
import type { Making } from '../making.ts'
import type { Choices } from '../typed.ts'
import { Expected, Field } from './field.tsx'
import styles from './form.module.css'

interface AmountFieldProps {
  readonly making: Making
  readonly choices: Choices
}

/** The amount in major units with its currency, and at once what it will be sent as. */
export function AmountField({ making, choices }: AmountFieldProps): ReactNode {
  const { typed, change, errors } = making
  const { currencies } = choices
  return (
    <div className={styles.money}>
      <Field
        name="amount"
        label={currencies.length === 1 ? `Amount in ${typed.currency}` : 'Amount'}
        error={errors.amount}
        help={<AmountLine making={making} choices={choices} />}
      >
        {(given) => (
          <span className={styles.amountLine}>
            <input
              {...given}
              className={`${styles.input} ${styles.amount}`}
              value={typed.amount}
              maxLength={40}
              required
              inputMode="decimal"
              placeholder="0.00"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ amount: event.target.value }, 'amount')}
            />
            {currencies.length > 1 ? (
              <Segments legend="Currency">
                {currencies.map(({ currency }) => (
                  <Segment
                    key={currency}
                    isChosen={currency === typed.currency}
                    onChoose={() => change({ currency }, 'currency')}
                  >
                    {currency}
                  </Segment>
                ))}
              </Segments>
            ) : (
              <span className={styles.code}>{typed.currency}</span>
            )}
          </span>
        )}
      </Field>
      {errors.currency === undefined ? null : (
        <p className={styles.wrong}>
          <Expected>{errors.currency}</Expected>
        </p>
      )}
    </div>
  )
}

function AmountLine({ making: { typed }, choices }: AmountFieldProps): ReactNode {
  const unit = choices.currencies.find(({ currency }) => currency === typed.currency)
  const words = unit ? amountWords(typed.amount, unit) : { kind: 'empty' as const }
  return (
    <span aria-live="polite">
      {words.kind === 'sent' ? (
        <>
          Will be sent as <code>{words.minor}</code> (minor units), {words.major}
        </>
      ) : words.kind === 'odd' ? (
        <span className={styles.odd}>{words.says}</span>
      ) : (
        'In major units, such as 125.50'
      )}
    </span>
  )
}
