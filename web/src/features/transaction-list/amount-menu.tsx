import type { Formatter } from '@paydesk/shared/core/formatter'
import { formatMinorUnits, parseMinorUnits } from '@paydesk/shared/core/money'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PopoverMenu } from '../../ui/forms/select-menus.tsx'
import type { TransactionListSearchChange } from './search-params.ts'
import styles from './transaction-list-page.module.css'

const noAmount = { currency: undefined, amountFrom: undefined, amountTo: undefined }

interface AmountFilterMenuProps {
  readonly filter: TransactionListFilter
  readonly onChange: (change: TransactionListSearchChange) => void
  readonly currencies: readonly string[]
}

/** Amount range in units of a currency; without a currency a number has no meaning. */
export function AmountFilterMenu({ filter, onChange, currencies }: AmountFilterMenuProps): ReactNode {
  const texts = useMessages('transactionList').amount
  const format = useFormatter()
  return (
    <PopoverMenu
      name={texts.name}
      chosen={describeAmountFilter(filter, texts, format)}
      onClear={() => onChange(noAmount)}
    >
      <AmountForm filter={filter} onChange={onChange} currencies={currencies} />
    </PopoverMenu>
  )
}

function AmountForm({ filter, onChange, currencies }: AmountFilterMenuProps): ReactNode {
  const texts = useMessages('transactionList').amount
  const format = useFormatter()
  const ids = { currency: useId(), from: useId(), to: useId(), help: useId() }
  const codes = [...new Set([...currencies, ...(filter.currency ? [filter.currency] : [])])]
  const [currency, setCurrency] = useState(filter.currency ?? (codes.length === 1 ? codes[0] : '') ?? '')
  const [from, setFrom] = useState(toPlainAmount(filter.amountFrom, filter.currency))
  const [to, setTo] = useState(toPlainAmount(filter.amountTo, filter.currency))
  const wrong = (text: string) => text !== '' && currency !== '' && parseMinorUnits(text, currency) === null
  const isWrong = wrong(from) || wrong(to)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isWrong) return
    const minor = (text: string) =>
      text === '' || currency === '' ? undefined : (parseMinorUnits(text, currency) ?? undefined)
    onChange({ currency: currency || undefined, amountFrom: minor(from), amountTo: minor(to) })
  }
  const field = (id: string, name: string, text: string, set: (text: string) => void) => (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        disabled={currency === ''}
        aria-invalid={wrong(text)}
        aria-describedby={ids.help}
        onChange={(event) => set(event.target.value.trim())}
      />
    </div>
  )
  return (
    <form className={styles.amount} onSubmit={onSubmit}>
      <div className={styles.field}>
        <label htmlFor={ids.currency}>{texts.currency}</label>
        <select id={ids.currency} value={currency} onChange={(event) => setCurrency(event.target.value)}>
          <option value="">{texts.anyCurrency}</option>
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </div>
      {field(ids.from, texts.from, from, setFrom)}
      {field(ids.to, texts.to, to, setTo)}
      <p id={ids.help} className={isWrong ? styles.wrong : styles.help}>
        {currency === '' ? texts.noCurrency : isWrong ? format.text(texts.wrong, { currency }) : texts.help}
      </p>
      <div className={styles.buttons}>
        <Button look="primary" type="submit" disabled={isWrong}>
          {texts.apply}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            setFrom('')
            setTo('')
            onChange(noAmount)
          }}
        >
          {texts.any}
        </Button>
      </div>
    </form>
  )
}

function toPlainAmount(minor: string | undefined, currency: string | undefined): string {
  if (minor === undefined || currency === undefined) return ''
  return formatMinorUnits(minor, currency)?.replaceAll(/[^\d.]/g, '') ?? ''
}

function describeAmountFilter(
  { currency, amountFrom, amountTo }: TransactionListFilter,
  texts: Messages['transactionList']['amount'],
  format: Formatter,
): string | null {
  const amount = (minor: string) =>
    (currency === undefined ? null : format.money(minor, currency)) ?? format.text(texts.noUnit, { minor })
  if (amountFrom !== undefined && amountTo !== undefined)
    return format.text(texts.between, { from: amount(amountFrom), to: amount(amountTo) })
  if (amountFrom !== undefined) return format.text(texts.atLeast, { amount: amount(amountFrom) })
  if (amountTo !== undefined) return format.text(texts.atMost, { amount: amount(amountTo) })
  return currency ?? null
}
