import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Making } from '../making.ts'
import { type Choices, type HolderMember, holderMembers, mayHold } from '../typed.ts'
import { ChoiceField, TextField } from './field.tsx'
import styles from './form.module.css'

interface HolderFieldsProps {
  readonly making: Making
  readonly choices: Choices
}

/** The account that is debited, for currencies where one may be named. */
export function HolderFields({ making, choices }: HolderFieldsProps): ReactNode {
  const { typed, change, errors } = making
  const [isOpen, setOpen] = useState(false)
  if (!mayHold(typed, choices)) return null
  const isWrong = holderMembers.some((member) => errors[`accountHolder.${member}`] !== undefined)
  const isFilled = holderMembers.some((member) => typed.holder[member] !== '')
  const given = (member: HolderMember) => ({
    name: `accountHolder.${member}`,
    value: typed.holder[member],
    error: errors[`accountHolder.${member}`],
    onChange: (text: string) =>
      change({ holder: { ...typed.holder, [member]: text } }, `accountHolder.${member}`),
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
        <TextField {...given('iban')} label="IBAN" isMono />
        <TextField {...given('name')} label="Name of the account holder" />
        <ChoiceField
          {...given('type')}
          label="Type of account holder"
          none="Not said"
          options={choices.holderTypes}
        />
        <TextField {...given('bic')} label="BIC" isMono />
      </div>
    </details>
  )
}
