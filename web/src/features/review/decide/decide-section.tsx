import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import styles from '../decide.module.css'
import { DecisionLink } from '../decision-link.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import { describeCommonAction } from '../operator-action-status.tsx'
import { DecisionForm, type DecisionFormProps } from './decide-form.tsx'

type DecisionFormSectionProps = Omit<DecisionFormProps, 'closed'>

const sectionId = 'decide'
const externalExecutionNote =
  'Paydesk carries a confirmed decision out itself, once, where it can: what it would do stands below each choice. Whether the service followed, only its state says.'

/** Focuses the verdict options, where digits choose. */
function focusDecisionForm(): void {
  const section = document.getElementById(sectionId)
  const first = section?.querySelector<HTMLElement>('fieldset') ?? section
  first?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'nearest' })
}

/** Section for the decision. States first who carries the decision out at the payment service. */
export function DecisionFormSection(props: DecisionFormSectionProps): ReactNode {
  const { verdicts: verdictLabels } = useMessages('review')
  const { item } = props
  const canBegin = item.mayWork && item.row !== null
  useShortcut('d', 'Decide', focusDecisionForm, canBegin)
  const live = item.row?.decision ?? null
  const decision = live && item.decisions.find((each) => each.decision === live.decision)
  return (
    <Section title="Decision" id={sectionId} {...(canBegin ? { keys: 'd' } : {})}>
      <p className={styles.quiet}>{describeCommonAction(item.carriedOut) ?? externalExecutionNote}</p>
      {decision ? (
        <p className={styles.note} data-calm>
          <DecisionLink decision={decision.decision}>{verdictLabels[decision.verdict]}</DecisionLink> by{' '}
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

/** Returns the reason why no decision is possible right now, or null. */
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
