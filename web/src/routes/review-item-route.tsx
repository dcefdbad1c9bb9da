import { identityHandle } from '@paydesk/shared/core/ids'
import type { TransactionView } from '@paydesk/shared/payments/transaction'
import type { DecisionView } from '@paydesk/shared/work/decision'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { HistoryPart } from '../features/customers/history-part.tsx'
import { ItemPage } from '../features/review/case/case-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { Explanation } from '../features/transactions/explanation.tsx'
import { FactsSection } from '../features/transactions/facts-section.tsx'
import { FinalitySeal } from '../features/transactions/finality-seal.tsx'
import { IdentitySection } from '../features/transactions/identity-section.tsx'
import { ObservedSection } from '../features/transactions/observed-section.tsx'
import { ProviderSection } from '../features/transactions/provider-section.tsx'
import type { TransactionPlace } from '../features/transactions/queries.ts'
import { transactionQueries } from '../features/transactions/queries.ts'
import { StepsSection } from '../features/transactions/steps-section.tsx'
import { useClient } from '../lib/api/client-context.tsx'
import { shownText } from '../ui/text/masked-value.tsx'
import { AskSlot } from './ask-route.tsx'
import { PageClosed } from './page-closed.tsx'
import styles from './review-item-route.module.css'

const route = getRouteApi('/inside/$env/review/$transaction')

/** One item of the review queue with the parts of the other verticals in it. */
export function ReviewItemRoute(): ReactNode {
  const { env, transaction } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const [decided, setDecided] = useState<DecisionView | null>(null)
  // Of every item that was open since the queue: in memory only, and gone with this page.
  const [typed] = useState(() => new Map<string, string>())
  const may = {
    page: useMay('review.read'),
    transaction: useMay('transaction.read'),
    customer: useMay('customer.read'),
    identity: useMay('identity.read'),
  }
  if (!may.page)
    return (
      <PageClosed to="the review queue" environment={environment.label}>
        <AskSlot env={env} about={{ kind: 'transaction', transaction }} />
      </PageClosed>
    )
  const place = { env, transaction }
  const back = { ...address, at: transaction }
  return (
    <ItemPage
      key={transaction}
      place={place}
      environment={environment.label}
      address={address}
      parts={{
        explained: (view) => <Explained place={place} view={view} />,
        evidence: (view) => <Evidence view={view} mayOpenIdentity={may.identity} env={env} />,
        customerHistory: ({ customer }) =>
          may.customer ? (
            <HistoryPart
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
            <FactsSection view={view} />
            {may.transaction ? <Observed place={place} view={view} /> : null}
          </>
        ),
      }}
      customerLink={({ customer, rid }) =>
        may.customer ? (
          <Link to="/$env/c/$customer" params={{ env, customer }} search={{ open: transaction }}>
            <code>{shownText(rid)}</code>
          </Link>
        ) : (
          <code>{shownText(rid)}</code>
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
      typed={{ before: typed.get(transaction) ?? '', onText: (text) => typed.set(transaction, text) }}
      decided={decided}
      onDecided={setDecided}
      onQueue={() => navigate({ to: '/$env/review', params: { env }, search: back })}
    />
  )
}

interface ExplainedProps {
  readonly place: TransactionPlace
  readonly view: TransactionView
}

function Explained({ place, view }: ExplainedProps): ReactNode {
  const history = useQuery(transactionQueries(useClient()).history(place))
  return <Explanation view={view} seal={<FinalitySeal state={view.state} history={history} />} />
}

function Observed({ place, view }: ExplainedProps): ReactNode {
  const history = useQuery(transactionQueries(useClient()).history(place))
  const look = { at: view.reading.at, state: view.state.raw }
  return <ObservedSection query={history} look={look} retry={() => void history.refetch()} />
}

interface EvidenceProps {
  readonly env: TransactionPlace['env']
  readonly view: TransactionView
  readonly mayOpenIdentity: boolean
}

function Evidence({ env, view, mayOpenIdentity }: EvidenceProps): ReactNode {
  return (
    <div className={styles.evidence}>
      <StepsSection steps={view.steps} />
      <IdentitySection
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
      <ProviderSection responses={view.providerResponses} />
    </div>
  )
}
