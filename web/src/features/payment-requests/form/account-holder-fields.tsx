import type { ReactNode } from 'react'
import { useState } from 'react'
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
        Account to debit <span className={styles.optional}>optional</span>
        {isFilled ? <span className={styles.filled}>given</span> : null}
      </summary>
      <p className={styles.help}>
        Only where the customer’s account is known: it is never sent without an IBAN.
      </p>
      <div className={styles.pairs}>
        <RequestTextField {...given('iban')} label="IBAN" isMono />
        <RequestTextField {...given('name')} label="Name of the account holder" />
        <RequestSelectField
          {...given('type')}
          label="Type of account holder"
          none="Not said"
          options={choices.holderTypes}
        />
        <RequestTextField {...given('bic')} label="BIC" isMono />
      </div>
    </details>
  )
}
