import type { DiscrepancyFigures, DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import { formatMinorUnits } from '@paydesk/shared/core/money'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FilterLink } from '../../ui/links/filter-link.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import styles from './discrepancy-kind-tiles.module.css'
import { discrepancyKindLabels } from './labels.ts'

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
    <FilterLink to="/$env/drift" params={{ env }} search={filter} isCurrent={isCurrent}>
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
  const { kinds, openedToday, closedToday } = figures
  const kept = { sort: filter.sort, order: filter.order }
  return (
    <section aria-label="Figures" className={styles.figures}>
      <p className={styles.today}>
        Today <b>{formatCount(openedToday)}</b> opened, <b>{formatCount(closedToday)}</b> closed by the facts
        {kinds.length > 0 && kinds.every(({ amounts }) => amounts === null)
          ? ' · your role sees amounts as ranges, so they are not added up'
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
  return (
    <>
      <span className={styles.count} data-calm={open === 0 || undefined}>
        {formatCount(open)} <span className="unseen">not explained: </span>
      </span>
      <span className={styles.name} title={discrepancyKindLabels[kind]}>
        {discrepancyKindLabels[kind]}
      </span>
      <span className={styles.age}>
        oldest <RowTime at={oldestAt} as="age" />
        {explained > 0 ? ` · ${formatCount(explained)} explained` : ''}
      </span>
      {amounts === null ? null : (
        <span className={styles.sums} title="of the items whose amount is known">
          {amounts.length === 0 ? 'no amount given' : amounts.map(formatSum).join(' · ')}
        </span>
      )}
    </>
  )
}

function formatSum({ currency, minor }: { readonly currency: string; readonly minor: number }): string {
  return formatMinorUnits(String(minor), currency) ?? `${minor} ${currency}`
}
