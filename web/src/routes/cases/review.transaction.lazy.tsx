import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmbeddedCustomerHistory } from '../../features/customers/embedded-history.tsx'
import { AskQuestionLine } from '../../features/questions/ask-line.tsx'
import { ReviewCasePage } from '../../features/review/case/case-page.tsx'
import { TransactionExplanation } from '../../features/transactions/explanation.tsx'
import { TransactionFactsSection } from '../../features/transactions/facts-section.tsx'
import { FinalityStatus } from '../../features/transactions/finality-status.tsx'
import { TransactionIdentitySection } from '../../features/transactions/identity-section.tsx'
import { ProviderResponsesSection } from '../../features/transactions/provider-section.tsx'
import type { TransactionRef } from '../../features/transactions/queries.ts'
import { transactionQueries } from '../../features/transactions/queries.ts'
import { ObservationText, StateHistorySection } from '../../features/transactions/state-history-section.tsx'
import { WorkflowStepsSection } from '../../features/transactions/steps-section.tsx'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { ForbiddenPage } from '../forbidden-page.tsx'
import styles from './review.transaction.module.css'

const route = getRouteApi('/inside/$env/review/$transaction')

/** Composes the page of a review case from several features. */
export function ReviewCaseRoute(): ReactNode {
  const reviewCaseRef = route.useParams()
  const { env, transaction } = reviewCaseRef
  const may = { transaction: useMay('transaction.read'), customer: useMay('customer.read') }
  const history = useQuery({
    ...transactionQueries(useApiClient()).history(reviewCaseRef),
    enabled: may.transaction,
  })
  if (!useMay('review.read'))
    return (
      <ForbiddenPage to="reviewQueue">
        <AskQuestionLine about={{ kind: 'transaction', transaction }} />
      </ForbiddenPage>
    )
  return (
    <ReviewCasePage
      history={
        may.transaction
          ? { query: history, renderObservation: (each) => <ObservationText observation={each} /> }
          : null
      }
      parts={{
        explained: (view) => <ExplanationWithHistory transactionRef={reviewCaseRef} view={view} />,
        evidence: (view) => <ReviewEvidence view={view} />,
        customerHistory: ({ customer }) =>
          may.customer ? (
            <EmbeddedCustomerHistory customerRef={{ env, customer }} here={transaction} />
          ) : null,
        more: (view) => (
          <>
            <TransactionFactsSection view={view} />
            {may.transaction ? <ObservedHistory transactionRef={reviewCaseRef} view={view} /> : null}
          </>
        ),
      }}
    />
  )
}

interface TransactionPartProps {
  readonly transactionRef: TransactionRef
  readonly view: TransactionView
}

function ExplanationWithHistory({ transactionRef, view }: TransactionPartProps): ReactNode {
  const history = useQuery(transactionQueries(useApiClient()).history(transactionRef))
  const finalityStatus = <FinalityStatus state={view.state} history={history} />
  return <TransactionExplanation view={view} isStateAbove finalityStatus={finalityStatus} />
}

function ObservedHistory({ transactionRef, view }: TransactionPartProps): ReactNode {
  const history = useQuery(transactionQueries(useApiClient()).history(transactionRef))
  const look = { at: view.reading.at, state: view.state.raw }
  return (
    <StateHistorySection query={history} look={look} retry={() => void history.refetch()} isListElsewhere />
  )
}

function ReviewEvidence({ view }: Pick<TransactionPartProps, 'view'>): ReactNode {
  return (
    <div className={styles.evidence}>
      <WorkflowStepsSection steps={view.steps} />
      <TransactionIdentitySection identity={view.identity} />
      <ProviderResponsesSection responses={view.providerResponses} />
    </div>
  )
}
