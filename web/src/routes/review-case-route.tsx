import type { DecisionView } from '@paydesk/shared/cases/decisions'
import { identityHandle } from '@paydesk/shared/core/ids'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { EmbeddedCustomerHistory } from '../features/customers/embedded-history.tsx'
import { ReviewCasePage } from '../features/review/case/case-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { TransactionExplanation } from '../features/transactions/explanation.tsx'
import { TransactionFactsSection } from '../features/transactions/facts-section.tsx'
import { FinalityStatus } from '../features/transactions/finality-status.tsx'
import { TransactionIdentitySection } from '../features/transactions/identity-section.tsx'
import { ProviderResponsesSection } from '../features/transactions/provider-section.tsx'
import type { TransactionRef } from '../features/transactions/queries.ts'
import { transactionQueries } from '../features/transactions/queries.ts'
import { StateHistorySection } from '../features/transactions/state-history-section.tsx'
import { WorkflowStepsSection } from '../features/transactions/steps-section.tsx'
import { useApiClient } from '../lib/api/api-client-context.tsx'
import { getVisibleText } from '../ui/text/field-value.tsx'
import { AskQuestionSlot } from './ask-question-slot.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'
import styles from './review-case-route.module.css'

const route = getRouteApi('/inside/$env/review/$transaction')

/** Composes the page of a review case from several features. */
export function ReviewCaseRoute(): ReactNode {
  const { env, transaction } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const [decided, setDecided] = useState<DecisionView | null>(null)
  // Typed texts of all cases opened since the queue: in memory only, dropped with this page.
  const [typed] = useState(() => new Map<string, string>())
  const may = {
    page: useMay('review.read'),
    transaction: useMay('transaction.read'),
    customer: useMay('customer.read'),
    identity: useMay('identity.read'),
  }
  if (!may.page)
    return (
      <ForbiddenPage to="the review queue" environment={environment.label}>
        <AskQuestionSlot env={env} about={{ kind: 'transaction', transaction }} />
      </ForbiddenPage>
    )
  const place = { env, transaction }
  const back = { ...address, at: transaction }
  return (
    <ReviewCasePage
      key={transaction}
      place={place}
      environmentLabel={environment.label}
      address={address}
      parts={{
        explained: (view) => <ExplanationWithHistory place={place} view={view} />,
        evidence: (view) => <ReviewEvidence view={view} mayOpenIdentity={may.identity} env={env} />,
        customerHistory: ({ customer }) =>
          may.customer ? (
            <EmbeddedCustomerHistory
              place={{ env, customer }}
              here={transaction}
              onOpen={(open) => {
                if (may.transaction)
                  void navigate({ to: '/$env/t/$transaction', params: { env, transaction: open } })
              }}
            />
          ) : null,
        more: (view) => (
          <>
            <TransactionFactsSection view={view} />
            {may.transaction ? <ObservedHistory place={place} view={view} /> : null}
          </>
        ),
      }}
      customerLink={({ customer, rid }) =>
        may.customer ? (
          <Link to="/$env/c/$customer" params={{ env, customer }} search={{ open: transaction }}>
            <code>{getVisibleText(rid)}</code>
          </Link>
        ) : (
          <code>{getVisibleText(rid)}</code>
        )
      }
      transactionLink={(words) =>
        may.transaction ? (
          <Link to="/$env/t/$transaction" params={{ env, transaction }}>
            {words}
          </Link>
        ) : (
          words
        )
      }
      decisionLink={(decision, words) => (
        <Link to="/$env/decisions/$decision" params={{ env, decision }}>
          {words}
        </Link>
      )}
      queueLink={(words) => (
        <Link to="/$env/review" params={{ env }} search={back}>
          {words}
        </Link>
      )}
      onGo={(to) =>
        navigate({
          to: '/$env/review/$transaction',
          params: { env, transaction: to.transaction },
          search: { ...address, after: to.after, at: undefined },
        })
      }
      typed={{ initialText: typed.get(transaction) ?? '', onChange: (text) => typed.set(transaction, text) }}
      decided={decided}
      onDecided={setDecided}
      onQueue={() => navigate({ to: '/$env/review', params: { env }, search: back })}
    />
  )
}

interface TransactionPartProps {
  readonly place: TransactionRef
  readonly view: TransactionView
}

function ExplanationWithHistory({ place, view }: TransactionPartProps): ReactNode {
  const history = useQuery(transactionQueries(useApiClient()).history(place))
  return <TransactionExplanation view={view} seal={<FinalityStatus state={view.state} history={history} />} />
}

function ObservedHistory({ place, view }: TransactionPartProps): ReactNode {
  const history = useQuery(transactionQueries(useApiClient()).history(place))
  const look = { at: view.reading.at, state: view.state.raw }
  return <StateHistorySection query={history} look={look} retry={() => void history.refetch()} />
}

interface ReviewEvidenceProps {
  readonly env: TransactionRef['env']
  readonly view: TransactionView
  readonly mayOpenIdentity: boolean
}

function ReviewEvidence({ env, view, mayOpenIdentity }: ReviewEvidenceProps): ReactNode {
  return (
    <div className={styles.evidence}>
      <WorkflowStepsSection steps={view.steps} />
      <TransactionIdentitySection
        identity={view.identity}
        keys="i"
        link={(identity) =>
          mayOpenIdentity ? (
            <Link to="/$env/i/$identity" params={{ env, identity: identityHandle.parse(identity) }}>
              Open identity
            </Link>
          ) : null
        }
      />
      <ProviderResponsesSection responses={view.providerResponses} />
    </div>
  )
}
