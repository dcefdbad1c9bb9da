import type { DecisionDetail, DecisionId } from '@paydesk/shared/cases/decisions'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { FreshnessLine } from '../../../ui/page/freshness-line.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { formatCountOf } from '../../../ui/text/format-count.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import { verdictLabels } from '../labels.ts'
import type { DecisionRef } from '../queries.ts'
import { decisionQueries } from '../queries.ts'
import { ApprovalSection } from './approval-form.tsx'
import { CloseDecisionSection } from './close-form.tsx'
import { RecordComparisonSection } from './compare-section.tsx'
import { DecisionFacts } from './decision-facts.tsx'
import styles from './decision-page.module.css'
import { WithdrawDecisionSection } from './withdraw-form.tsx'

export interface DecisionDetailPageProps {
  readonly place: DecisionRef
  /** Environment name for the window title. */
  readonly environmentLabel: string
  readonly mayWork: boolean
  /** Renders the explanation of a transaction, like the transaction page. */
  readonly explained: (view: TransactionView) => ReactNode
  readonly transactionLink: (id: TransactionId, children: ReactNode) => ReactNode
  readonly itemLink: (id: TransactionId, children: ReactNode) => ReactNode
  readonly listLink: (children: ReactNode) => ReactNode
  readonly onGo: (decision: DecisionId) => void
}

/** Decision page: the record its maker saw, the current record, and the approval. */
export function DecisionDetailPage(props: DecisionDetailPageProps): ReactNode {
  const { place, environmentLabel, listLink } = props
  const queries = decisionQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const query = useQuery(queries.case(place))
  async function reread() {
    // Ignore the error: the query keeps it and the page shows it.
    const read = await queryClient.fetchQuery({ ...queries.case(place), staleTime: 0 }).catch(() => null)
    if (read) announce('What the service says was read again')
  }
  useShortcut('r', 'Read again what the service says', () => void reread())
  const decision = query.data?.decision
  return (
    <article className={styles.page}>
      <nav aria-label="Decisions" className={styles.line}>
        {listLink('Decisions')}
        {props.mayWork ? <NextApprovalLink {...props} /> : null}
      </nav>
      <div className={styles.head}>
        <PageHeading title="Decision" place={environmentLabel} className={styles.title}>
          <span className={styles.kind}>Decision</span> {decision ? verdictLabels[decision.verdict] : null}
        </PageHeading>
        {decision ? <DecisionStatusBadge decision={decision} /> : null}
        <FreshnessLine
          reading={query.data?.nowReading ?? undefined}
          reread={() => void reread()}
          busy={query.isFetching}
          what="what the service says"
        />
      </div>
      <AsyncView
        query={query}
        retry={() => void reread()}
        missing="The decision could not be read"
        skeleton={<DecisionSkeleton />}
      >
        {(data) => <DecisionContent {...props} data={data} reread={() => void reread()} />}
      </AsyncView>
    </article>
  )
}

interface DecisionContentProps extends DecisionDetailPageProps {
  readonly data: DecisionDetail
  readonly reread: () => void
}

function DecisionContent({ data, reread, ...props }: DecisionContentProps): ReactNode {
  const { decision } = data
  return (
    <div className={styles.panes}>
      <RecordComparisonSection data={data} explained={props.explained} reread={reread} />
      <div className={styles.work}>
        <DecisionFacts
          decision={decision}
          transactionLink={props.transactionLink}
          itemLink={props.itemLink}
        />
        <ApprovalSection data={data} place={props.place} reread={reread} />
        {decision.mayWithdraw ? <WithdrawDecisionSection place={props.place} decision={decision} /> : null}
        <CloseDecisionSection decision={decision} place={props.place} />
      </div>
    </div>
  )
}

/** Link to the next decision waiting for the user's approval. */
function NextApprovalLink({ place, onGo }: DecisionDetailPageProps): ReactNode {
  const queries = decisionQueries(useApiClient())
  const { data } = useQuery(queries.list(place.env, { show: 'second' }))
  const others = data?.decisions.filter(({ decision }) => decision !== place.decision) ?? []
  const [next] = others
  useShortcut(
    'x',
    'Next one that waits for your second look',
    () => next && onGo(next.decision),
    next !== undefined,
  )
  if (!data) return null
  if (!next) return <span className={styles.quiet}>no other waits for your second look</span>
  return (
    <button type="button" className={styles.next} onClick={() => onGo(next.decision)}>
      {data.more ? 'more than ' : ''}
      {formatCountOf(others.length, 'other')} for your second look <Kbd keys="x" />
    </button>
  )
}

function DecisionSkeleton(): ReactNode {
  return (
    <div className={styles.panes}>
      <Skeleton lines={10} height={24} />
      <Skeleton lines={6} height={24} />
    </div>
  )
}
