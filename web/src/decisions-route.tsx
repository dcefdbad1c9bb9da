import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import { PageClosed } from './page-closed.tsx'
import type { DecisionsPageProps } from './review/decisions-page.tsx'
import { DecisionsPage } from './review/decisions-page.tsx'
import { useMay } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/decisions')

/** The list of decisions with the pages that it leads to. */
export function DecisionsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const cameByNext = useLocation({ select: ({ state }) => state.cameByNext === true })
  const mayWork = useMay('review.work')
  const mayOpen = useMay('transaction.read')
  const transactionLink = useCallback<DecisionsPageProps['transactionLink']>(
    (transaction, children) =>
      mayOpen ? (
        <Link to="/$env/t/$transaction" params={{ env, transaction }} {...inRow}>
          {children}
        </Link>
      ) : (
        children
      ),
    [env, mayOpen],
  )
  if (!useMay('review.read')) return <PageClosed to="decisions" environment={environment.label} />
  return (
    <DecisionsPage
      key={env}
      env={env}
      place={environment.label}
      address={address}
      mayWork={mayWork}
      onChange={(next) =>
        navigate({
          search: next,
          replace: true,
          resetScroll: false,
          ...(next.after === undefined ? { state: true as const } : {}),
        })
      }
      onNext={(after) => navigate({ search: { ...address, after }, state: { cameByNext: true } })}
      onBack={cameByNext ? () => history.back() : null}
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

/** A link in a row: Tab passes it by, because the row has keys of its own, and a press is not one on the row. */
const inRow = {
  tabIndex: -1,
  onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
} as const
