import type { ReviewFilter, ReviewPage } from '@paydesk/shared/work/review'
import { levelState } from '@paydesk/shared/work/review'
import type { ReactNode } from 'react'
import { Menu } from '../../../ui/forms/choice-menu.tsx'
import { isSameFilter } from '../../../ui/state/list-state.ts'
import { ListTabs } from '../../../ui/table/list-tabs.tsx'
import { counted, countOf } from '../../../ui/text/counted.ts'
import { mentioningMe } from '../address.ts'
import { LevelIcon } from '../marks.tsx'
import { bandWords, levelWords, spanWords } from '../words.ts'
import styles from './queue-figures.module.css'

export type FilterLink = (filter: ReviewFilter, isCurrent: boolean, children: ReactNode) => ReactNode

/** Figures count what is put off too, so their links list it. */
const all = { snoozed: '1' } as const

interface QueueFiguresProps {
  readonly figures: ReviewPage['figures']
  readonly filter: ReviewFilter
  /** A link to the queue with this filter. */
  readonly link: FilterLink
}

/** How much waits, of all that this person may see; each figure is the way to its items. */
export function QueueFigures({ figures, filter, link }: QueueFiguresProps): ReactNode {
  const to = (wanted: ReviewFilter, count: number, words: ReactNode) =>
    link(
      wanted,
      isSameFilter(wanted, filter),
      <>
        <b className={styles.count}>{counted(count)}</b> {words}
      </>,
    )
  const due = Math.max(0, figures.items - figures.snoozed)
  return (
    <section aria-label="Figures" className={styles.figures}>
      <ListTabs>
        <li>{to({}, due, due === 1 ? 'item' : 'items')}</li>
        <li>{to({ owner: 'me', ...all }, figures.mine, 'mine')}</li>
        <li>{to({ decision: 'waiting', ...all }, figures.waitingForSecond, 'for a second person')}</li>
        {figures.mentions > 0 || filter.mentions === 'me' ? (
          <li>
            {to(mentioningMe, figures.mentions, figures.mentions === 1 ? 'mentions you' : 'mention you')}
          </li>
        ) : null}
        {figures.snoozed > 0 || filter.snoozed === '1' ? (
          <li>{to(all, figures.items, `with ${counted(figures.snoozed)} put off`)}</li>
        ) : null}
      </ListTabs>
      <ListTabs label={`Agreed time, ${spanWords(figures.levelMs)}`}>
        <li aria-hidden className={styles.word}>
          Agreed time {spanWords(figures.levelMs)}:
        </li>
        {levelState.options.map((state) => (
          <li key={state}>
            {to(
              { level: state, ...all },
              figures.level[state],
              <>
                <LevelIcon state={state} /> {levelWords[state]}
              </>,
            )}
          </li>
        ))}
      </ListTabs>
      <AgeBands bands={figures.bands} />
    </section>
  )
}

/** How old what waits is: one bar, oldest at its end, with the numbers behind it. */
function AgeBands({ bands }: { readonly bands: ReviewPage['figures']['bands'] }): ReactNode {
  const sum = bands.reduce((before, band) => before + band.items, 0)
  const says = bands
    .filter((band) => band.items > 0)
    .map((band) => `${counted(band.items)} ${bandWords(band)}`)
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
      <Menu name="Ages" chosen={null}>
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
                <th scope="row">{bandWords(band)}</th>
                <td>{counted(band.items)}</td>
                <td>{sum === 0 ? '–' : `${Math.round((100 * band.items) / sum)} %`}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{countOf(sum, 'item')}</td>
            </tr>
          </tfoot>
        </table>
      </Menu>
    </div>
  )
}
