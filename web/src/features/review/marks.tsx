import type { decisionMark } from '@paydesk/shared/work/decision'
import type { Claim, ReviewRow } from '@paydesk/shared/work/review'
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
import { useHalfMinutes } from '../../ui/state/clock.ts'
import { dayAndTime, inUtc, shortTime } from '../../ui/text/time-words.ts'
import { useZone } from '../../ui/text/zone.tsx'
import styles from './marks.module.css'
import {
  briefFollow,
  briefStatus,
  followWords,
  levelWords,
  secondWords,
  statusWords,
  verdictWords,
} from './words.ts'

const levelIcons = { kept: CircleCheck, near: Hourglass, over: ClockAlert } as const

type Level = ReviewRow['level']

/** What the agreed time says right now: an answer of the server grows old while it is on screen. */
function levelNow({ state, dueAt }: Level, now: number): Level['state'] {
  return now >= Date.parse(dueAt) ? 'over' : state
}

interface LevelMarkProps {
  readonly level: Level
  /** Drawn beside something else: the word is for hover and for a screen reader. */
  readonly wordless?: boolean
}

/** How an item stands against the agreed time: a mark and a word, when it is due on hover. */
export function LevelMark({ level, wordless = false }: LevelMarkProps): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const state = levelNow(level, now)
  const due = new Date(level.dueAt)
  const Icon = levelIcons[state]
  return (
    <span
      className={styles.mark}
      data-level={state}
      title={`agreed time ${levelWords[state]}: to be decided by ${dayAndTime(due, zone)} ${zone} · ${inUtc(due)}`}
    >
      <Icon size={14} aria-hidden />
      {wordless ? <span className="unseen">{levelWords[state]}, </span> : levelWords[state]}
    </span>
  )
}

/** The mark of a level without an item, for figures and choices. */
export function LevelIcon({ state }: { readonly state: Level['state'] }): ReactNode {
  const Icon = levelIcons[state]
  return (
    <span className={styles.mark} data-level={state}>
      <Icon size={14} aria-hidden />
    </span>
  )
}

/** Whether somebody has it at this moment: a claim ends by itself, and nobody tells of that. */
export function isHeld(owner: Claim | null, now: number): owner is Claim {
  return owner !== null && now < Date.parse(owner.until)
}

interface OwnerMarkProps {
  readonly owner: Claim | null
  /** In a row there is room for the time alone. */
  readonly inRow?: boolean
}

/** Who has an item and until when; a dash where it is free. */
export function OwnerMark({ owner, inRow = false }: OwnerMarkProps): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  if (!isHeld(owner, now)) return <Dash words="nobody has it" />
  const until = new Date(owner.until)
  const name = owner.by.me ? 'you' : owner.by.name
  return (
    <span
      className={styles.mark}
      data-mine={owner.by.me || undefined}
      title={`${owner.by.me ? 'yours' : owner.by.name} until ${dayAndTime(until, zone)} ${zone} · ${inUtc(until)}`}
    >
      <UserRound size={13} aria-hidden />
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>
        <span className={inRow ? 'unseen' : undefined}>until </span>
        {shortTime(until, zone, now)}
      </span>
    </span>
  )
}

/** Whether a second person is needed: the reasons on hover and for a screen reader. */
export function SecondMark({ second }: { readonly second: ReviewRow['second'] }): ReactNode {
  if (second.length === 0) return <Dash words="no second person needed, as far as is known" />
  const why = second.map((rule) => secondWords[rule]).join('; ')
  return (
    <span className={styles.mark} title={`A second person is needed: ${why}`}>
      <UsersRound size={14} aria-hidden />
      needed
      <span className="unseen">: {why}</span>
    </span>
  )
}

type Mark = z.output<typeof decisionMark>

interface DecisionWordProps {
  readonly decision: Mark | null
  /** In a row there is room for few words; all of them are on hover and for a screen reader. */
  readonly inRow?: boolean
}

/** What was decided and how far it is; a dash where nothing was. */
export function DecisionWord({ decision, inRow = false }: DecisionWordProps): ReactNode {
  if (decision === null) return <Dash words="not decided" />
  const { verdict, status, followUp, mine } = decision
  const follows = status === 'confirmed' ? followUp : null
  const state = follows === null ? statusWords[status] : followWords[follows]
  const brief = follows === null ? briefStatus[status] : briefFollow[follows]
  const Icon = status === 'waiting' ? UsersRound : followUp === 'opposite' ? TriangleAlert : CircleDashed
  return (
    <span
      className={styles.mark}
      data-decision={followUp === 'opposite' || followUp === 'not_followed' ? 'against' : status}
      title={`${verdictWords[verdict]}: ${state}${mine ? '; decided by you' : ''}`}
    >
      <Icon size={14} aria-hidden />
      <span className={styles.name}>
        {verdictWords[verdict]}
        {inRow ? <span aria-hidden> · {brief}</span> : null}
        <span className={inRow ? 'unseen' : undefined}>: {state}</span>
      </span>
    </span>
  )
}

/** Nothing here: a dash with the words behind it. */
export function Dash({ words }: { readonly words: string }): ReactNode {
  return (
    <span className={styles.quiet} title={words}>
      <span aria-hidden>–</span>
      <span className="unseen">{words}</span>
    </span>
  )
}
