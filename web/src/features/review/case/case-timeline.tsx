import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { CaseClaimEvent, CaseDetail, CaseNote } from '@paydesk/shared/cases/review-cases'
import type { Observation, TransactionHistory } from '@paydesk/shared/core/observations'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { LocalizedConfigText } from '../../../ui/text/localized-config-text.tsx'
import { RowInterval, RowTime } from '../../../ui/text/row-time.tsx'
import { DecisionLink } from '../decision-link.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import styles from './case-timeline.module.css'

/** Notifications and syncs of the transaction, which load apart from the case. */
export interface CaseTransactionHistory {
  readonly query: UseQueryResult<TransactionHistory>
  readonly renderObservation: (observation: Observation) => ReactNode
}

interface CaseTimelineSectionProps {
  readonly item: Pick<CaseDetail, 'notes' | 'claims' | 'decisions'>
  /** Null for a role that does not see the history of transactions. */
  readonly history: CaseTransactionHistory | null
}

/** Limit of entries that stand open, the newest ones. */
const maxOpenEntries = 12

interface TimelineEntry {
  readonly key: string
  /** ISO 8601. */
  readonly at: string
  /** Start of the interval in which it happened, if there is one; null if nothing was read before. */
  readonly from?: string | null
  readonly kind: CaseNote['kind'] | 'claim' | 'decision' | 'approval' | 'withdrawal' | 'observation'
  readonly isForMe?: boolean
  readonly content: ReactNode
}

/** Lists all that happened to a case in one list, the newest first: each entry with time, author and event. */
export function CaseTimelineSection({ item, history }: CaseTimelineSectionProps): ReactNode {
  const { timeline: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const observations = history?.query.data?.observations ?? []
  const entries: TimelineEntry[] = [
    ...item.notes.map(buildNoteEntry),
    ...item.claims.map(buildClaimEntry),
    ...item.decisions.flatMap(buildDecisionEntries),
    ...observations.map((each) => ({
      key: `observation-${each.seq}`,
      at: each.to,
      from: each.from,
      kind: 'observation' as const,
      content: <ObservationEntry observation={each} render={history?.renderObservation} />,
    })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const earlier = entries.slice(maxOpenEntries)
  return (
    <Section title={texts.title} id="timeline" note={entries.length > 0 ? entries.length : null}>
      {history === null || history.query.data !== undefined ? null : (
        <AsyncView
          query={history.query}
          retry={() => void history.query.refetch()}
          missing={texts.historyFailed}
          skeleton={<Skeleton lines={2} height={20} />}
        >
          {() => null}
        </AsyncView>
      )}
      {entries.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <TimelineEntries label={texts.title} entries={entries.slice(0, maxOpenEntries)} />
      {earlier.length === 0 ? null : (
        <details>
          <summary className={styles.more}>{format.text(texts.earlier, { count: earlier.length })}</summary>
          <TimelineEntries label={texts.earlierTitle} entries={earlier} />
        </details>
      )}
      {history?.query.data?.more ? <p className={styles.none}>{texts.onlyNewest}</p> : null}
    </Section>
  )
}

interface TimelineEntriesProps {
  readonly label: string
  readonly entries: readonly TimelineEntry[]
}

function TimelineEntries({ label, entries }: TimelineEntriesProps): ReactNode {
  return (
    <ol className={styles.list} aria-label={label}>
      {entries.map(({ key, at, from, kind, isForMe, content }) => (
        <li key={key} className={styles.entry} data-what={kind} data-mine={isForMe || undefined}>
          <span className={styles.when}>
            {from === undefined ? <RowTime at={at} as="exact" /> : <RowInterval from={from} to={at} />}
          </span>
          <div className={styles.what}>{content}</div>
        </li>
      ))}
    </ol>
  )
}

export function buildNoteEntry(note: CaseNote): TimelineEntry {
  return {
    key: `note-${note.seq}`,
    at: note.at,
    kind: note.kind,
    isForMe: note.mentions.some(({ me }) => me),
    content: <NoteEntry note={note} />,
  }
}

export const buildClaimEntry = (event: CaseClaimEvent): TimelineEntry => ({
  key: `claim-${event.claim}-${event.kind}`,
  at: event.at,
  kind: 'claim',
  content: <ClaimEntry event={event} />,
})

export function buildDecisionEntries(decision: DecisionView): TimelineEntry[] {
  const { decision: id, at, approval, withdrawnAt } = decision
  return [
    { key: `decision-${id}`, at, kind: 'decision', content: <DecisionEntry decision={decision} /> },
    ...(approval === null
      ? []
      : [
          {
            key: `approval-${id}`,
            at: approval.at,
            kind: 'approval' as const,
            content: <ApprovalEntry decision={decision} approval={approval} />,
          },
        ]),
    ...(withdrawnAt === null
      ? []
      : [
          {
            key: `withdrawal-${id}`,
            at: withdrawnAt,
            kind: 'withdrawal' as const,
            content: <WithdrawalEntry decision={decision} />,
          },
        ]),
  ]
}

function NoteEntry({ note: { by, kind, text, mentions } }: { readonly note: CaseNote }): ReactNode {
  const nameColleague = useFormatColleagueName()
  const { notes, timeline: texts } = useMessages('reviewCase')
  const format = useFormatter()
  return (
    <>
      <p className={styles.head}>
        {format.parts(texts.notes[kind], { name: <b key="name">{nameColleague(by, 'subject')}</b> })}
        {mentions.length === 0 ? null : mentions.some(({ me }) => me) ? (
          <b className={styles.named}> · {notes.mentionsYou}</b>
        ) : (
          <>
            {' '}
            ·{' '}
            {format.text(notes.mentions, {
              names: mentions.map((one) => nameColleague(one, 'object')).join(', '),
            })}
          </>
        )}
      </p>
      <p className={styles.text}>
        <FieldValue value={text} />
      </p>
    </>
  )
}

function ClaimEntry({ event: { kind, by } }: { readonly event: CaseClaimEvent }): ReactNode {
  const nameColleague = useFormatColleagueName()
  const { claims: texts } = useMessages('reviewCase').timeline
  const format = useFormatter()
  return (
    <p className={styles.head}>
      {by.me && kind === 'expired'
        ? texts.ownExpired
        : format.parts(texts[kind], { name: <b key="name">{nameColleague(by, 'subject')}</b> })}
    </p>
  )
}

function DecisionEntry({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { verdicts } = useMessages('review')
  const nameColleague = useFormatColleagueName()
  const { timeline: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const { by, verdict, reason, text } = decision
  return (
    <>
      <p className={styles.head}>
        <b>{nameColleague(by, 'subject')}</b>{' '}
        <DecisionLink decision={decision.decision}>
          {format.parts(texts.decision, {
            verdict: verdicts[verdict],
            reason: <LocalizedConfigText key="reason" of={reason.label} />,
          })}
        </DecisionLink>{' '}
        <DecisionStatusBadge decision={decision} />
      </p>
      <p className={styles.text}>
        <FieldValue value={text} />
      </p>
    </>
  )
}

interface ApprovalEntryProps {
  readonly decision: DecisionView
  readonly approval: NonNullable<DecisionView['approval']>
}

function ApprovalEntry({ decision, approval }: ApprovalEntryProps): ReactNode {
  const { verdicts } = useMessages('review')
  const nameColleague = useFormatColleagueName()
  const { timeline: texts } = useMessages('reviewCase')
  const format = useFormatter()
  return (
    <>
      <p className={styles.head}>
        {format.parts(texts.answers[approval.answer], {
          name: <b key="name">{nameColleague(approval.by, 'subject')}</b>,
          decision: (
            <DecisionLink key="decision" decision={decision.decision}>
              {verdicts[decision.verdict]}
            </DecisionLink>
          ),
        })}
      </p>
      {approval.text.visibility === 'absent' ? null : (
        <p className={styles.text}>
          <FieldValue value={approval.text} />
        </p>
      )}
    </>
  )
}

function WithdrawalEntry({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { verdicts } = useMessages('review')
  const nameColleague = useFormatColleagueName()
  const { timeline: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const by = decision.withdrawnBy ?? decision.by
  return (
    <>
      <p className={styles.head}>
        {format.parts(texts.withdrawn, {
          name: <b key="name">{nameColleague(by, 'subject')}</b>,
          decision: (
            <DecisionLink key="decision" decision={decision.decision}>
              {verdicts[decision.verdict]}
            </DecisionLink>
          ),
        })}
      </p>
      {decision.withdrawnText === null ? null : (
        <p className={styles.text}>
          <FieldValue value={decision.withdrawnText} />
        </p>
      )}
    </>
  )
}

interface ObservationEntryProps {
  readonly observation: Observation
  readonly render: CaseTransactionHistory['renderObservation'] | undefined
}

function ObservationEntry({ observation, render }: ObservationEntryProps): ReactNode {
  const { sources } = useMessages('reviewCase').timeline
  return (
    <p className={styles.head}>
      {/* The first observation names its source itself. */}
      {observation.kind === 'first_seen' ? null : (
        <span className={styles.source}>{sources[observation.source]} </span>
      )}
      {render?.(observation)}
    </p>
  )
}
