import type { DecisionView } from '@paydesk/shared/cases/decisions'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { DecisionLink } from '../decision-link.tsx'
import styles from './case-page.module.css'
import type { useQueueNavigation } from './use-queue-navigation.ts'

const route = getRouteApi('/inside/$env/review/$transaction')

interface QueueNavigationBarProps {
  readonly line: ReturnType<typeof useQueueNavigation>
}

/** Shows the position in the queue, with steps to the neighbours and back to the queue. */
export function QueueNavigationBar({ line }: QueueNavigationBarProps): ReactNode {
  const { env, transaction } = route.useParams()
  const address = route.useSearch()
  const { go, isGoing, end, error, standing } = line
  useShortcut('x', 'Next item', () => go(1), !isGoing)
  useShortcut('X', 'Item before', () => go(-1), !isGoing)
  return (
    <nav aria-label="Queue" className={styles.line}>
      <Link to="/$env/review" params={{ env }} search={{ ...address, at: transaction }}>
        <List size={14} aria-hidden /> Queue <KeyHint keys="q" />
      </Link>
      <span className={styles.standing} aria-live="polite">
        {end ?? describeQueuePosition(standing)}
      </span>
      <span className={styles.steps}>
        <Button look="quiet" aria-keyshortcuts="Shift+X" disabled={isGoing} onClick={() => go(-1)}>
          <ChevronLeft size={14} aria-hidden /> Previous <KeyHint keys="X" />
        </Button>
        <Button look="quiet" aria-keyshortcuts="x" disabled={isGoing} onClick={() => go(1)}>
          Next <KeyHint keys="x" /> <ChevronRight size={14} aria-hidden />
        </Button>
      </span>
      {error ? <ProblemNote error={error} missing="The queue could not be read" /> : null}
    </nav>
  )
}

interface LastDecisionNoticeProps {
  readonly decision: DecisionView
}

/** Tells what was decided on the previous case, after the next case opened automatically. */
export function LastDecisionNotice({ decision }: LastDecisionNoticeProps): ReactNode {
  const { verdicts: verdictLabels } = useMessages('review')
  return (
    <p className={styles.decided} role="status">
      Recorded for the last one:{' '}
      <DecisionLink decision={decision.decision}>
        {verdictLabels[decision.verdict].toLowerCase()}
      </DecisionLink>
      . {decision.status === 'waiting' ? 'It waits for a second person.' : 'It waits for the service.'}
    </p>
  )
}

/** Key label for sighted users; screen readers get the shortcut from the button's `aria-keyshortcuts`. */
function KeyHint({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span aria-hidden>
      <Kbd keys={keys} />
    </span>
  )
}

function describeQueuePosition(standing: QueueNavigationBarProps['line']['standing']): string {
  if (standing === null) return ''
  const { at, rows, count, more } = standing
  const all = `${more ? 'more than ' : ''}${formatCount(count)}`
  if (at === null) return `Not on this page of the queue; ${all} in this filter`
  return rows < count || more ? `${at} of ${rows} on this page, ${all} in this filter` : `${at} of ${all}`
}
