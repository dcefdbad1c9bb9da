import { type CaseFilter, type CaseList, slaStatusSchema } from '@paydesk/shared/cases/review-cases'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment, useSession } from '../../../lib/session-context.tsx'
import { PopoverMenu } from '../../../ui/forms/select-menus.tsx'
import { FilterLink } from '../../../ui/links/filter-link.tsx'
import { isSameFilter, markUnfiltered } from '../../../ui/state/list-state.ts'
import { ListTabs } from '../../../ui/table/list-tabs.tsx'
import { formatAgeBand, formatWholeDuration } from '../age-band.ts'
import { SlaIcon } from '../case-badges.tsx'
import { unreadMentionsFilter } from '../queries.ts'
import styles from './queue-figures.module.css'

/** Includes snoozed cases, because these figures count them too. */
const includeSnoozed = { snoozed: '1' } as const

interface ReviewQueueFiguresProps {
  /** Undefined while they load: the same links stand there already, so that nothing moves. */
  readonly figures: CaseList['figures'] | undefined
  readonly filter: CaseFilter
}

interface CountLinkProps {
  readonly wanted: CaseFilter
  readonly filter: CaseFilter
  readonly count: number | undefined
  readonly children: ReactNode
}

function CountLink({ wanted, filter, count, children }: CountLinkProps): ReactNode {
  const format = useFormatter()
  const { name: env } = useEnvironment()
  const hasDefaultViews = useSession().settings.defaultViews !== null
  return (
    <FilterLink
      to="/$env/review"
      params={{ env }}
      search={markUnfiltered(wanted, wanted, hasDefaultViews)}
      isCurrent={isSameFilter(wanted, filter)}
    >
      <b className={styles.count}>{count === undefined ? '…' : format.number(count)}</b> {children}
    </FilterLink>
  )
}

/** Shows counts of all cases visible to the user; each count links to its cases. */
export function ReviewQueueFigures({ figures, filter }: ReviewQueueFiguresProps): ReactNode {
  const { counts } = useMessages('review').queue
  const format = useFormatter()
  const to = (wanted: CaseFilter, count: number | undefined, words: ReactNode) => (
    <CountLink wanted={wanted} filter={filter} count={count}>
      {words}
    </CountLink>
  )
  const due = figures && Math.max(0, figures.cases - figures.snoozed)
  return (
    <section aria-label={counts.label}>
      <ListTabs>
        <li>{to({}, due, format.text(counts.cases, { count: due ?? 0 }))}</li>
        <li>{to({ claim: 'me', ...includeSnoozed }, figures?.mine, counts.mine)}</li>
        <li>
          {to({ decision: 'waiting', ...includeSnoozed }, figures?.waitingForApproval, counts.approval)}
        </li>
        {figures && (figures.mentions > 0 || filter.mentions === 'me') ? (
          <li>
            {to(
              unreadMentionsFilter,
              figures.mentions,
              format.text(counts.mentions, { count: figures.mentions }),
            )}
          </li>
        ) : null}
        {figures && (figures.snoozed > 0 || filter.snoozed === '1') ? (
          <li>
            {to(includeSnoozed, figures.cases, format.text(counts.snoozed, { count: figures.snoozed }))}
          </li>
        ) : null}
      </ListTabs>
    </section>
  )
}

/** Shows how many cases are on time, due soon and overdue. */
export function ReviewQueueSla({ figures, filter }: ReviewQueueFiguresProps): ReactNode {
  const texts = useMessages('review')
  const format = useFormatter()
  const sla = format.text(texts.queue.counts.sla, {
    duration: figures ? formatWholeDuration(figures.slaMs, texts, format) : '…',
  })
  return (
    <div className={styles.sla}>
      <ListTabs label={sla}>
        <li aria-hidden className={styles.word}>
          {sla}:
        </li>
        {slaStatusSchema.options.map((state) => (
          <li key={state}>
            <CountLink wanted={{ sla: state }} filter={filter} count={figures?.sla[state]}>
              <SlaIcon state={state} /> {texts.slaStates[state]}
            </CountLink>
          </li>
        ))}
      </ListTabs>
    </div>
  )
}

/** Age distribution as one bar, oldest last, with the numbers in a menu. */
export function ReviewQueueAgeBar({ bands }: { readonly bands: CaseList['figures']['bands'] }): ReactNode {
  const texts = useMessages('review')
  const { counts } = texts.queue
  const format = useFormatter()
  const sum = bands.reduce((before, band) => before + band.cases, 0)
  const says = bands
    .filter((band) => band.cases > 0)
    .map((band) => `${format.number(band.cases)} ${formatAgeBand(band, texts, format)}`)
    .join(', ')
  return (
    <div className={styles.ages}>
      <div
        role="img"
        aria-label={sum === 0 ? counts.noAges : format.text(counts.agesAre, { ages: says })}
        title={says}
        className={styles.bar}
      >
        {bands.map((band, index) =>
          band.cases === 0 ? null : (
            <span
              key={band.fromMs}
              className={styles.band}
              data-step={Math.round((index / Math.max(1, bands.length - 1)) * 4)}
              style={{ flexGrow: band.cases }}
            />
          ),
        )}
      </div>
      <PopoverMenu name={counts.ages} chosen={null} icon={<ChevronDown size={13} aria-hidden />}>
        <table className={styles.table}>
          <caption className="unseen">{counts.ageCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{counts.age}</th>
              <th scope="col">{counts.caseCount}</th>
              <th scope="col">{counts.share}</th>
            </tr>
          </thead>
          <tbody>
            {bands.map((band) => (
              <tr key={band.fromMs}>
                <th scope="row">{formatAgeBand(band, texts, format)}</th>
                <td>{format.number(band.cases)}</td>
                <td>{sum === 0 ? '–' : `${Math.round((100 * band.cases) / sum)} %`}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{format.text(texts.cases, { count: sum })}</td>
            </tr>
          </tfoot>
        </table>
      </PopoverMenu>
    </div>
  )
}
