import { endpoints } from '@paydesk/shared/endpoints'
import {
  type PaymentRequestList as Page,
  type PaymentRequest,
  type PaymentRequestListTab,
  paymentRequestIdSchema,
  paymentRequestListTabSchema,
} from '@paydesk/shared/payments/payment-requests'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { DayRangeMenu } from '../../ui/forms/day-range-menu.tsx'
import { FilterLink } from '../../ui/links/filter-link.tsx'
import { FindCustomerLink } from '../../ui/links/find-customer-link.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { TableRegion } from '../../ui/table/list-layout.tsx'
import { ListTabs } from '../../ui/table/list-tabs.tsx'
import { NewPaymentRequestLink } from './new-payment-request-link.tsx'
import { paymentRequestQueries } from './queries.ts'
import { createPaymentRequestColumns, listVisiblePaymentRequestColumnIds } from './request-columns.tsx'
import styles from './requests-page.module.css'

const route = getRouteApi('/inside/$env/payment-requests')

/** Lists the payments requested in Paydesk with their current status. */
export function PaymentRequestsPage(): ReactNode {
  const { name: env, label } = useEnvironment()
  const texts = useMessages('paymentRequests')
  const format = useFormatter()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const mayMake = useMay('payment_request.create')
  const mayExport = useMay('records.export')
  const { customer, from, to } = address
  // A user who may not make payments sees everybody's.
  const show = address.show ?? (mayMake && customer === undefined ? 'own' : 'all')
  const filter = { show, customer, from, to }
  const client = useApiClient()
  const query = useInfiniteQuery(paymentRequestQueries(client).pages(env, filter))
  const exporting = useDataExport({
    name: (today) => `payment-requests-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportPaymentRequests, {
        params: { env },
        query: { ...filter, ...format },
        signal,
      }),
    missing: texts.list.notExported,
    expected: null,
    selection: { list: 'payment_requests', filter },
  })
  const unknown = query.data?.pages[0]?.unknown
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label} about={texts.list.about}>
        <NewPaymentRequestLink customer={customer} label={texts.newPayment} />
        <RefreshButton
          help={texts.list.refresh}
          said={texts.list.refreshed}
          isBusy={query.isFetching}
          read={query.refetch}
        />
        {mayExport ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <ExportStatus {...exporting} />
      <div className={styles.tools}>
        <ListTabs label={texts.list.filter}>
          {paymentRequestListTabSchema.options.map((each) => (
            <li key={each}>
              <FilterLink
                to="/$env/payment-requests"
                params={{ env }}
                search={{ ...address, show: each }}
                replace
                isCurrent={each === show}
              >
                {texts.list.filters[each]}
                {each === 'unknown' && unknown !== undefined ? (
                  <b className={styles.unknown} data-some={unknown > 0 || undefined}>
                    {format.number(unknown)}
                  </b>
                ) : null}
              </FilterLink>
            </li>
          ))}
        </ListTabs>
        <DayRangeMenu
          name={texts.list.columns.created}
          range={address}
          onChange={(days) => void navigate({ search: { ...address, ...days }, replace: true })}
        />
        {customer === undefined ? null : (
          <p className={styles.of}>
            {texts.list.oneCustomer}{' '}
            <Link to="/$env/payment-requests" params={{ env }} search={{ ...address, customer: undefined }}>
              {texts.list.allCustomers}
            </Link>
          </p>
        )}
      </div>
      {unknown && show !== 'unknown' ? (
        <PendingWorkLine message={format.text(texts.list.unknownWaiting, { count: unknown })}>
          <Link to="/$env/payment-requests" params={{ env }} search={{ ...address, show: 'unknown' }}>
            {texts.list.showUnknown}
          </Link>
        </PendingWorkLine>
      ) : null}
      <AsyncView
        // A later page that fails shows its error below the list.
        query={query.isFetchNextPageError ? { data: query.data, error: null, isFetching: false } : query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={8} height={24} />}
      >
        {({ pages }) => (
          <RequestRows
            show={show}
            hasDays={from !== undefined || to !== undefined}
            pages={pages}
            query={query}
            mayMake={mayMake}
          />
        )}
      </AsyncView>
    </div>
  )
}

interface RequestRowsProps {
  readonly mayMake: boolean
  readonly show: PaymentRequestListTab
  readonly hasDays: boolean
  readonly pages: readonly Page[]
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => unknown
  }
}

function RequestRows({ show, hasDays, pages, query, mayMake }: RequestRowsProps): ReactNode {
  const { env } = route.useParams()
  const texts = useMessages('paymentRequests')
  const format = useFormatter()
  const navigate = route.useNavigate()
  const isNarrow = useMediaQuery('(max-width: 860px)')
  // Deduplicate: a request that arrives between two pages may be on both.
  const rows = useMemo(
    () => [...new Map(pages.flatMap(({ requests }) => requests).map((one) => [one.request, one])).values()],
    [pages],
  )
  const inFull = rows.every(({ amount }) => amount.visibility === 'clear')
  const nameColleague = useFormatColleagueName()
  const columns = useMemo(
    () => createPaymentRequestColumns(inFull, texts, nameColleague),
    [inFull, texts, nameColleague],
  )
  const isMiddle = useMediaQuery(inFull ? '(max-width: 1220px)' : '(max-width: 1340px)')
  const router = useRouter()
  if (rows.length === 0) {
    return (
      <EmptyState>
        <p>{hasDays ? texts.list.emptyDays : texts.list.empty[show]}</p>
        {mayMake && show !== 'unknown' && !hasDays ? (
          <>
            <p>{texts.list.createHint}</p>
            <FindCustomerLink />
          </>
        ) : null}
      </EmptyState>
    )
  }
  return (
    <TableRegion isOld={false}>
      <DataTable
        list="payment_requests"
        label={texts.title}
        columns={columns}
        visible={listVisiblePaymentRequestColumnIds(
          isNarrow ? 'narrow' : isMiddle ? 'middle' : 'wide',
          inFull,
        )}
        rows={rows}
        rowKey={getRowKey}
        sorting={null}
        onSort={() => undefined}
        chosen={null}
        rowHref={(key) =>
          router.buildLocation({
            to: '/$env/payment-requests/$request',
            params: { env, request: paymentRequestIdSchema.parse(key) },
          }).href
        }
        onChoose={(key) =>
          void navigate({
            to: '/$env/payment-requests/$request',
            params: { env, request: paymentRequestIdSchema.parse(key) },
          })
        }
        isNarrow={isNarrow}
        striped={isUnknown}
        changeOf={getChangeKey}
        ownsKeys
      />
      <p className={styles.foot}>
        <span aria-live="polite">
          {format.text(texts.list.count, { count: rows.length })}
          {query.hasNextPage ? `, ${texts.list.newestFirst}` : ''}
        </span>
        {query.hasNextPage && !query.isFetchNextPageError ? (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? texts.list.loading : texts.list.showOlder}
          </Button>
        ) : null}
      </p>
      {query.isFetchNextPageError ? (
        <ProblemNote
          error={query.error}
          retry={() => void query.fetchNextPage()}
          retrying={query.isFetchingNextPage}
          missing={texts.list.olderNotLoaded}
        />
      ) : null}
    </TableRegion>
  )
}

function getRowKey(row: PaymentRequest): string {
  return row.request
}

function isUnknown({ status }: PaymentRequest): boolean {
  return status === 'unknown'
}

function getChangeKey({ version, current }: PaymentRequest): string {
  return [version, current?.state.raw, current?.finality, current?.inReview].join(' ')
}
