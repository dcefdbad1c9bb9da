import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { formatMinorUnits } from '@paydesk/shared/core/money'
import type { ReactNode } from 'react'
import styles from '../text/field-value.module.css'
import { getVisibleText } from '../text/field-value.tsx'
import { maskDescriptions } from '../text/mask-descriptions.ts'
import { NotProvided } from '../text/state-label.tsx'

interface RowValueProps {
  readonly value: MaskedValue
  readonly mono?: boolean
}

/** Shows a value in a row of a table as this role may see it. Not focusable; explained on hover. */
export function RowValue({ value, mono = false }: RowValueProps): ReactNode {
  const look = mono ? styles.mono : styles.plain
  switch (value.seen) {
    case 'clear':
      return value.text === '' ? (
        <i className={styles.quiet}>empty</i>
      ) : (
        <span className={look} title={value.text}>
          {value.text}
        </span>
      )
    case 'masked':
      return (
        <span className={look} title={maskDescriptions[value.mask]}>
          {value.text}
          <span className={styles.mark} aria-hidden />
          <span className="unseen"> (masked)</span>
        </span>
      )
    case 'presence':
      return <span className={styles.quiet}>{value.present ? 'given' : 'not given'}</span>
    case 'absent':
      return <NotProvided short />
    case 'hidden':
      return <HiddenValue />
  }
}

function HiddenValue(): ReactNode {
  return (
    <span className={styles.quiet} title="not shown to your role">
      <span aria-hidden>–</span>
      <span className="unseen">not shown to your role</span>
    </span>
  )
}

interface RowMoneyProps {
  readonly amount: MaskedValue
  readonly currency: MaskedValue
  /** Source of the amount, shown on hover. */
  readonly from: string
}

/** Shows an amount in a row: in the digits of its currency if both are given, else "not given". */
export function RowMoney({ amount, currency, from }: RowMoneyProps): ReactNode {
  if (amount.seen === 'absent') {
    return (
      <span className={styles.quiet} title="The service gives amounts in notifications only, and none came.">
        not given
      </span>
    )
  }
  const code = getVisibleText(currency)
  if (amount.seen === 'masked') {
    return (
      <>
        <RowValue value={amount} /> {currency.seen === 'clear' ? code : null}
      </>
    )
  }
  if (amount.seen !== 'clear') return <RowValue value={amount} />
  const major = code ? formatMinorUnits(amount.text, code) : null
  return (
    <span title={`${amount.text} in the lowest unit of ${code ?? 'a currency that is not given'}, ${from}`}>
      {major ?? `${amount.text} ${code ?? '(unit not given)'}`}
    </span>
  )
}
