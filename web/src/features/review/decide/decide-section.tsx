import type { DecisionView } from '@paydesk/shared/cases/decision'
import type { CaseDetail } from '@paydesk/shared/cases/review'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import styles from '../decide.module.css'
import { DecisionStatusBadge } from '../decision-status.tsx'
import { verdictLabels } from '../labels.ts'
import { describeCommonAction } from '../operator-action-status.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { DecisionForm } from './decide-form.tsx'

export interface DecisionFormSectionProps {
  /** As it was read last: with `print`, and `row.owner` where somebody has it. */
  readonly item: CaseDetail
  readonly place: ReviewCaseRef
  /** A decision was recorded; the item has been marked to be read again. */
  readonly onDecided: (decision: DecisionView) => void
  /** The way to a decision's own page. */
  readonly decisionLink: (decision: DecisionView['decision'], children: ReactNode) => ReactNode
}

const sectionId = 'decide'
const externalExecutionNote =
  'Paydesk carries a confirmed decision out itself, once, where it can: what it would do stands below each choice. Whether the service followed, only its state says.'

/** Puts the keyboard where a decision begins: the kinds of decision, of which a digit chooses. */
function focusDecisionForm(): void {
  const section = document.getElementById(sectionId)
  const first = section?.querySelector<HTMLElement>('fieldset') ?? section
  first?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'nearest' })
}

/** Where the decision is made. It says before anything else who carries it out at the service. */
export function DecisionFormSection(props: DecisionFormSectionProps): ReactNode {
  const { item, decisionLink } = props
  const canBegin = item.mayWork && item.row !== null
  useShortcut('d', 'Decide', focusDecisionForm, canBegin)
  const live = item.row?.decision ?? null
  const decision = live && item.decisions.find((each) => each.decision === live.decision)
  return (
    <Section title="Decision" id={sectionId} {...(canBegin ? { keys: 'd' } : {})}>
      <p className={styles.quiet}>{describeCommonAction(item.carriedOut) ?? externalExecutionNote}</p>
      {decision ? (
        <p className={styles.note} data-calm>
          {decisionLink(decision.decision, verdictLabels[decision.verdict])} by{' '}
          {decision.by.me ? 'you' : decision.by.name}: <DecisionStatusBadge decision={decision} />
        </p>
      ) : null}
      {item.mayWork ? <DecisionWorkArea {...props} /> : <p>Your role reads decisions and makes none.</p>}
    </Section>
  )
}

function DecisionWorkArea(props: DecisionFormSectionProps): ReactNode {
  const closed = describeClosedReason(props.item)
  return (
    <>
      {closed === null ? null : <p className={styles.closed}>{closed}</p>}
      <DecisionForm key={props.place.transaction} {...props} closed={closed} />
    </>
  )
}

/** Why nothing can be decided right now, or null. */
function describeClosedReason({ row }: CaseDetail): ReactNode {
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
