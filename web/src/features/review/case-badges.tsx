import type { decisionSummarySchema } from '@paydesk/shared/cases/decisions'
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
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { formatUtc } from '../../ui/text/format-time.ts'
import styles from './case-badges.module.css'

const slaIcons = { on_time: CircleCheck, due_soon: Hourglass, overdue: ClockAlert } as const

type SlaLevel = CaseSummary['sla']

/** Returns the current SLA state, because the state from the server gets outdated on screen. */
function getCurrentSlaState({ state, dueAt }: SlaLevel, now: number): SlaLevel['state'] {
  return now >= Date.parse(dueAt) ? 'overdue' : state
}

interface SlaBadgeProps {
  readonly level: SlaLevel
  /** Hides the label beside other content, except on hover and for screen readers. */
  readonly wordless?: boolean
}

/** Shows the SLA state of a case as icon and label, with the due time on hover. */
export function SlaBadge({ level, wordless = false }: SlaBadgeProps): ReactNode {
  const { badges, slaStates } = useMessages('review')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const state = getCurrentSlaState(level, now)
  const due = new Date(level.dueAt)
  const Icon = slaIcons[state]
  return (
    <span
      className={styles.mark}
      data-level={state}
      title={format.text(badges.sla, {
        ...{ state: slaStates[state], zone: format.timeZone },
        ...{ time: format.dayAndTime(due), utc: formatUtc(due) },
      })}
    >
      <Icon size={14} aria-hidden />
      {wordless ? <span className="unseen">{slaStates[state]}, </span> : slaStates[state]}
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
  const { badges } = useMessages('review')
  const nameColleague = useFormatColleagueName()
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  if (!isClaimActive(owner, now)) return <EmptyValueDash text={badges.unassigned} />
  const until = new Date(owner.until)
  return (
    <span
      className={styles.mark}
      data-mine={owner.by.me || undefined}
      title={format.text(badges.claim, {
        ...{ name: nameColleague(owner.by, 'object'), time: format.dayAndTime(until) },
        ...{ zone: format.timeZone, utc: formatUtc(until) },
      })}
    >
      <UserRound size={13} aria-hidden />
      <span className={styles.name}>{nameColleague(owner.by, 'subject')}</span>
      <span className={styles.quiet}>
        <span className={inRow ? 'unseen' : undefined}>{badges.until} </span>
        {format.shortTime(until, now)}
      </span>
    </span>
  )
}

/** Shows whether an approval is needed, with the reasons on hover and for screen readers. */
export function ApprovalNeededBadge({
  second,
}: {
  readonly second: CaseSummary['approvalRules']
}): ReactNode {
  const { approvalRules, badges } = useMessages('review')
  const format = useFormatter()
  if (second.length === 0) return <EmptyValueDash text={badges.noApproval} />
  const why = second.map((rule) => approvalRules[rule]).join('; ')
  return (
    <span className={styles.mark} title={format.text(badges.approvalWhy, { reasons: why })}>
      <UsersRound size={14} aria-hidden />
      {badges.approval}
      <span className="unseen">: {why}</span>
    </span>
  )
}

type DecisionMark = z.output<typeof decisionSummarySchema>

interface CaseDecisionBadgeProps {
  readonly decision: DecisionMark | null
  /** Shortens the status for table rows; hover and screen readers get the full text. */
  readonly inRow?: boolean
}

/** Shows the decision and its progress; a dash without a decision. */
export function CaseDecisionBadge({ decision, inRow = false }: CaseDecisionBadgeProps): ReactNode {
  const texts = useMessages('review')
  const format = useFormatter()
  if (decision === null) return <EmptyValueDash text={texts.badges.undecided} />
  const { verdict, status, followUp, mine } = decision
  const follows = status === 'confirmed' ? followUp : null
  const state = follows === null ? texts.decisionStatuses[status] : texts.followUps[follows]
  const brief = follows === null ? texts.shortDecisionStatuses[status] : texts.shortFollowUps[follows]
  const Icon = status === 'waiting' ? UsersRound : followUp === 'opposite' ? TriangleAlert : CircleDashed
  return (
    <span
      className={styles.mark}
      data-decision={followUp === 'opposite' || followUp === 'not_followed' ? 'against' : status}
      title={format.text(mine ? texts.badges.ownDecision : texts.badges.decision, {
        verdict: texts.verdicts[verdict],
        status: state,
      })}
    >
      <Icon size={14} aria-hidden />
      <span className={styles.name}>
        {texts.verdicts[verdict]}
        {inRow ? <span aria-hidden> · {brief}</span> : null}
        <span className={inRow ? 'unseen' : undefined}>: {state}</span>
      </span>
    </span>
  )
}

/** Dash for an empty value, explained on hover and for screen readers. */
export function EmptyValueDash({ text }: { readonly text: string }): ReactNode {
  return (
    <span className={styles.quiet} title={text}>
      <span aria-hidden>–</span>
      <span className="unseen">{text}</span>
    </span>
  )
}
