import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { Children, type ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { getVisibleText } from '../text/field-value.tsx'
import styles from './work-rows.module.css'

interface WorkRowsProps {
  /** Text instead of rows, if there are none. */
  readonly none: string
  readonly children: ReactNode
}

/** Lists work on the home page, each row with its action. */
export function WorkRows({ none, children }: WorkRowsProps): ReactNode {
  if (Children.count(children) === 0) return <p className={styles.quiet}>{none}</p>
  return <ul className={styles.rows}>{children}</ul>
}

interface WorkRowProps {
  /** Age, or time left. */
  readonly time: ReactNode
  readonly isLate?: boolean
  readonly customer: ReactNode
  /** Minor units and currency, as this role sees them. */
  readonly amount: { readonly amount: MaskedValue; readonly currency: MaskedValue }
  readonly what: ReactNode
  /** Actions. */
  readonly children: ReactNode
}

export function WorkRow({ time, isLate = false, customer, amount, what, children }: WorkRowProps): ReactNode {
  return (
    <li className={styles.row}>
      <span className={styles.time} data-late={isLate || undefined}>
        {isLate ? <span aria-hidden>▲ </span> : null}
        {time}
      </span>
      <span className={styles.customer}>{customer}</span>
      <span className={styles.amount}>
        <RowAmount {...amount} />
      </span>
      <span className={styles.what}>{what}</span>
      <span className={styles.actions}>{children}</span>
    </li>
  )
}

function RowAmount({ amount, currency }: WorkRowProps['amount']): ReactNode {
  const { noAmount } = useMessages('home')
  const format = useFormat()
  const [minor, unit] = [getVisibleText(amount), getVisibleText(currency)]
  if (minor === null) return noAmount
  return (amount.visibility === 'clear' && unit !== null ? format.money(minor, unit) : null) ?? minor
}
