import { transactionId } from '@paydesk/shared/core/ids'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useCallback } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { undocumentedValueColumns } from '../features/undocumented-values/search-params.ts'
import { UndocumentedValuesPage } from '../features/undocumented-values/undocumented-values-page.tsx'
import type { TableSorting } from '../ui/table/data-table.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/unknown-values')

export function UndocumentedValuesRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const { sort } = route.useSearch()
  const navigate = route.useNavigate()
  const mayOpen = useMay('transaction.read')
  const mayCover = useMay('records.read')
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
  if (!useMay('undocumented_values.read'))
    return <ForbiddenPage to="the register of unknown values" environment={environment.label} />
  return (
    <UndocumentedValuesPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      sorting={sort === undefined ? null : { column: sort.replace('-', ''), down: sort.startsWith('-') }}
      onSort={(sorting) =>
        navigate({ search: { sort: toSortParam(sorting) }, replace: true, resetScroll: false })
      }
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

function toSortParam(sorting: TableSorting | null) {
  const column = undocumentedValueColumns.find((each) => each === sorting?.column)
  if (!sorting || !column) return undefined
  return sorting.down ? (`-${column}` as const) : column
}
