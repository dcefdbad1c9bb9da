import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DecisionDetailPage } from '../features/review/decisions/decision-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { TransactionExplanation } from '../features/transactions/explanation.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/decisions/$decision')

/** Shows one decision with the explanation of its transaction, as seen then and as it is now. */
export function DecisionRoute(): ReactNode {
  const { env, decision } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const may = {
    page: useMay('review.read'),
    work: useMay('review.work'),
    transaction: useMay('transaction.read'),
  }
  if (!may.page) return <ForbiddenPage to="decisions" environment={environment.label} />
  return (
    <DecisionDetailPage
      key={decision}
      place={{ env, decision }}
      environmentLabel={environment.label}
      mayWork={may.work}
      explained={(view) => <TransactionExplanation view={view} seal={null} />}
      transactionLink={(transaction, children) =>
        may.transaction ? (
          <Link to="/$env/t/$transaction" params={{ env, transaction }}>
            {children}
          </Link>
        ) : (
          children
        )
      }
      itemLink={(transaction, children) => (
        <Link to="/$env/review/$transaction" params={{ env, transaction }}>
          {children}
        </Link>
      )}
      listLink={(children) => (
        <Link to="/$env/decisions" params={{ env }} search={address}>
          {children}
        </Link>
      )}
      onGo={(next) =>
        navigate({ to: '/$env/decisions/$decision', params: { env, decision: next }, search: address })
      }
    />
  )
}
