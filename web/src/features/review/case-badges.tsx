import type { decisionSummary } from '@paydesk/shared/cases/decision'
import type { CaseClaim, CaseSummary } from '@paydesk/shared/cases/review'
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

/** What the agreed time says right now: an answer of the server grows old while it is on screen. */
function getCurrentSlaState({ state, dueAt }: SlaLevel, now: number): SlaLevel['state'] {
  return now >= Date.parse(dueAt) ? 'over' : state
}

interface SlaBadgeProps {
  readonly level: SlaLevel
  /** Drawn beside something else: the word is for hover and for a screen reader. */
  readonly wordless?: boolean
}

/** How an item stands against the agreed time: a mark and a word, when it is due on hover. */
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

/** The mark of a level without an item, for figures and choices. */
export function SlaIcon({ state }: { readonly state: SlaLevel['state'] }): ReactNode {
  const Icon = slaIcons[state]
  return (
    <span className={styles.mark} data-level={state}>
      <Icon size={14} aria-hidden />
    </span>
  )
}

/** Whether somebody has it at this moment: a claim ends by itself, and nobody tells of that. */
export function isClaimActive(owner: CaseClaim | null, now: number): owner is CaseClaim {
  return owner !== null && now < Date.parse(owner.until)
}

interface ClaimOwnerBadgeProps {
  readonly owner: CaseClaim | null
  /** In a row there is room for the time alone. */
  readonly inRow?: boolean
}

/** Who has an item and until when; a dash where it is free. */
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

/** Whether a second person is needed: the reasons on hover and for a screen reader. */
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
  /** In a row there is room for few words; all of them are on hover and for a screen reader. */
  readonly inRow?: boolean
}

/** What was decided and how far it is; a dash where nothing was. */
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

/** Nothing here: a dash with the words behind it. */
export function EmptyValueDash({ words }: { readonly words: string }): ReactNode {
  return (
    <span className={styles.quiet} title={words}>
      <span aria-hidden>–</span>
      <span className="unseen">{words}</span>
    </span>
  )
}
