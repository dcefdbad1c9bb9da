import { type CaseFilter, type CaseList, slaStatus } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { PopoverMenu } from '../../../ui/forms/select-menus.tsx'
import { FilterLink } from '../../../ui/links/filter-link.tsx'
import { isSameFilter } from '../../../ui/state/list-state.ts'
import { ListTabs } from '../../../ui/table/list-tabs.tsx'
import { formatCount, formatCountOf } from '../../../ui/text/format-count.ts'
import { SlaIcon } from '../case-badges.tsx'
import { formatAgeBand, formatWholeDuration, slaStateLabels } from '../labels.ts'
import { unreadMentionsFilter } from '../search-params.ts'
import styles from './queue-figures.module.css'

/** Includes snoozed cases, because the figures count them too. */
const includeSnoozed = { snoozed: '1' } as const

interface QueueFiguresProps {
  readonly figures: CaseList['figures']
  readonly filter: CaseFilter
}

/** Shows counts of all cases visible to the user; each count links to its cases. */
export function QueueFigures({ figures, filter }: QueueFiguresProps): ReactNode {
  const { name: env } = useEnvironment()
  const to = (wanted: CaseFilter, count: number, words: ReactNode) => (
    <FilterLink to="/$env/review" params={{ env }} search={wanted} isCurrent={isSameFilter(wanted, filter)}>
      <b className={styles.count}>{formatCount(count)}</b> {words}
    </FilterLink>
  )
  const due = Math.max(0, figures.items - figures.snoozed)
  return (
    <section aria-label="Figures" className={styles.figures}>
      <ListTabs>
        <li>{to({}, due, due === 1 ? 'item' : 'items')}</li>
        <li>{to({ owner: 'me', ...includeSnoozed }, figures.mine, 'mine')}</li>
        <li>
          {to({ decision: 'waiting', ...includeSnoozed }, figures.waitingForSecond, 'for a second person')}
        </li>
        {figures.mentions > 0 || filter.mentions === 'me' ? (
          <li>
            {to(
              unreadMentionsFilter,
              figures.mentions,
              figures.mentions === 1 ? 'mentions you' : 'mention you',
            )}
          </li>
        ) : null}
        {figures.snoozed > 0 || filter.snoozed === '1' ? (
          <li>{to(includeSnoozed, figures.items, `with ${formatCount(figures.snoozed)} put off`)}</li>
        ) : null}
      </ListTabs>
      <ListTabs label={`Agreed time, ${formatWholeDuration(figures.levelMs)}`}>
        <li aria-hidden className={styles.word}>
          Agreed time {formatWholeDuration(figures.levelMs)}:
        </li>
        {slaStatus.options.map((state) => (
          <li key={state}>
            {to(
              { level: state, ...includeSnoozed },
              figures.level[state],
              <>
                <SlaIcon state={state} /> {slaStateLabels[state]}
              </>,
            )}
          </li>
        ))}
      </ListTabs>
      <AgeBands bands={figures.bands} />
    </section>
  )
}

/** Age distribution as one bar, oldest last, with the numbers in a menu. */
function AgeBands({ bands }: { readonly bands: CaseList['figures']['bands'] }): ReactNode {
  const sum = bands.reduce((before, band) => before + band.items, 0)
  const says = bands
    .filter((band) => band.items > 0)
    .map((band) => `${formatCount(band.items)} ${formatAgeBand(band)}`)
    .join(', ')
  return (
    <div className={styles.ages}>
      <div
        role="img"
        aria-label={sum === 0 ? 'Ages: nothing waits' : `Ages: ${says}`}
        title={says}
        className={styles.bar}
      >
        {bands.map((band, index) =>
          band.items === 0 ? null : (
            <span
              key={band.fromMs}
              className={styles.band}
              data-step={Math.round((index / Math.max(1, bands.length - 1)) * 4)}
              style={{ flexGrow: band.items }}
            />
          ),
        )}
      </div>
      <PopoverMenu name="Ages" chosen={null}>
        <table className={styles.table}>
          <caption className="unseen">Age since first seen in review</caption>
          <thead>
            <tr>
              <th scope="col">Age</th>
              <th scope="col">Items</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {bands.map((band) => (
              <tr key={band.fromMs}>
                <th scope="row">{formatAgeBand(band)}</th>
                <td>{formatCount(band.items)}</td>
                <td>{sum === 0 ? '–' : `${Math.round((100 * band.items) / sum)} %`}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{formatCountOf(sum, 'item')}</td>
            </tr>
          </tfoot>
        </table>
      </PopoverMenu>
    </div>
  )
}
