import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import {
  type ColleagueNamer,
  useFormatColleagueName,
} from '../../../lib/messages/use-format-colleague-name.ts'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import styles from '../decide.module.css'
import { DecisionLink } from '../decision-link.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import { describeSharedOperatorAction } from '../operator-action-status.tsx'
import { DecisionForm, type DecisionFormProps } from './decide-form.tsx'

type DecisionFormSectionProps = Omit<DecisionFormProps, 'closed'>

const sectionId = 'decide'

/** Focuses the verdict options, where digits choose. */
function focusDecisionForm(): void {
  const section = document.getElementById(sectionId)
  const first = section?.querySelector<HTMLElement>('fieldset') ?? section
  first?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'nearest' })
}

/** Section for the decision. States first who carries the decision out at the payment service. */
export function DecisionFormSection(props: DecisionFormSectionProps): ReactNode {
  const review = useMessages('review')
  const { verdictChoice, verdicts: verdictLabels } = review
  const { decide: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { item } = props
  const canBegin = item.mayWork && item.row !== null
  useShortcut('d', texts.shortcut, focusDecisionForm, canBegin)
  const live = item.row?.decision ?? null
  const decision = live && item.decisions.find((each) => each.decision === live.decision)
  return (
    <Section title={verdictChoice.legend} id={sectionId} {...(canBegin ? { keys: 'd' } : {})}>
      <p className={styles.quiet}>
        {describeSharedOperatorAction(item.actionAvailability, review) ?? texts.whoActs}
      </p>
      {decision ? (
        <p className={styles.note} data-calm>
          {format.parts(texts.current, {
            verdict: (
              <DecisionLink key="verdict" decision={decision.decision}>
                {verdictLabels[decision.verdict]}
              </DecisionLink>
            ),
            name: nameColleague(decision.by, 'object'),
            status: <DecisionStatusBadge key="status" decision={decision} />,
          })}
        </p>
      ) : null}
      {item.mayWork ? <DecisionWorkArea {...props} /> : <p>{texts.readOnly}</p>}
    </Section>
  )
}

function DecisionWorkArea(props: DecisionFormSectionProps): ReactNode {
  const { closed: texts } = useMessages('reviewCase').decide
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const closed = describeClosedReason(props.item, texts, format, nameColleague)
  return (
    <>
      {closed === null ? null : <p className={styles.closed}>{closed}</p>}
      <DecisionForm key={props.reviewCaseRef.transaction} {...props} closed={closed} />
    </>
  )
}

/** Returns the reason why no decision is possible right now, or null. */
function describeClosedReason(
  { row }: CaseDetail,
  texts: Messages['reviewCase']['decide']['closed'],
  format: Formatter,
  nameColleague: ColleagueNamer,
): ReactNode {
  if (row === null) return texts.left
  if (row.decision !== null) return texts.decided
  if (row.claim === null) return texts.unassigned
  if (!row.claim.by.me) return format.text(texts.claimed, { name: nameColleague(row.claim.by, 'subject') })
  return null
}
