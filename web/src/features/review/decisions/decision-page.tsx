import type { DecisionDetail } from '@paydesk/shared/cases/decisions'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../../lib/session-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { FreshnessLine } from '../../../ui/page/freshness-line.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { RecordHeadline, readTransactionHeadline, StatePill } from '../../../ui/page/record-headline.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import { decisionQueries } from '../queries.ts'
import { useRecordRefresh } from '../use-record-refresh.ts'
import { DecisionApprovalSection } from './approval-form.tsx'
import { CloseDecisionSection } from './close-form.tsx'
import { RecordComparisonSection } from './compare-section.tsx'
import { DecisionFacts } from './decision-facts.tsx'
import styles from './decision-page.module.css'
import { WithdrawDecisionSection } from './withdraw-form.tsx'

const route = getRouteApi('/inside/$env/decisions/$decision')

interface DecisionDetailPageProps {
  /** Renders the explanation of a transaction, like the transaction page. */
  readonly explained: (view: TransactionView) => ReactNode
  /** Renders the identity of the customer, for a role that may see its summary. */
  readonly identity: (customerRef: {
    readonly env: EnvironmentName
    readonly customer: CustomerHandle
  }) => ReactNode
}

/** Decision page: the record its maker saw, the current record, and the approval. */
export function DecisionDetailPage({ explained, identity }: DecisionDetailPageProps): ReactNode {
  const { verdicts: verdictLabels } = useMessages('review')
  const { page: texts, title } = useMessages('reviewDecisions')
  const decisionRef = route.useParams()
  const address = route.useSearch()
  const { label } = useEnvironment()
  const mayWork = useMay('review.work')
  const queries = decisionQueries(useApiClient())
  const query = useQuery(queries.case(decisionRef))
  const refetch = useRecordRefresh(queries.case(decisionRef), texts)
  const decision = query.data?.decision
  return (
    <article className={styles.page}>
      <nav aria-label={title} className={styles.line}>
        <Link to="/$env/decisions" params={{ env: decisionRef.env }} search={address}>
          {title}
        </Link>
        {mayWork ? <NextApprovalLink /> : null}
      </nav>
      <div className={styles.head}>
        <PageHeading title={texts.title} place={label} className={styles.title}>
          <span className={styles.kind}>{texts.title}</span>{' '}
          {decision ? verdictLabels[decision.verdict] : null}
        </PageHeading>
        {decision ? <DecisionStatusBadge decision={decision} /> : null}
        <FreshnessLine
          reading={query.data?.currentReading ?? undefined}
          refetch={refetch}
          busy={query.isFetching}
          what={texts.noun}
        />
      </div>
      <AsyncView query={query} retry={refetch} missing={texts.failed} skeleton={<DecisionSkeleton />}>
        {(data) => (
          <DecisionContent explained={explained} identity={identity} data={data} refetch={refetch} />
        )}
      </AsyncView>
    </article>
  )
}

interface DecisionContentProps extends DecisionDetailPageProps {
  readonly data: DecisionDetail
  readonly refetch: () => void
}

function DecisionContent({ data, explained, identity, refetch }: DecisionContentProps): ReactNode {
  const decisionRef = route.useParams()
  const { env } = decisionRef
  const maySeeIdentity = useMay('identity.summary')
  const customer = data.facts?.customer ?? data.current?.customer?.customer ?? null
  const { decision } = data
  return (
    <>
      <DecisionHeadline data={data} />
      <div className={styles.panes} data-waits={decision.mayAnswer || undefined}>
        <RecordComparisonSection data={data} explained={explained} refetch={refetch} />
        <div className={styles.work}>
          <DecisionFacts decision={decision} />
          <DecisionApprovalSection data={data} decisionRef={decisionRef} refetch={refetch} />
          {maySeeIdentity && customer !== null ? identity({ env, customer }) : null}
          {decision.mayWithdraw ? (
            <WithdrawDecisionSection decisionRef={decisionRef} decision={decision} />
          ) : null}
          <CloseDecisionSection decision={decision} decisionRef={decisionRef} />
        </div>
      </div>
    </>
  )
}

/** Shows the transaction of the decision as our records know it, else as the payment service gives it. */
function DecisionHeadline({
  data: { decision, facts, current, snapshot },
}: Pick<DecisionContentProps, 'data'>): ReactNode {
  const view = current ?? snapshot
  if (facts === null)
    return view === null ? null : (
      <RecordHeadline facts={readTransactionHeadline(view)} open={decision.transaction} />
    )
  const state = <StatePill state={facts.state} inReview={facts.inReview} />
  return <RecordHeadline facts={{ ...facts, state }} open={decision.transaction} />
}

/** Link to the next decision waiting for the user's approval. */
function NextApprovalLink(): ReactNode {
  const { page: texts } = useMessages('reviewDecisions')
  const format = useFormatter()
  const decisionRef = route.useParams()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const queries = decisionQueries(useApiClient())
  const { data } = useQuery(queries.list(decisionRef.env, { show: 'to_approve' }))
  const others = data?.decisions.filter(({ decision }) => decision !== decisionRef.decision) ?? []
  const [next] = others
  function openNext() {
    if (next)
      void navigate({
        to: '/$env/decisions/$decision',
        params: { env: decisionRef.env, decision: next.decision },
        search: address,
      })
  }
  useShortcut('x', texts.nextShortcut, openNext, next !== undefined)
  if (!data) return null
  if (!next) return <span className={styles.quiet}>{texts.noNext}</span>
  return (
    <button type="button" className={styles.next} aria-keyshortcuts="x" onClick={openNext}>
      {format.text(data.more ? texts.manyNext : texts.next, { count: others.length })}
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
