import type { DecisionView } from '@paydesk/shared/decision'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/ids'
import type { ReviewItem } from '@paydesk/shared/review'
import type { ReactNode } from 'react'
import { Section } from '../ui/part.tsx'

export interface DecideSectionProps {
  /** As it was read last: with `print`, and `row.owner` where somebody has it. */
  readonly item: ReviewItem
  readonly place: { readonly env: EnvironmentName; readonly transaction: TransactionId }
  /** A decision was recorded; the item has been marked to be read again. */
  readonly onDecided: (decision: DecisionView) => void
  /** The way to a decision's own page. */
  readonly decisionLink: (decision: DecisionView['decision'], children: ReactNode) => ReactNode
}

/** Where the decision is made; `d` leads to it (id `decide`). */
export function DecideSection(_: DecideSectionProps): ReactNode {
  return (
    <Section title="Decision" id="decide" keys="d">
      {null}
    </Section>
  )
}
