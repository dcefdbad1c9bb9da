import { formatMinorUnits, parseMinorUnits } from '@paydesk/shared/core/money'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { PopoverMenu } from '../../ui/forms/select-menus.tsx'
import type { TransactionListSearchChange } from './search-params.ts'
import styles from './transaction-list-page.module.css'

interface AmountFilterMenuProps {
  readonly filter: TransactionListFilter
  readonly onChange: (change: TransactionListSearchChange) => void
  readonly currencies: readonly string[]
}

/** Amount range in units of a currency; without a currency a number has no meaning. */
export function AmountFilterMenu({ filter, onChange, currencies }: AmountFilterMenuProps): ReactNode {
  return (
    <PopoverMenu name="Amount" chosen={describeAmountFilter(filter)}>
      <AmountForm filter={filter} onChange={onChange} currencies={currencies} />
    </PopoverMenu>
  )
}

function AmountForm({ filter, onChange, currencies }: AmountFilterMenuProps): ReactNode {
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
        <label htmlFor={ids.currency}>Currency</label>
        <select id={ids.currency} value={currency} onChange={(event) => setCurrency(event.target.value)}>
          <option value="">any</option>
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </div>
      {field(ids.from, 'From', from, setFrom)}
      {field(ids.to, 'To', to, setTo)}
      <p id={ids.help} className={isWrong ? styles.wrong : styles.help}>
        {currency === ''
          ? 'Choose a currency first.'
          : isWrong
            ? `Not an amount in ${currency}: write 125 or 125.50.`
            : 'Amounts are known from notifications and creates only: transactions without one never match.'}
      </p>
      <div className={styles.buttons}>
        <Button look="primary" type="submit" disabled={isWrong}>
          Apply
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            setFrom('')
            setTo('')
            onChange({ currency: undefined, amountFrom: undefined, amountTo: undefined })
          }}
        >
          Any amount
        </Button>
      </div>
    </form>
  )
}

function toPlainAmount(minor: string | undefined, currency: string | undefined): string {
  if (minor === undefined || currency === undefined) return ''
  return formatMinorUnits(minor, currency)?.replaceAll(/[^\d.]/g, '') ?? ''
}

function describeAmountFilter({ currency, amountFrom, amountTo }: TransactionListFilter): string | null {
  const said = (minor: string) =>
    (currency === undefined ? null : formatMinorUnits(minor, currency)) ?? `${minor} (unit not given)`
  if (amountFrom !== undefined && amountTo !== undefined) return `${said(amountFrom)} to ${said(amountTo)}`
  if (amountFrom !== undefined) return `from ${said(amountFrom)}`
  if (amountTo !== undefined) return `up to ${said(amountTo)}`
  return currency ?? null
}
