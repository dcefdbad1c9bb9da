import {
  type DecisionId,
  type DecisionList,
  type DecisionView,
  decisionIdSchema,
} from '@paydesk/shared/cases/decisions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../../lib/session-context.tsx'
import { Button, getButtonClassName } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader, RefreshButton } from '../../../ui/page/page-header.tsx'
import { PendingWorkLine } from '../../../ui/page/pending-work-line.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import {
  createInPlaceNavigation,
  createNextPageNavigation,
  usePreviousListPage,
} from '../../../ui/state/list-navigation.ts'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../../ui/state/use-media-query.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../../ui/table/data-export.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { TableRegion } from '../../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../../ui/table/pagination.tsx'
import styles from '../decisions.module.css'
import { decisionQueries } from '../queries.ts'
import type { DecisionsSearchChange, DecisionsSearchParams } from '../search-params.ts'
import { buildDecisionsQuery } from '../search-params.ts'
import {
  createDecisionColumns,
  getDecisionChangeKey,
  listVisibleDecisionColumnIds,
} from './decisions-columns.tsx'
import { DecisionFilters } from './decisions-filters.tsx'

const route = getRouteApi('/inside/$env/decisions')

/** State of the list in the URL. `change` replaces it; `showNext` adds a history entry for the next page. */
function useDecisionsAddress() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  return {
    address,
    change: (next: DecisionsSearchChange) =>
      void navigate(createInPlaceNavigation(next, next.after === undefined)),
    showNext: (after: string) => void navigate(createNextPageNavigation({ ...address, after })),
  }
}

/** Lists the decisions visible to the user, by default those waiting for the user's approval. */
export function DecisionsPage(): ReactNode {
  const texts = useMessages('reviewDecisions')
  const { name: env, label } = useEnvironment()
  const { address, change } = useDecisionsAddress()
  const mayWork = useMay('review.work')
  const mayExport = useMay('records.export')
  const client = useApiClient()
  const wanted = buildDecisionsQuery(address, mayWork)
  const list = useQuery(decisionQueries(client).list(env, wanted))
  const { after: _, ...filter } = wanted
  const exporting = useDataExport({
    name: (today) => `decisions-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportDecisions, { params: { env }, query: { ...filter, ...format }, signal }),
    missing: texts.notExported,
    expected: list.data && !list.data.more ? list.data.count : null,
    selection: { list: 'decisions', filter },
  })
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label} about={texts.note}>
        <RefreshButton
          help={texts.refreshList}
          said={texts.listRefreshed}
          isBusy={list.isFetching}
          read={() => list.refetch()}
        />
        {mayExport ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <ExportStatus {...exporting} />
      <DecisionFilters
        wanted={wanted}
        mayWork={mayWork}
        onChange={(next) => change({ ...address, after: undefined, ...next })}
      />
      <AsyncView
        query={list}
        retry={() => void list.refetch()}
        missing={texts.listFailed}
        skeleton={<Skeleton lines={8} height={24} />}
      >
        {(page) => <DecisionRows page={page} wanted={wanted} isOld={list.isPlaceholderData} />}
      </AsyncView>
    </div>
  )
}

interface DecisionRowsProps {
  readonly page: DecisionList
  readonly wanted: DecisionsSearchParams
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

function DecisionRows({ page, wanted, isOld }: DecisionRowsProps): ReactNode {
  const texts = useMessages('reviewDecisions')
  const { queue } = useMessages('review')
  const { days } = useMessages('lists')
  const format = useFormatter()
  const isRange = page.decisions.some(({ facts }) => facts?.amount.visibility === 'masked')
  const columns = createDecisionColumns(texts, isRange)
  const router = useRouter()
  const { env } = route.useParams()
  const navigate = route.useNavigate()
  const { address, change, showNext } = useDecisionsAddress()
  const goBack = usePreviousListPage()
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const isMiddle = useMediaQuery('(max-width: 1400px)')
  const isWide = useMediaQuery('(max-width: 1680px)')
  const isFirst = address.after === undefined
  const [first] = page.decisions
  const open = (decision: DecisionId) =>
    void navigate({ to: '/$env/decisions/$decision', params: { env, decision }, search: address })
  useShortcut('Enter', texts.page.openFirst, () => first && open(first.decision), first !== undefined)
  if (page.decisions.length === 0) {
    return (
      <EmptyState>
        <p>{isFirst ? describeEmptyList(wanted, texts) : queue.endOfList}</p>
        {isFirst && wanted.followUp === undefined ? (
          <Link to="/$env/review" params={{ env }} className={getButtonClassName()}>
            {texts.openQueue}
          </Link>
        ) : null}
        {isFirst ? null : (
          <Button onClick={() => change({ ...address, after: undefined })}>{queue.firstPage}</Button>
        )}
        {wanted.followUp === undefined ? null : (
          <Button onClick={() => change({ ...address, after: undefined, followUp: undefined })}>
            {texts.anyOutcome}
          </Button>
        )}
        {hasDays(wanted) ? (
          <Button onClick={() => change({ ...address, after: undefined, from: undefined, to: undefined })}>
            {days.any}
          </Button>
        ) : null}
      </EmptyState>
    )
  }
  // The first to expire: an approval that comes too late is a decision to make again.
  const urgent =
    wanted.show === 'to_approve'
      ? page.decisions.toSorted((one, other) =>
          (one.expiresAt ?? '~').localeCompare(other.expiresAt ?? '~'),
        )[0]
      : undefined
  return (
    <>
      {urgent && isFirst ? (
        <PendingWorkLine message={format.text(texts.waiting, { count: page.count })}>
          <Link to="/$env/decisions/$decision" params={{ env, decision: urgent.decision }} search={address}>
            {texts.openUrgent}
          </Link>
        </PendingWorkLine>
      ) : null}
      <TableRegion isOld={isOld}>
        <DataTable
          list="decisions"
          label={texts.title}
          columns={columns}
          visible={listVisibleDecisionColumnIds(
            isNarrow ? 'narrow' : isMiddle ? 'middle' : isWide ? 'wide' : 'all',
          )}
          rows={page.decisions}
          rowKey={getRowKey}
          sorting={null}
          onSort={() => {}}
          chosen={null}
          rowHref={(key) =>
            router.buildLocation({
              to: '/$env/decisions/$decision',
              params: { env, decision: decisionIdSchema.parse(key) },
              search: address,
            }).href
          }
          onChoose={(key) => {
            const chosen = page.decisions.find((each) => each.decision === key)
            if (chosen) open(chosen.decision)
          }}
          isNarrow={isNarrow}
          changeOf={getDecisionChangeKey}
          ownsKeys
        />
        <PaginationBar
          shown={page.decisions.length}
          count={page.count}
          more={page.more}
          rowNoun={texts.count}
          isFirst={isFirst}
          onFirst={() => change({ ...address, after: undefined })}
          onBack={goBack}
          onNext={page.next === null ? null : () => showNext(page.next ?? '')}
        />
      </TableRegion>
    </>
  )
}

function getRowKey({ decision }: DecisionView): string {
  return decision
}

const hasDays = ({ from, to }: DecisionsSearchParams) => from !== undefined || to !== undefined

/** Distinguishes nothing to do, nothing done and nothing found. */
function describeEmptyList(wanted: DecisionsSearchParams, { empty }: Messages['reviewDecisions']): string {
  if (hasDays(wanted)) return empty.days
  return wanted.followUp === undefined ? empty[wanted.show ?? 'all'] : empty.outcome
}
