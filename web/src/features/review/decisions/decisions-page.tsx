import type { DecisionId, DecisionList, DecisionView } from '@paydesk/shared/cases/decisions'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../../ui/page/page-header.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useMediaQuery } from '../../../ui/state/use-media-query.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState, TableRegion } from '../../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../../ui/table/pagination.tsx'
import styles from '../decisions.module.css'
import { decisionQueries } from '../queries.ts'
import type { DecisionsSearchChange, DecisionsSearchParams } from '../search-params.ts'
import { buildDecisionsQuery } from '../search-params.ts'
import { createDecisionColumns, getDecisionChangeKey, narrowDecisionColumns } from './decisions-columns.tsx'
import { DecisionFilters } from './decisions-filters.tsx'

export interface DecisionsPageProps {
  readonly env: EnvironmentName
  /** Environment name for the window title. */
  readonly environmentLabel: string
  readonly address: DecisionsSearchParams
  readonly mayWork: boolean
  readonly onChange: (change: DecisionsSearchChange) => void
  readonly onNext: (after: string) => void
  /** Goes to the previous page; null unless this page was reached from that one. */
  readonly onBack: (() => void) | null
  readonly onOpen: (decision: DecisionId) => void
  readonly transactionLink: (id: TransactionId, children: ReactNode) => ReactNode
  /** Links to related pages. */
  readonly links: ReactNode
}

/** Lists the decisions visible to the user, by default those waiting for the user's approval. */
export function DecisionsPage(props: DecisionsPageProps): ReactNode {
  const { env, environmentLabel, address, mayWork, onChange } = props
  const queries = decisionQueries(useApiClient())
  const wanted = buildDecisionsQuery(address, mayWork)
  const list = useQuery(queries.list(env, wanted))
  return (
    <div className={styles.page}>
      <PageHeader title="Decisions" place={environmentLabel}>
        {props.links}
        <RefreshButton
          help="Read the decisions again"
          said="Decisions were read again"
          isBusy={list.isFetching}
          read={() => list.refetch()}
        />
      </PageHeader>
      <p className={styles.quiet}>
        Each decision is a record and a work order; whether Paydesk carries it out itself stands on its page.
        What the service did is what was seen of it afterwards.
      </p>
      <DecisionFilters
        wanted={wanted}
        mayWork={mayWork}
        onChange={(change) => onChange({ ...address, after: undefined, ...change })}
      />
      <AsyncView
        query={list}
        retry={() => void list.refetch()}
        missing="The decisions could not be read"
        skeleton={<Skeleton lines={8} height={24} />}
      >
        {(page) => <DecisionRows {...props} page={page} wanted={wanted} isOld={list.isPlaceholderData} />}
      </AsyncView>
    </div>
  )
}

interface DecisionRowsProps extends DecisionsPageProps {
  readonly page: DecisionList
  readonly wanted: DecisionsSearchParams
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

function DecisionRows({ page, wanted, isOld, ...props }: DecisionRowsProps): ReactNode {
  const { address, onChange, transactionLink } = props
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const columns = useMemo(() => createDecisionColumns(transactionLink), [transactionLink])
  const isFirst = address.after === undefined
  if (page.decisions.length === 0) {
    return (
      <EmptyState>
        <p>{isFirst ? describeEmptyList(wanted) : 'Nothing follows here.'}</p>
        {isFirst ? null : (
          <Button onClick={() => onChange({ ...address, after: undefined })}>First page</Button>
        )}
        {wanted.followUp === undefined ? null : (
          <Button onClick={() => onChange({ ...address, after: undefined, followUp: undefined })}>
            Any outcome
          </Button>
        )}
      </EmptyState>
    )
  }
  return (
    <TableRegion isOld={isOld}>
      <DataTable
        label="Decisions"
        columns={columns}
        visible={isNarrow ? narrowDecisionColumns : columns.map((column) => column.id)}
        rows={page.decisions}
        rowKey={getRowKey}
        sorting={null}
        onSort={() => {}}
        chosen={null}
        onChoose={(key) => {
          const chosen = page.decisions.find((each) => each.decision === key)
          if (chosen) props.onOpen(chosen.decision)
        }}
        isNarrow={isNarrow}
        changeOf={getDecisionChangeKey}
        ownsKeys
      />
      <PaginationBar
        shown={page.decisions.length}
        count={page.count}
        more={page.more}
        one="decision"
        isFirst={isFirst}
        onFirst={() => onChange({ ...address, after: undefined })}
        onBack={props.onBack}
        onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
      />
    </TableRegion>
  )
}

function getRowKey({ decision }: DecisionView): string {
  return decision
}

/** Distinguishes nothing to do, nothing done and nothing found. */
function describeEmptyList({ show, followUp }: DecisionsSearchParams): string {
  if (followUp !== undefined) return 'No decision here has this outcome.'
  switch (show) {
    case 'second':
      return 'No decision waits for your second look.'
    case 'mine':
      return 'You have made no decision yet.'
    case 'open':
      return 'No decision waits for a second person or for the service.'
    default:
      return 'Nothing has been decided here yet.'
  }
}
