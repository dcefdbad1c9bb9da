import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { describeDecisionNextStep } from '../decide/use-decision-submission.ts'
import { DecisionLink } from '../decision-link.tsx'
import styles from './case-page.module.css'
import type { useReviewQueueNavigation } from './use-queue-navigation.ts'

const route = getRouteApi('/inside/$env/review/$transaction')

interface ReviewQueueNavigationBarProps {
  readonly line: ReturnType<typeof useReviewQueueNavigation>
}

/** Shows the position in the queue, with steps to the neighbours and back to the queue. */
export function ReviewQueueNavigationBar({ line }: ReviewQueueNavigationBarProps): ReactNode {
  const review = useMessages('review')
  const { queue: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const { env, transaction } = route.useParams()
  const address = route.useSearch()
  const { go, isGoing, end, error, standing, readNeighbourAhead } = line
  useShortcut('x', texts.nextCase, () => go(1), !isGoing)
  useShortcut('X', texts.previousCase, () => go(-1), !isGoing)
  return (
    <nav aria-label={texts.label} className={styles.line}>
      <Link to="/$env/review" params={{ env }} search={{ ...address, at: transaction }} aria-keyshortcuts="q">
        <List size={14} aria-hidden /> {texts.label}
      </Link>
      <span className={styles.standing} aria-live="polite">
        {end ?? describeQueuePosition(standing, texts, format)}
      </span>
      <span className={styles.steps}>
        <Button look="quiet" aria-keyshortcuts="Shift+X" disabled={isGoing} onClick={() => go(-1)}>
          <ChevronLeft size={14} aria-hidden /> {texts.previous}
        </Button>
        <Button
          look="quiet"
          aria-keyshortcuts="x"
          disabled={isGoing}
          onClick={() => go(1)}
          onFocus={() => readNeighbourAhead(1)}
          onPointerEnter={() => readNeighbourAhead(1)}
        >
          {texts.next} <ChevronRight size={14} aria-hidden />
        </Button>
      </span>
      {error ? <ProblemNote error={error} missing={review.queue.failed} /> : null}
    </nav>
  )
}

interface LastDecisionNoticeProps {
  readonly decision: DecisionView
  /** Case of the decision, as the list showed it. */
  readonly row: CaseSummary | null
}

/** Tells what was decided on the previous case, after the next case opened automatically. */
export function LastDecisionNotice({ decision, row }: LastDecisionNoticeProps): ReactNode {
  const { verdicts } = useMessages('review')
  const { decide, queue: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const args = {
    verdict: (
      <DecisionLink key="verdict" decision={decision.decision}>
        {verdicts[decision.verdict]}
      </DecisionLink>
    ),
    case: (row && getVisibleText(row.rid)) ?? decision.transaction,
    next: describeDecisionNextStep(decision, decide),
  }
  const amount = row && formatVisibleAmount(row, format)
  return (
    <p className={styles.decided} role="status">
      {amount === null
        ? format.parts(texts.recorded, args)
        : format.parts(texts.recordedAmount, { ...args, amount })}
    </p>
  )
}

function formatVisibleAmount({ amount, currency }: CaseSummary, format: Formatter): string | null {
  if (amount.visibility !== 'clear' || currency.visibility !== 'clear') return null
  return format.money(amount.text, currency.text)
}

function describeQueuePosition(
  standing: ReviewQueueNavigationBarProps['line']['standing'],
  texts: Messages['reviewCase']['queue'],
  { number, text }: Formatter,
): string {
  if (standing === null) return ''
  const { at, rows, count, more } = standing
  const all = more ? text(texts.moreThan, { count }) : number(count)
  if (at === null) return text(texts.elsewhere, { all })
  return rows < count || more
    ? text(texts.positionOnPage, { at, rows, all })
    : text(texts.position, { at, all })
}
