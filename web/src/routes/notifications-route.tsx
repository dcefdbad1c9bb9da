import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { NotificationsPageProps } from '../features/notifications/notifications-page.tsx'
import { NotificationsPage } from '../features/notifications/notifications-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { rowLinkProps } from '../ui/table/row-link-props.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { createInPlaceNavigation, createNextPageNavigation, usePreviousListPage } from './list-navigation.tsx'

const route = getRouteApi('/inside/$env/notifications')

/** Connects the list of received notifications with the pages it links to. */
export function NotificationsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = usePreviousListPage()
  const mayReprocess = useMay('notification_queue.reprocess')
  const mayOpen = useMay('transaction.read')
  const mayCover = useMay('records.read')
  const transactionLink = useCallback<NotificationsPageProps['transactionLink']>(
    (transaction, children, isInRow) =>
      mayOpen ? (
        <Link to="/$env/t/$transaction" params={{ env, transaction }} {...(isInRow ? rowLinkProps : {})}>
          {children}
        </Link>
      ) : (
        children
      ),
    [env, mayOpen],
  )
  if (!useMay('notification_queue.read'))
    return <ForbiddenPage to="the list of notifications" environment={environment.label} />
  return (
    <NotificationsPage
      key={env}
      env={env}
      place={environment.label}
      address={address}
      mayReprocess={mayReprocess}
      onChange={(next) => navigate(createInPlaceNavigation(next, next.before === undefined))}
      onNext={(before) => navigate(createNextPageNavigation({ ...address, before, open: undefined }))}
      onBack={onBack}
      onOpen={(open) => navigate({ search: { ...address, open }, state: true, resetScroll: false })}
      coverage={mayCover ? <CoverageLine env={env} /> : null}
      transactionLink={transactionLink}
    />
  )
}
