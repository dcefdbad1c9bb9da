import type { decisionSummary } from '@paydesk/shared/cases/decisions'
import type { CaseClaim, CaseSummary } from '@paydesk/shared/cases/review-cases'
import {
  CircleCheck,
  CircleDashed,
  ClockAlert,
  Hourglass,
  TriangleAlert,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { formatDayAndTime, formatShortTime, formatUtc } from '../../ui/text/format-time.ts'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import styles from './case-badges.module.css'
import {
  approvalReasonLabels,
  decisionStatusLabels,
  followUpLabels,
  shortDecisionStatusLabels,
  shortFollowUpLabels,
  slaStateLabels,
  verdictLabels,
} from './labels.ts'

const slaIcons = { kept: CircleCheck, near: Hourglass, over: ClockAlert } as const

type SlaLevel = CaseSummary['level']

/** Returns the current SLA state, because the state from the server gets outdated on screen. */
function getCurrentSlaState({ state, dueAt }: SlaLevel, now: number): SlaLevel['state'] {
  return now >= Date.parse(dueAt) ? 'over' : state
}

interface SlaBadgeProps {
  readonly level: SlaLevel
  /** Hides the label beside other content, except on hover and for screen readers. */
  readonly wordless?: boolean
}

/** Shows the SLA state of a case as icon and label, with the due time on hover. */
export function SlaBadge({ level, wordless = false }: SlaBadgeProps): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  const state = getCurrentSlaState(level, now)
  const due = new Date(level.dueAt)
  const Icon = slaIcons[state]
  return (
    <span
      className={styles.mark}
      data-level={state}
      title={`agreed time ${slaStateLabels[state]}: to be decided by ${formatDayAndTime(due, zone)} ${zone} · ${formatUtc(due)}`}
    >
      <Icon size={14} aria-hidden />
      {wordless ? <span className="unseen">{slaStateLabels[state]}, </span> : slaStateLabels[state]}
    </span>
  )
}

/** Icon of an SLA state without a case, for figures and filters. */
export function SlaIcon({ state }: { readonly state: SlaLevel['state'] }): ReactNode {
  const Icon = slaIcons[state]
  return (
    <span className={styles.mark} data-level={state}>
      <Icon size={14} aria-hidden />
    </span>
  )
}

/** Returns whether a claim is active. Claims expire by time, without a live event. */
export function isClaimActive(owner: CaseClaim | null, now: number): owner is CaseClaim {
  return owner !== null && now < Date.parse(owner.until)
}

interface ClaimOwnerBadgeProps {
  readonly owner: CaseClaim | null
  /** Shows only the time of expiry, for table rows. */
  readonly inRow?: boolean
}

/** Shows owner and expiry of a claim; a dash if the case is free. */
export function ClaimOwnerBadge({ owner, inRow = false }: ClaimOwnerBadgeProps): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  if (!isClaimActive(owner, now)) return <EmptyValueDash words="nobody has it" />
  const until = new Date(owner.until)
  const name = owner.by.me ? 'you' : owner.by.name
  return (
    <span
      className={styles.mark}
      data-mine={owner.by.me || undefined}
      title={`${owner.by.me ? 'yours' : owner.by.name} until ${formatDayAndTime(until, zone)} ${zone} · ${formatUtc(until)}`}
    >
      <UserRound size={13} aria-hidden />
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>
        <span className={inRow ? 'unseen' : undefined}>until </span>
        {formatShortTime(until, zone, now)}
      </span>
    </span>
  )
}

/** Shows whether an approval is needed, with the reasons on hover and for screen readers. */
export function ApprovalNeededBadge({ second }: { readonly second: CaseSummary['second'] }): ReactNode {
  if (second.length === 0) return <EmptyValueDash words="no second person needed, as far as is known" />
  const why = second.map((rule) => approvalReasonLabels[rule]).join('; ')
  return (
    <span className={styles.mark} title={`A second person is needed: ${why}`}>
      <UsersRound size={14} aria-hidden />
      needed
      <span className="unseen">: {why}</span>
    </span>
  )
}

type DecisionMark = z.output<typeof decisionSummary>

interface CaseDecisionBadgeProps {
  readonly decision: DecisionMark | null
  /** Shortens the status for table rows; hover and screen readers get the full text. */
  readonly inRow?: boolean
}

/** Shows the decision and its progress; a dash without a decision. */
export function CaseDecisionBadge({ decision, inRow = false }: CaseDecisionBadgeProps): ReactNode {
  if (decision === null) return <EmptyValueDash words="not decided" />
  const { verdict, status, followUp, mine } = decision
  const follows = status === 'confirmed' ? followUp : null
  const state = follows === null ? decisionStatusLabels[status] : followUpLabels[follows]
  const brief = follows === null ? shortDecisionStatusLabels[status] : shortFollowUpLabels[follows]
  const Icon = status === 'waiting' ? UsersRound : followUp === 'opposite' ? TriangleAlert : CircleDashed
  return (
    <span
      className={styles.mark}
      data-decision={followUp === 'opposite' || followUp === 'not_followed' ? 'against' : status}
      title={`${verdictLabels[verdict]}: ${state}${mine ? '; decided by you' : ''}`}
    >
      <Icon size={14} aria-hidden />
      <span className={styles.name}>
        {verdictLabels[verdict]}
        {inRow ? <span aria-hidden> · {brief}</span> : null}
        <span className={inRow ? 'unseen' : undefined}>: {state}</span>
      </span>
    </span>
  )
}

/** Dash for an empty value, explained on hover and for screen readers. */
export function EmptyValueDash({ words }: { readonly words: string }): ReactNode {
  return (
    <span className={styles.quiet} title={words}>
      <span aria-hidden>–</span>
      <span className="unseen">{words}</span>
    </span>
  )
}
