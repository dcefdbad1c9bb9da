import type { DiscrepancyFigures, DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FilterLink } from '../../ui/links/filter-link.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import styles from './discrepancy-kind-tiles.module.css'

interface DiscrepancyFilterLinkProps {
  readonly filter: DiscrepancyFilter
  readonly isCurrent: boolean
  readonly children: ReactNode
}

export function DiscrepancyFilterLink({
  filter,
  isCurrent,
  children,
}: DiscrepancyFilterLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <FilterLink to="/$env/reconciliation" params={{ env }} search={filter} isCurrent={isCurrent}>
      {children}
    </FilterLink>
  )
}

interface DiscrepancyKindTilesProps {
  readonly figures: DiscrepancyFigures
  readonly filter: DiscrepancyFilter
}

/** Counts the discrepancies by kind. A tile filters the list by its kind; the current tile clears that. */
export function DiscrepancyKindTiles({ figures, filter }: DiscrepancyKindTilesProps): ReactNode {
  const texts = useMessages('reconciliation')
  const format = useFormatter()
  const { kinds, openedToday, closedToday } = figures
  const kept = { sort: filter.sort, order: filter.order, customer: filter.customer }
  return (
    <section aria-label={texts.figures.title} className={styles.figures}>
      <p className={styles.today}>
        {format.parts<typeof texts.figures.today, ReactNode>(texts.figures.today, {
          opened: <b key="opened">{format.number(openedToday)}</b>,
          closed: <b key="closed">{format.number(closedToday)}</b>,
        })}
        {kinds.length > 0 && kinds.every(({ amounts }) => amounts === null)
          ? ` · ${texts.rangesNotSummed}`
          : ''}
      </p>
      {kinds.length === 0 ? null : (
        <ul className={styles.kinds}>
          {kinds.map((each) => {
            const isCurrent = filter.kind === each.kind
            // All of this kind are explained: link to the list that has rows.
            const status = each.open === 0 ? ('explained' as const) : undefined
            return (
              <li key={each.kind} className={styles.kind}>
                <DiscrepancyFilterLink
                  filter={isCurrent ? kept : { ...kept, kind: each.kind, status }}
                  isCurrent={isCurrent}
                >
                  <KindTile of={each} />
                </DiscrepancyFilterLink>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function KindTile({
  of: { kind, open, explained, oldestAt, amounts },
}: {
  of: DiscrepancyFigures['kinds'][number]
}): ReactNode {
  const { figures: texts, kinds } = useMessages('reconciliation')
  const format = useFormatter()
  return (
    <>
      <span className={styles.count} data-calm={open === 0 || undefined}>
        {format.number(open)} <span className="unseen">{texts.unexplained} </span>
      </span>
      <span className={styles.name} title={kinds[kind]}>
        {kinds[kind]}
      </span>
      <span className={styles.age}>
        {format.parts<typeof texts.oldest, ReactNode>(texts.oldest, {
          age: <RowTime key="age" at={oldestAt} as="age" />,
        })}
        {explained > 0 ? ` · ${format.text(texts.explained, { count: explained })}` : ''}
      </span>
      {amounts === null ? null : (
        <span className={styles.sums} title={texts.knownAmounts}>
          {amounts.length === 0
            ? texts.noAmounts
            : amounts
                .map(({ currency, minor }) => format.money(String(minor), currency) ?? `${minor} ${currency}`)
                .join(' · ')}
        </span>
      )}
    </>
  )
}
