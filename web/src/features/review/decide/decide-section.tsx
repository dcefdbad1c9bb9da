import type { DecisionView } from '@paydesk/shared/work/decision'
import type { ReviewItem } from '@paydesk/shared/work/review'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/page/section.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { saidOfAll } from '../action-words.tsx'
import styles from '../decide.module.css'
import { StandingWord } from '../decision-standing.tsx'
import type { ItemPlace } from '../queries.ts'
import { verdictWords } from '../words.ts'
import { DecideForm } from './decide-form.tsx'

export interface DecideSectionProps {
  /** As it was read last: with `print`, and `row.owner` where somebody has it. */
  readonly item: ReviewItem
  readonly place: ItemPlace
  /** A decision was recorded; the item has been marked to be read again. */
  readonly onDecided: (decision: DecisionView) => void
  /** The way to a decision's own page. */
  readonly decisionLink: (decision: DecisionView['decision'], children: ReactNode) => ReactNode
}

const part = 'decide'
const eachApart =
  'Paydesk carries a confirmed decision out itself, once, where it can: what it would do stands below each choice. Whether the service followed, only its state says.'

/** Puts the keyboard where a decision begins: the kinds of decision, of which a digit chooses. */
function goToForm(): void {
  const section = document.getElementById(part)
  const first = section?.querySelector<HTMLElement>('fieldset') ?? section
  first?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'nearest' })
}

/** Where the decision is made. It says before anything else who carries it out at the service. */
export function DecideSection(props: DecideSectionProps): ReactNode {
  const { item, decisionLink } = props
  const canBegin = item.mayWork && item.row !== null
  useKey('d', 'Decide', goToForm, canBegin)
  const live = item.row?.decision ?? null
  const decision = live && item.decisions.find((each) => each.decision === live.decision)
  return (
    <Section title="Decision" id={part} {...(canBegin ? { keys: 'd' } : {})}>
      <p className={styles.quiet}>{saidOfAll(item.carriedOut) ?? eachApart}</p>
      {decision ? (
        <p className={styles.note} data-calm>
          {decisionLink(decision.decision, verdictWords[decision.verdict])} by{' '}
          {decision.by.me ? 'you' : decision.by.name}: <StandingWord decision={decision} />
        </p>
      ) : null}
      {item.mayWork ? <Work {...props} /> : <p>Your role reads decisions and makes none.</p>}
    </Section>
  )
}

function Work(props: DecideSectionProps): ReactNode {
  const closed = closedBy(props.item)
  return (
    <>
      {closed === null ? null : <p className={styles.closed}>{closed}</p>}
      <DecideForm key={props.place.transaction} {...props} closed={closed} />
    </>
  )
}

/** Why nothing can be decided right now, or null. */
function closedBy({ row }: ReviewItem): ReactNode {
  if (row === null) return 'It is not in review any more: there is nothing to decide.'
  if (row.decision !== null) return 'There is a decision: another one is possible when this one is over.'
  if (row.owner === null)
    return (
      <>
        Nobody has it. Take it first <Kbd keys="c" />
      </>
    )
  if (!row.owner.by.me) return `${row.owner.by.name} has it: take it over to decide.`
  return null
}
