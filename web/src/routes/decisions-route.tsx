import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { DecisionsPageProps } from '../features/review/decisions/decisions-page.tsx'
import { DecisionsPage } from '../features/review/decisions/decisions-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { rowLinkProps } from '../ui/table/row-link-props.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { createInPlaceNavigation, createNextPageNavigation, usePreviousListPage } from './list-navigation.tsx'

const route = getRouteApi('/inside/$env/decisions')

/** Connects the list of decisions with the pages it links to. */
export function DecisionsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = usePreviousListPage()
  const mayWork = useMay('review.work')
  const mayOpen = useMay('transaction.read')
  const transactionLink = useCallback<DecisionsPageProps['transactionLink']>(
    (transaction, children) =>
      mayOpen ? (
        <Link to="/$env/t/$transaction" params={{ env, transaction }} {...rowLinkProps}>
          {children}
        </Link>
      ) : (
        children
      ),
    [env, mayOpen],
  )
  if (!useMay('review.read')) return <ForbiddenPage to="decisions" environment={environment.label} />
  return (
    <DecisionsPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      address={address}
      mayWork={mayWork}
      onChange={(next) => navigate(createInPlaceNavigation(next, next.after === undefined))}
      onNext={(after) => navigate(createNextPageNavigation({ ...address, after }))}
      onBack={onBack}
      onOpen={(decision) =>
        navigate({ to: '/$env/decisions/$decision', params: { env, decision }, search: address })
      }
      transactionLink={transactionLink}
      links={
        <>
          <Link to="/$env/review" params={{ env }}>
            Review queue
          </Link>
          <Link to="/$env/review-figures" params={{ env }}>
            Figures
          </Link>
        </>
      }
    />
  )
}
