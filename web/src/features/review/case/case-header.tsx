import type { TransactionView } from '@paydesk/shared/payments/transaction'
import type { ReviewItem, ReviewRow } from '@paydesk/shared/work/review'
import type { ReactNode } from 'react'
import { RowMoney } from '../../../ui/table/row-value.tsx'
import { ShownValue } from '../../../ui/text/masked-value.tsx'
import { RowInterval, RowTime } from '../../../ui/text/row-time.tsx'
import { NotGiven } from '../../../ui/text/state-mark.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { DecisionWord, LevelMark } from '../marks.tsx'
import { concernWords, kindWords, verdictWords } from '../words.ts'
import styles from './item-header.module.css'

type Customer = NonNullable<TransactionView['customer']>
export type CustomerLink = (customer: Customer) => ReactNode

interface ItemFactsProps {
  readonly row: ReviewRow
  readonly item: ReviewItem
  readonly customerLink: CustomerLink
  readonly decisionLink: (
    decision: ReviewItem['decisions'][number]['decision'],
    words: ReactNode,
  ) => ReactNode
}

/** What stands above everything else of an item: why it waits, how long it has, and what it takes. */
export function ItemFacts({ row, item, customerLink, decisionLink }: ItemFactsProps): ReactNode {
  const facts: readonly { readonly term: string; readonly value: ReactNode; readonly isWide?: boolean }[] = [
    { term: 'Why', value: <Why row={row} /> },
    {
      term: 'In review',
      value: (
        <>
          <RowTime at={row.since.to} as="age" />{' '}
          <span className={styles.quiet}>
            (seen <RowInterval {...row.since} />)
          </span>
        </>
      ),
    },
    {
      term: 'Agreed time',
      value: (
        <>
          <LevelMark level={row.level} />, due <Timestamp at={row.level.dueAt} as="relative" />
        </>
      ),
    },
    {
      term: 'Expires',
      value: row.expiresAt === null ? <NotGiven /> : <Timestamp at={row.expiresAt} as="relative" />,
    },
    {
      term: 'Amount',
      value: (
        <RowMoney
          amount={row.amount}
          currency={row.currency}
          from="from notifications and what was created"
        />
      ),
    },
    {
      term: 'RID',
      value: item.view.customer ? customerLink(item.view.customer) : <ShownValue value={row.rid} mono />,
    },
    { term: 'Merchant', value: <ShownValue value={row.merchant} mono /> },
    ...(row.decision === null
      ? []
      : [
          {
            term: 'Decision',
            value: decisionLink(row.decision.decision, <DecisionWord decision={row.decision} />),
          },
        ]),
    { term: 'Second person', value: <Second needs={item.needs} />, isWide: true },
  ]
  return (
    <dl className={styles.facts} aria-label="The item">
      {facts.map(({ term, value, isWide }) => (
        <div key={term} className={styles.fact} data-wide={isWide || undefined}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Why({ row: { kind, concerns } }: { readonly row: ReviewRow }): ReactNode {
  const others = concerns.filter((each) => each !== kind)
  return (
    <>
      <b>{kindWords[kind]}</b>
      {others.length > 0 ? (
        <span className={styles.quiet}>
          , waits for {others.map((each) => concernWords[each]).join(', ')}
        </span>
      ) : null}
    </>
  )
}

/** Each reason once; where it holds for some decisions only, for which. */
function Second({ needs }: Pick<ReviewItem, 'needs'>): ReactNode {
  const reasons = [...new Set([...needs.accept, ...needs.reject, ...needs.cancel])]
  if (reasons.length === 0) return 'not needed'
  const verdicts = ['accept', 'reject', 'cancel'] as const
  return (
    <>
      <b>needed</b>:{' '}
      {reasons
        .map((reason) => {
          const by = verdicts.filter((verdict) => needs[verdict].includes(reason))
          const some = by.map((verdict) => verdictWords[verdict].toLowerCase()).join(' or ')
          return by.length === verdicts.length ? reason : `${reason} (to ${some})`
        })
        .join('; ')}
    </>
  )
}
