import { createLink, getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useMemo } from 'react'
import type { RowLinks } from './overview/overview-columns.tsx'
import { OverviewPage } from './overview/overview-page.tsx'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/transactions')

/** The list of all known transactions with the pages that it leads to. */
export function OverviewRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const cameByNext = useLocation({ select: ({ state }) => state.cameByNext === true })
  const mayExport = useMay('index.export')
  const mayOpen = useMay('transaction.read')
  const mayCustomer = useMay('customer.read')
  const mayRegister = useMay('register.read')
  const links = useMemo<RowLinks>(
    () => ({
      transaction: (transaction, children) =>
        mayOpen ? (
          <Link to="/$env/t/$transaction" params={{ env, transaction }} {...inRow}>
            {children}
          </Link>
        ) : (
          children
        ),
      customer: (customer, children) =>
        mayCustomer ? (
          <Link to="/$env/c/$customer" params={{ env, customer }} {...inRow} data-opens="customer">
            {children}
          </Link>
        ) : (
          children
        ),
    }),
    [env, mayOpen, mayCustomer],
  )
  if (!useMay('index.read'))
    return <PageClosed to="the list of transactions" environment={environment.label} />
  return (
    <OverviewPage
      key={env}
      env={env}
      environment={environment}
      address={address}
      mayExport={mayExport}
      onChange={(next) =>
        navigate({
          search: next,
          replace: true,
          resetScroll: false,
          ...(next.after === undefined ? {} : { state: true as const }),
        })
      }
      onNext={(after) =>
        navigate({ search: { ...address, after, at: undefined }, state: { cameByNext: true } })
      }
      onBack={cameByNext ? () => history.back() : null}
      onOpen={async (at) => {
        if (!mayOpen) return
        // Back from there shows this very row again.
        await navigate({ search: { ...address, at }, replace: true, state: true, resetScroll: false })
        await navigate({ to: '/$env/t/$transaction', params: { env, transaction: at } })
      }}
      links={links}
      beside={
        mayRegister ? (
          <Link to="/$env/unknown-values" params={{ env }}>
            Unknown values
          </Link>
        ) : null
      }
      viewLink={(filter, isCurrent, children) => (
        <ViewLink
          to="/$env/transactions"
          params={{ env }}
          search={{ ...filter, ...(address.cols === undefined ? {} : { cols: address.cols }) }}
          isCurrent={isCurrent}
        >
          {children}
        </ViewLink>
      )}
    />
  )
}

interface ViewAnchorProps extends ComponentProps<'a'> {
  readonly isCurrent: boolean
}

/** All views are one page to the router; which of them is shown is known by the filter alone. */
function ViewAnchor({ isCurrent, children, ...rest }: ViewAnchorProps): ReactNode {
  return (
    <a {...rest} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
const ViewLink = createLink(ViewAnchor)

/** A link in a row: Tab passes it by, because the row has keys of its own, and a press is not one on the row. */
const inRow = {
  tabIndex: -1,
  onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
} as const
