import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import {
  type AccountHolderMember,
  accountHolderMembers,
  canNameAccountHolder,
  type RequestFormOptions,
} from '../request-form-values.ts'
import type { RequestFormState } from '../use-request-form.ts'
import { RequestSelectField, RequestTextField } from './field.tsx'
import styles from './form.module.css'

interface AccountHolderFieldsProps {
  readonly making: RequestFormState
  readonly choices: RequestFormOptions
}

/** Account to debit, for currencies where one may be named. */
export function AccountHolderFields({ making, choices }: AccountHolderFieldsProps): ReactNode {
  const { values, change, errors } = making
  const { form, fields } = useMessages('paymentRequests')
  const [isOpen, setOpen] = useState(false)
  if (!canNameAccountHolder(values, choices)) return null
  const isWrong = accountHolderMembers.some((member) => errors[`accountHolder.${member}`] !== undefined)
  const isFilled = accountHolderMembers.some((member) => values.holder[member] !== '')
  const given = (member: AccountHolderMember) => ({
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
        <RequestTextField {...given('iban')} label={fields.iban} isMono />
        <RequestTextField {...given('name')} label={fields.holderName} />
        <RequestSelectField
          {...given('type')}
          label={fields.holderType}
          none={form.notSpecified}
          options={choices.holderTypes}
        />
        <RequestTextField {...given('bic')} label={fields.bic} isMono />
      </div>
    </details>
  )
}
