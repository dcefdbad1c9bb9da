import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { DecisionId, DecisionView } from '@paydesk/shared/work/decision'
import type { DecisionPage } from '@paydesk/shared/work/decision-list'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../../ui/page/page-head.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useMedia } from '../../../ui/state/use-media.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListRows, NoRows } from '../../../ui/table/list-parts.tsx'
import { Pages } from '../../../ui/table/pagination.tsx'
import type { DecisionsAddress, DecisionsChange } from '../address.ts'
import { decisionsQueryOf } from '../address.ts'
import styles from '../decisions.module.css'
import { decisionQueries } from '../queries.ts'
import { changeOf, decisionColumns, narrowDecisions } from './decisions-columns.tsx'
import { DecisionsFilters } from './decisions-filters.tsx'

export interface DecisionsPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly address: DecisionsAddress
  readonly mayWork: boolean
  readonly onChange: (change: DecisionsChange) => void
  readonly onNext: (after: string) => void
  /** To the page before, where this one was reached from it. */
  readonly onBack: (() => void) | null
  readonly onOpen: (decision: DecisionId) => void
  readonly transactionLink: (id: TransactionId, children: ReactNode) => ReactNode
  /** To the pages beside the list. */
  readonly links: ReactNode
}

/** Every decision that this person may see: first those that wait for them as the second person. */
export function DecisionsPage(props: DecisionsPageProps): ReactNode {
  const { env, place, address, mayWork, onChange } = props
  const queries = decisionQueries(useClient())
  const wanted = decisionsQueryOf(address, mayWork)
  const list = useQuery(queries.list(env, wanted))
  return (
    <div className={styles.page}>
      <PageHead title="Decisions" place={place}>
        {props.links}
        <Reread
          help="Read the decisions again"
          said="Decisions were read again"
          isBusy={list.isFetching}
          read={() => list.refetch()}
        />
      </PageHead>
      <p className={styles.quiet}>
        Each decision is a record and a work order; whether Paydesk carries it out itself stands on its page.
        What the service did is what was seen of it afterwards.
      </p>
      <DecisionsFilters
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
        {(page) => <Rows {...props} page={page} wanted={wanted} isOld={list.isPlaceholderData} />}
      </AsyncView>
    </div>
  )
}

interface RowsProps extends DecisionsPageProps {
  readonly page: DecisionPage
  readonly wanted: DecisionsAddress
  /** The rows of the filter before, while those of this one are on the way. */
  readonly isOld: boolean
}

function Rows({ page, wanted, isOld, ...props }: RowsProps): ReactNode {
  const { address, onChange, transactionLink } = props
  const isNarrow = useMedia('(max-width: 860px)')
  const columns = useMemo(() => decisionColumns(transactionLink), [transactionLink])
  const isFirst = address.after === undefined
  if (page.decisions.length === 0) {
    return (
      <NoRows>
        <p>{isFirst ? noneWords(wanted) : 'Nothing follows here.'}</p>
        {isFirst ? null : (
          <Button onClick={() => onChange({ ...address, after: undefined })}>First page</Button>
        )}
        {wanted.followUp === undefined ? null : (
          <Button onClick={() => onChange({ ...address, after: undefined, followUp: undefined })}>
            Any outcome
          </Button>
        )}
      </NoRows>
    )
  }
  return (
    <ListRows isOld={isOld}>
      <DataTable
        label="Decisions"
        columns={columns}
        visible={isNarrow ? narrowDecisions : columns.map((column) => column.id)}
        rows={page.decisions}
        rowKey={keyOf}
        sorting={null}
        onSort={() => {}}
        chosen={null}
        onChoose={(key) => {
          const chosen = page.decisions.find((each) => each.decision === key)
          if (chosen) props.onOpen(chosen.decision)
        }}
        isNarrow={isNarrow}
        changeOf={changeOf}
        ownsKeys
      />
      <Pages
        shown={page.decisions.length}
        count={page.count}
        more={page.more}
        one="decision"
        isFirst={isFirst}
        onFirst={() => onChange({ ...address, after: undefined })}
        onBack={props.onBack}
        onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
      />
    </ListRows>
  )
}

function keyOf({ decision }: DecisionView): string {
  return decision
}

/** Nothing to do, nothing done and nothing found are three things. */
function noneWords({ show, followUp }: DecisionsAddress): string {
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
