import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import {
  type AccountHolderFieldName,
  accountHolderFieldNames,
  canNameAccountHolder,
  type PaymentRequestFormOptions,
} from '../request-form-values.ts'
import type { PaymentRequestFormState } from '../use-request-form.ts'
import { PaymentRequestSelectField, PaymentRequestTextField } from './field.tsx'
import styles from './form.module.css'

interface AccountHolderFieldsProps {
  readonly formState: PaymentRequestFormState
  readonly choices: PaymentRequestFormOptions
}

/** Account to debit, for currencies where one may be named. */
export function AccountHolderFields({ formState, choices }: AccountHolderFieldsProps): ReactNode {
  const { values, change, errors } = formState
  const { form, fields } = useMessages('paymentRequests')
  const [isOpen, setOpen] = useState(false)
  if (!canNameAccountHolder(values, choices)) return null
  const isWrong = accountHolderFieldNames.some((member) => errors[`accountHolder.${member}`] !== undefined)
  const isFilled = accountHolderFieldNames.some((member) => values.holder[member] !== '')
  const given = (member: AccountHolderFieldName) => ({
    name: `accountHolder.${member}`,
    value: values.holder[member],
    error: errors[`accountHolder.${member}`],
    onChange: (text: string) =>
      change({ holder: { ...values.holder, [member]: text } }, `accountHolder.${member}`),
  })
  return (
    <details
      className={styles.more}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {form.holder} <span className={styles.optional}>{form.optional}</span>
        {isFilled ? <span className={styles.filled}>{form.holderFilled}</span> : null}
      </summary>
      <p className={styles.help}>{form.holderHelp}</p>
      <div className={styles.pairs}>
        <PaymentRequestTextField {...given('iban')} label={fields.iban} isMono />
        <PaymentRequestTextField {...given('name')} label={fields.holderName} />
        <PaymentRequestSelectField
          {...given('type')}
          label={fields.holderType}
          none={form.notSpecified}
          options={choices.holderTypes}
        />
        <PaymentRequestTextField {...given('bic')} label={fields.bic} isMono />
      </div>
    </details>
  )
}
