import type { Formatter } from '@paydesk/shared/core/formatter'
import { getRouteApi } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  Bell,
  ClipboardCheck,
  Eye,
  FileCheck,
  FileText,
  FileUp,
  Link2,
  type LucideIcon,
  MessageCircleQuestion,
  PackageOpen,
  PhoneCall,
  Scale,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { formatUtc } from '../../ui/text/format-time.ts'
import {
  mergeTimelineSources,
  type TimelineEntry,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'
import styles from './customer-timeline.module.css'
import { type TimelineKind, timelineKinds } from './search-params.ts'

const route = getRouteApi('/inside/$env/customers/$customer')

const icons: Readonly<Record<TimelineKind, LucideIcon>> = {
  transactions: ArrowLeftRight,
  imports: FileUp,
  notifications: Bell,
  cases: ClipboardCheck,
  discrepancies: Scale,
  payment_requests: Link2,
  questions: MessageCircleQuestion,
  documents: FileText,
  exports: FileCheck,
  subject_access: PackageOpen,
  caller_verifications: PhoneCall,
  access: Eye,
}

/** Source of each kind; null if it is hidden for the role, undefined until the person asks for it. */
type TimelineSources = Readonly<Record<TimelineKind, TimelineSource | null | undefined>>

interface CustomerTimelineProps {
  readonly sources: TimelineSources
  /** Line that says who had access to the customer, or offers to show it. */
  readonly access: ReactNode
}

/** Lists all that is known of a customer in one list, the newest first, by day. Each kind loads and fails on its own. */
export function CustomerTimeline({ sources, access }: CustomerTimelineProps): ReactNode {
  const texts = useMessages('customerTimeline')
  const format = useFormatter()
  const { events } = route.useSearch()
  const shown = timelineKinds.flatMap((kind): [TimelineKind, TimelineSource][] => {
    const source = sources[kind]
    return source && (events === undefined || events.includes(kind)) ? [[kind, source]] : []
  })
  const { entries, loadOlder } = mergeTimelineSources(shown)
  const nameKinds = (is: (source: TimelineSource) => boolean) =>
    shown.flatMap(([kind, source]) => (is(source) ? [texts.kinds[kind]] : [])).join(', ')
  const waiting = nameKinds(({ isPending }) => isPending)
  const isLoadingOlder = shown.some(([, source]) => source.loadedTo !== null && source.isFetching)
  return (
    <Section
      title={texts.title}
      id="timeline"
      note={entries.length === 0 ? null : format.text(texts.count, { count: entries.length })}
    >
      <KindFilter sources={sources} />
      {groupFailed(shown).map(({ source, kinds }) => (
        <ProblemNote
          key={kinds.join()}
          error={source.error}
          retry={source.retry}
          retrying={source.isFetching}
          missing={format.text(texts.notLoaded, { kind: kinds.map((kind) => texts.kinds[kind]).join(', ') })}
        />
      ))}
      <p className={styles.quiet} aria-live="polite">
        {waiting === '' ? null : format.text(texts.loading, { kinds: waiting })}
      </p>
      {entries.length > 0 ? (
        <Days entries={entries} />
      ) : waiting === '' ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <Skeleton lines={8} height={28} />
      )}
      {loadOlder === null ? null : (
        <p className={styles.older}>
          <Button disabled={isLoadingOlder} onClick={loadOlder}>
            {isLoadingOlder ? texts.loadingOlder : texts.older}
          </Button>
        </p>
      )}
      <Coverage sources={sources} shown={shown} isComplete={loadOlder === null && waiting === ''} />
      <div className={styles.access}>{access}</div>
    </Section>
  )
}

/** Groups the kinds that failed by their query: one note and one retry for each. */
function groupFailed(shown: readonly (readonly [TimelineKind, TimelineSource])[]) {
  const groups = new Map<() => void, { source: TimelineSource; kinds: TimelineKind[] }>()
  for (const [kind, source] of shown) {
    if (source.error === null) continue
    const group = groups.get(source.retry) ?? { source, kinds: [] }
    groups.set(source.retry, { source, kinds: [...group.kinds, kind] })
  }
  return [...groups.values()]
}

interface CoverageProps extends Pick<CustomerTimelineProps, 'sources'> {
  readonly shown: readonly (readonly [TimelineKind, TimelineSource])[]
  /** True if no source has older entries to load. */
  readonly isComplete: boolean
}

/** Says what the list has and what it lacks. */
function Coverage({ sources, shown, isComplete }: CoverageProps): ReactNode {
  const texts = useMessages('customerTimeline')
  const format = useFormatter()
  const name = (kinds: readonly TimelineKind[]) => kinds.map((kind) => texts.kinds[kind]).join(', ')
  const kindsWith = (is: (source: TimelineSource) => boolean) =>
    name(shown.flatMap(([kind, source]) => (is(source) ? [kind] : [])))
  const missing = kindsWith(({ error }) => error !== null)
  const cut = kindsWith(({ isCut }) => isCut)
  const hidden = name(timelineKinds.filter((kind) => sources[kind] === null))
  const lines = [
    missing === '' ? null : format.text(texts.missing, { kinds: missing }),
    isComplete ? (missing === '' && cut === '' ? texts.complete : texts.completeExcept) : null,
    cut === '' ? null : format.text(texts.cut, { kinds: cut }),
    hidden === '' ? null : format.text(texts.hiddenForRole, { kinds: hidden }),
  ]
  return lines.map((line) =>
    line === null ? null : (
      <p key={line} className={styles.quiet}>
        {line}
      </p>
    ),
  )
}

/** Chooses the kinds of entries; none chosen means all. The choice is part of the address. */
function KindFilter({ sources }: Pick<CustomerTimelineProps, 'sources'>): ReactNode {
  const texts = useMessages('customerTimeline')
  const { events } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (kinds: readonly TimelineKind[]) =>
    navigate({
      search: (now) => ({ ...now, events: kinds.length === 0 ? undefined : [...kinds] }),
      replace: true,
      resetScroll: false,
    })
  const toggle = (kind: TimelineKind) => {
    const chosen = events ?? []
    void choose(timelineKinds.filter((one) => (one === kind ? !chosen.includes(kind) : chosen.includes(one))))
  }
  return (
    <fieldset className={styles.filter}>
      <legend className="unseen">{texts.filter}</legend>
      <button
        type="button"
        className={styles.kindChoice}
        aria-pressed={events === undefined}
        onClick={() => void choose([])}
      >
        {texts.everything}
      </button>
      {timelineKinds.map((kind) => {
        const Icon = icons[kind]
        return !sources[kind] ? null : (
          <button
            key={kind}
            type="button"
            className={styles.kindChoice}
            aria-pressed={events?.includes(kind) ?? false}
            onClick={() => toggle(kind)}
          >
            <Icon size={14} aria-hidden />
            {texts.kinds[kind]}
          </button>
        )
      })}
    </fieldset>
  )
}

type KindEntry = TimelineEntry & { readonly kind: TimelineKind }

/** Groups entries by the day of the person's time zone; they are sorted already. */
function groupByDay(entries: readonly KindEntry[], format: Formatter): Map<string, KindEntry[]> {
  const days = new Map<string, KindEntry[]>()
  for (const entry of entries) {
    const day = format.day(new Date(entry.at))
    const group = days.get(day)
    if (group === undefined) days.set(day, [entry])
    else group.push(entry)
  }
  return days
}

const dayMs = 86_400_000

function Days({ entries }: { readonly entries: readonly KindEntry[] }): ReactNode {
  const texts = useMessages('customerTimeline')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const nearDays = new Map([
    [format.day(now - dayMs), texts.yesterday],
    [format.day(now), texts.today],
  ])
  return [...groupByDay(entries, format)].map(([day, rows]) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h3 className={styles.date}>
        {nearDays.has(day) ? (
          <>
            {nearDays.get(day)} <span className={styles.dateOfDay}>{day}</span>
          </>
        ) : (
          day
        )}
      </h3>
      <ol className={styles.list}>
        {rows.map((entry) => (
          <Row key={`${entry.kind}-${entry.key}`} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}

function Row({ entry: { kind, at, from, content, record } }: { readonly entry: KindEntry }): ReactNode {
  const { kinds } = useMessages('customerTimeline')
  const Icon = icons[kind]
  return (
    <li className={styles.row} data-kind={kind}>
      <span className={styles.when}>
        <EntryTime at={at} from={from} />
      </span>
      <span className={styles.kind}>
        <Icon size={14} aria-hidden />
        {kinds[kind]}
      </span>
      <div className={styles.content}>{content}</div>
      <span className={styles.record}>{record}</span>
    </li>
  )
}

/** Shows the time on the day of the heading, or the interval in which it happened. */
function EntryTime({ at, from }: Pick<KindEntry, 'at' | 'from'>): ReactNode {
  const { time } = useMessages('ui')
  const format = useFormatter()
  const date = new Date(at)
  const exact = format.exactTime(date, date.getTime())
  const utc = formatUtc(date)
  if (from === undefined)
    return (
      <time dateTime={at} title={`${format.dayAndTime(date)} ${format.timeZone} · ${utc}`}>
        {exact}
      </time>
    )
  const title =
    from === null
      ? format.text(time.firstSeen, { time: `${format.dayAndTime(date)} ${format.timeZone}`, utc })
      : format.text(time.between, { from: formatUtc(new Date(from)), to: utc })
  return (
    <time dateTime={at} title={title}>
      {format.text(time.by, { time: exact })}
    </time>
  )
}
