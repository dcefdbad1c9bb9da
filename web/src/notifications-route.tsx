import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { NotificationsPageProps } from './notifications/notifications-page.tsx'
import { NotificationsPage } from './notifications/notifications-page.tsx'
import { CoverageLine } from './overview/coverage-line.tsx'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/notifications')

/** The ledger of received notifications with the pages that it leads to. */
export function NotificationsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const cameByNext = useLocation({ select: ({ state }) => state.cameByNext === true })
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
      onChange={(next) =>
        navigate({
          search: next,
          replace: true,
          resetScroll: false,
          ...(next.before === undefined ? {} : { state: true as const }),
        })
      }
      onNext={(before) =>
        navigate({ search: { ...address, before, open: undefined }, state: { cameByNext: true } })
      }
      onBack={cameByNext ? () => history.back() : null}
      onOpen={(open) => navigate({ search: { ...address, open }, state: true, resetScroll: false })}
      coverage={mayCover ? <CoverageLine env={env} /> : null}
      transactionLink={transactionLink}
    />
  )
}

/** A link in a row: Tab passes it by, because the row has keys of its own, and a press is not one on the row. */
const inRow = {
  tabIndex: -1,
  onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
} as const
