import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { type AsyncQuery, AsyncView } from '../page/async-view.tsx'
import { Section } from '../page/section.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import { getVisibleText } from '../text/field-value.tsx'
import { useFormatMaskedText } from '../text/use-format-masked-text.ts'
import styles from './home-work-rows.module.css'

const maxRows = 5

interface HomeWorkSectionProps<Data, Row> {
  readonly texts: Readonly<Record<'title' | 'notLoaded' | 'none', string>>
  /** Link to the whole list. */
  readonly all: ReactNode
  readonly query: AsyncQuery<Data> & { readonly refetch: () => Promise<unknown> }
  /** Returns the rows in the order of their urgency; the first ones are shown. */
  readonly list: (data: Data) => readonly Row[]
  readonly renderRow: (row: Row) => ReactNode
  /** Parts below the rows. */
  readonly children?: ReactNode
}

/** Lists the most urgent work of one kind on the home page, each row with its action. */
export function HomeWorkSection<Data, Row>(props: HomeWorkSectionProps<Data, Row>): ReactNode {
  const { texts, all, query, list, renderRow, children } = props
  return (
    <Section title={texts.title} aside={all}>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={maxRows} height={36} />}
      >
        {(data) => {
          const rows = list(data).slice(0, maxRows)
          if (rows.length === 0) return <p className={styles.quiet}>{texts.none}</p>
          return <ul className={styles.rows}>{rows.map(renderRow)}</ul>
        }}
      </AsyncView>
      {children}
    </Section>
  )
}

interface HomeWorkRowProps {
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

/** Row of work that waits, on the home page; a late one is marked by a sign, too. */
export function HomeWorkRow({
  time,
  isLate = false,
  customer,
  amount,
  what,
  children,
}: HomeWorkRowProps): ReactNode {
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

function RowAmount({ amount, currency }: HomeWorkRowProps['amount']): ReactNode {
  const { noAmount } = useMessages('home')
  const format = useFormatter()
  const wordMasked = useFormatMaskedText()
  const [minor, unit] = [getVisibleText(amount), getVisibleText(currency)]
  if (minor === null) return noAmount
  if (amount.visibility === 'masked') return wordMasked(amount)
  return (unit === null ? null : format.money(minor, unit)) ?? minor
}
