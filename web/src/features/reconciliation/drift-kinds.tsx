import { inMajorUnits } from '@paydesk/shared/core/money'
import type { DriftFigures, DriftFilter } from '@paydesk/shared/work/drift'
import type { ReactNode } from 'react'
import { counted } from '../../ui/text/counted.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import type { FilterLink } from './drift-filters.tsx'
import styles from './drift-kinds.module.css'
import { kindWords } from './words.ts'

interface DriftKindsProps {
  readonly figures: DriftFigures
  readonly filter: DriftFilter
  readonly link: FilterLink
}

/** What differs now, by kind: how many, how old, how much; each is the way to its items, and back to all. */
export function DriftKinds({ figures, filter, link }: DriftKindsProps): ReactNode {
  const { kinds, openedToday, closedToday } = figures
  const kept = { sort: filter.sort, order: filter.order }
  return (
    <section aria-label="Figures" className={styles.figures}>
      <p className={styles.today}>
        Today <b>{counted(openedToday)}</b> opened, <b>{counted(closedToday)}</b> closed by the facts
        {kinds.length > 0 && kinds.every(({ amounts }) => amounts === null)
          ? ' · your role sees amounts as ranges, so they are not added up'
          : ''}
      </p>
      {kinds.length === 0 ? null : (
        <ul className={styles.kinds}>
          {kinds.map((each) => {
            const isCurrent = filter.kind === each.kind
            // Where all of a kind are explained, that is the list with something in it.
            const status = each.open === 0 ? ('explained' as const) : undefined
            return (
              <li key={each.kind} className={styles.kind}>
                {link(isCurrent ? kept : { ...kept, kind: each.kind, status }, isCurrent, <Tile of={each} />)}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function Tile({
  of: { kind, open, explained, oldestAt, amounts },
}: {
  of: DriftFigures['kinds'][number]
}): ReactNode {
  return (
    <>
      <span className={styles.count} data-calm={open === 0 || undefined}>
        {counted(open)} <span className="unseen">not explained: </span>
      </span>
      <span className={styles.name} title={kindWords[kind]}>
        {kindWords[kind]}
      </span>
      <span className={styles.age}>
        oldest <RowTime at={oldestAt} as="age" />
        {explained > 0 ? ` · ${counted(explained)} explained` : ''}
      </span>
      {amounts === null ? null : (
        <span className={styles.sums} title="of the items whose amount is known">
          {amounts.length === 0 ? 'no amount given' : amounts.map(sumWords).join(' · ')}
        </span>
      )}
    </>
  )
}

function sumWords({ currency, minor }: { readonly currency: string; readonly minor: number }): string {
  return inMajorUnits(String(minor), currency) ?? `${minor} ${currency}`
}
