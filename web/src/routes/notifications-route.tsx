import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { NotificationsPageProps } from '../features/notifications/notifications-page.tsx'
import { NotificationsPage } from '../features/notifications/notifications-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { inRow } from '../ui/table/row-link.ts'
import { PageClosed } from './page-closed.tsx'
import { stayWith, stepTo, useStepBack } from './page-steps.tsx'

const route = getRouteApi('/inside/$env/notifications')

/** The ledger of received notifications with the pages that it leads to. */
export function NotificationsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = useStepBack()
  const mayReprocess = useMay('ledger.reprocess')
  const mayOpen = useMay('transaction.read')
  const mayCover = useMay('index.read')
  const transactionLink = useCallback<NotificationsPageProps['transactionLink']>(
    (transaction, children, isInRow) =>
      mayOpen ? (
        <Link to="/$env/t/$transaction" params={{ env, transaction }} {...(isInRow ? inRow : {})}>
          {children}
        </Link>
      ) : (
        children
      ),
    [env, mayOpen],
  )
  if (!useMay('ledger.read'))
    return <PageClosed to="the list of notifications" environment={environment.label} />
  return (
    <NotificationsPage
      key={env}
      env={env}
      place={environment.label}
      address={address}
      mayReprocess={mayReprocess}
      onChange={(next) => navigate(stayWith(next, next.before === undefined))}
      onNext={(before) => navigate(stepTo({ ...address, before, open: undefined }))}
      onBack={onBack}
      onOpen={(open) => navigate({ search: { ...address, open }, state: true, resetScroll: false })}
      coverage={mayCover ? <CoverageLine env={env} /> : null}
      transactionLink={transactionLink}
    />
  )
}
