import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { CaseDetail, CaseSummary } from '@paydesk/shared/cases/review-cases'
import { getStateLabel } from '@paydesk/shared/core/state'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../../lib/session-context.tsx'
import { usePrefetchDraft } from '../../../ui/drafts/draft.tsx'
import { TransactionLink } from '../../../ui/links/record-links.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { FreshnessLine } from '../../../ui/page/freshness-line.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { RecordHeadline, readTransactionHeadline } from '../../../ui/page/record-headline.tsx'
import { focusSection } from '../../../ui/page/section.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { DecisionFormSection } from '../decide/decide-section.tsx'
import { reviewQueries } from '../queries.ts'
import { useRecordRefresh } from '../use-record-refresh.ts'
import { CaseClaimBar } from './case-claim.tsx'
import { ReviewCaseHeader } from './case-header.tsx'
import { CaseNotesSection } from './case-notes.tsx'
import { CaseLeftReviewNotice, RecordChangedNotice } from './case-notices.tsx'
import styles from './case-page.module.css'
import { CaseSnoozeSection } from './case-snooze.tsx'
import { CaseTimelineSection, type CaseTransactionHistory } from './case-timeline.tsx'
import { LastDecisionNotice, ReviewQueueNavigationBar } from './queue-navigation-bar.tsx'
import { useReviewQueueNavigation } from './use-queue-navigation.ts'

/** Sections of other features, which render nothing that the role may not see. */
interface ReviewCaseParts {
  /** Explanation of the transaction: sentence, state, discrepancies. */
  readonly explained: (view: TransactionView) => ReactNode
  /** Evidence of the state record: steps, identity, provider responses. */
  readonly evidence: (view: TransactionView) => ReactNode
  readonly customerHistory: (customer: NonNullable<TransactionView['customer']>) => ReactNode
  /** Further facts of the record, and the observed states. */
  readonly more: (view: TransactionView) => ReactNode
}

const route = getRouteApi('/inside/$env/review/$transaction')

interface ReviewCasePageProps {
  readonly parts: ReviewCaseParts
  /** Observed states, notifications and syncs for the timeline. */
  readonly history: CaseTransactionHistory | null
}

/** Case page: everything needed for a decision on a case, and the actions. */
export function ReviewCasePage({ parts, history }: ReviewCasePageProps): ReactNode {
  const { transaction } = route.useParams()
  const [decided, setDecided] = useState<DecidedCase | null>(null)
  return (
    <OpenCase key={transaction} parts={parts} history={history} decided={decided} onDecided={setDecided} />
  )
}

/** Decision just made, with the case as the list showed it. */
interface DecidedCase {
  readonly decision: DecisionView
  readonly row: CaseSummary | null
}

interface OpenCaseProps extends ReviewCasePageProps {
  /** Decision on the previous case, after which this case opened automatically. */
  readonly decided: DecidedCase | null
  readonly onDecided: (decided: DecidedCase) => void
}

function OpenCase({ parts, history, decided, onDecided }: OpenCaseProps): ReactNode {
  const { title } = useMessages('review')
  const texts = useMessages('reviewCase')
  const reviewCaseRef = route.useParams()
  const { env, transaction } = reviewCaseRef
  const { label } = useEnvironment()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const queries = reviewQueries(useApiClient())
  const query = useQuery(queries.item(reviewCaseRef))
  usePrefetchDraft(useMay('review.work') ? { env, kind: 'case_note', about: transaction } : null)
  const line = useReviewQueueNavigation()
  const refetch = useRecordRefresh(queries.item(reviewCaseRef), texts)
  useShortcut(
    'q',
    texts.shortcuts.queue,
    () => void navigate({ to: '/$env/review', params: { env }, search: { ...address, at: transaction } }),
  )
  return (
    <article className={styles.page}>
      <ReviewQueueNavigationBar line={line} />
      {decided && decided.decision.transaction !== transaction ? <LastDecisionNotice {...decided} /> : null}
      <div className={styles.head}>
        <PageHeading title={title} place={label} className={styles.title}>
          <span className={styles.kind}>{title}</span>{' '}
          <TransactionLink transaction={transaction}>
            <code>{transaction}</code>
          </TransactionLink>
          <CopyButton text={transaction} what={texts.transactionId} />
        </PageHeading>
        <FreshnessLine
          reading={query.data?.view.reading}
          refetch={refetch}
          busy={query.isFetching}
          what={texts.noun}
        />
      </div>
      <AsyncView query={query} retry={refetch} missing={texts.failed} skeleton={<ReviewCaseSkeleton />}>
        {(item) => (
          <ReviewCaseContent
            item={item}
            parts={parts}
            history={history}
            onDecided={(decision, isStillHere) => {
              onDecided({ decision, row: item.row })
              if (isStillHere) line.go('undecided')
            }}
          />
        )}
      </AsyncView>
    </article>
  )
}

interface ReviewCaseContentProps extends Omit<OpenCaseProps, 'decided' | 'onDecided'> {
  readonly item: CaseDetail
  readonly onDecided: (decision: DecisionView, isStillHere: boolean) => void
}

function ReviewCaseContent({ item, parts, history, onDecided }: ReviewCaseContentProps): ReactNode {
  const { shortcuts } = useMessages('reviewCase')
  const states = useMessages('ui')
  const reviewCaseRef = route.useParams()
  const { row, view } = item
  const mayWork = item.mayWork && row !== null
  useShortcut('p', shortcuts.providers, () => focusSection('providers'))
  useShortcut('i', shortcuts.identity, () => focusSection('identity-summary'))
  return (
    <>
      <RecordHeadline facts={readTransactionHeadline(view)} open={view.transaction} />
      {row === null ? (
        <CaseLeftReviewNotice item={item} />
      ) : (
        <>
          <ReviewCaseHeader row={row} item={item} />
          <CaseClaimBar
            reviewCaseRef={reviewCaseRef}
            row={row}
            claimMs={item.claimMs}
            mayWork={item.mayWork}
          />
          <RecordChangedNotice recordHash={item.recordHash} message={getStateLabel(view.state, states)} />
        </>
      )}
      <div className={styles.panes}>
        <div className={styles.judge}>
          {parts.explained(view)}
          {parts.evidence(view)}
          {view.customer ? parts.customerHistory(view.customer) : null}
          {parts.more(view)}
        </div>
        <div className={styles.work}>
          <DecisionFormSection item={item} reviewCaseRef={reviewCaseRef} onDecided={onDecided} />
          <CaseNotesSection reviewCaseRef={reviewCaseRef} may={item.mayWork} isOpen={row !== null} />
          <CaseTimelineSection item={item} history={history} />
          {mayWork ? <CaseSnoozeSection reviewCaseRef={reviewCaseRef} until={row.snoozedUntil} /> : null}
        </div>
      </div>
    </>
  )
}

/** Skeleton with the sizes of the facts, the claim and the two columns. */
function ReviewCaseSkeleton(): ReactNode {
  return (
    <div className={styles.skeleton}>
      <Skeleton height={62} />
      <Skeleton lines={3} height={20} />
      <Skeleton height={42} />
      <div className={styles.panes}>
        <div className={styles.judge}>
          <Skeleton lines={2} height={26} />
          <Skeleton lines={8} height={22} />
        </div>
        <div className={styles.work}>
          <Skeleton lines={6} height={24} />
        </div>
      </div>
    </div>
  )
}
