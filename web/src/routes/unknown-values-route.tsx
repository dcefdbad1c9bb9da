import { transactionId } from '@paydesk/shared/core/ids'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useCallback } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { registerColumns } from '../features/unknown-values/address.ts'
import { UnknownValuesPage } from '../features/unknown-values/unknown-values-page.tsx'
import type { Sorting } from '../ui/table/data-table.tsx'
import { PageClosed } from './page-closed.tsx'

const route = getRouteApi('/inside/$env/unknown-values')

export function UnknownValuesRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const { sort } = route.useSearch()
  const navigate = route.useNavigate()
  const mayOpen = useMay('transaction.read')
  const mayCover = useMay('index.read')
  const transactionLink = useCallback(
    (id: string, children: ReactNode) =>
      mayOpen ? (
        <Link
          to="/$env/t/$transaction"
          params={{ env, transaction: transactionId.parse(id) }}
          tabIndex={-1}
          onClick={(event: MouseEvent) => event.stopPropagation()}
        >
          {children}
        </Link>
      ) : (
        children
      ),
    [env, mayOpen],
  )
  if (!useMay('register.read'))
    return <PageClosed to="the register of unknown values" environment={environment.label} />
  return (
    <UnknownValuesPage
      key={env}
      env={env}
      place={environment.label}
      sorting={sort === undefined ? null : { column: sort.replace('-', ''), down: sort.startsWith('-') }}
      onSort={(sorting) => navigate({ search: { sort: sortOf(sorting) }, replace: true, resetScroll: false })}
      onOpen={
        mayOpen
          ? (id) => {
              const parsed = transactionId.safeParse(id)
              if (parsed.success)
                void navigate({ to: '/$env/t/$transaction', params: { env, transaction: parsed.data } })
            }
          : null
      }
      transactionLink={transactionLink}
      coverage={mayCover ? <CoverageLine env={env} /> : null}
    />
  )
}

function sortOf(sorting: Sorting | null) {
  const column = registerColumns.find((each) => each === sorting?.column)
  if (!sorting || !column) return undefined
  return sorting.down ? (`-${column}` as const) : column
}
