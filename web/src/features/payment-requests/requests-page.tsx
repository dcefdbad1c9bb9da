import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type {
  RequestPage as Page,
  PaymentRequest,
  RequestShow,
} from '@paydesk/shared/payments/payment-request'
import { requestId, requestShow } from '@paydesk/shared/payments/payment-request'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListRows, NoRows } from '../../ui/table/list-parts.tsx'
import { ListTabs } from '../../ui/table/list-tabs.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import type { ListAddress } from './address.ts'
import { requestQueries } from './queries.ts'
import { type RowLink, requestColumns, visibleColumns } from './request-columns.tsx'
import styles from './requests-page.module.css'

interface RequestsPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly address: ListAddress
  readonly mayMake: boolean
  readonly newLink: ReactNode
  readonly showLink: (show: RequestShow, isCurrent: boolean, words: ReactNode) => ReactNode
  /** The list of all customers again, where it is that of one. */
  readonly everyLink: (words: ReactNode) => ReactNode
  readonly rowLink: RowLink
  readonly onOpen: (request: PaymentRequest['request']) => void
}

const showWords: Readonly<Record<RequestShow, string>> = {
  own: 'Yours',
  open: 'Open',
  unknown: 'Not known yet',
  all: 'All',
}

/** Payments that this office asked for, with how each stands now. */
export function RequestsPage(props: RequestsPageProps): ReactNode {
  const { env, place, address, mayMake, newLink, showLink } = props
  const { customer } = address
  // Whoever makes none looks at everybody's.
  const show = address.show ?? (mayMake && customer === undefined ? 'own' : 'all')
  const query = useInfiniteQuery(requestQueries(useClient()).pages(env, { show, customer }))
  const unknown = query.data?.pages[0]?.unknown
  return (
    <div className={styles.page}>
      <PageHead title="Payment requests" place={place}>
        {newLink}
        <Reread
          help="Read the list again"
          said="The list was read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHead>
      <div className={styles.tools}>
        <ListTabs label="Which ones">
          {requestShow.options.map((each) => (
            <li key={each}>
              {showLink(
                each,
                each === show,
                <>
                  {showWords[each]}
                  {each === 'unknown' && unknown !== undefined ? (
                    <b className={styles.unknown} data-some={unknown > 0 || undefined}>
                      {counted(unknown)}
                    </b>
                  ) : null}
                </>,
              )}
            </li>
          ))}
        </ListTabs>
        {customer === undefined ? null : (
          <p className={styles.of}>Of one customer. {props.everyLink('Of all customers')}</p>
        )}
      </div>
      <AsyncView
        // What failed further down is told there.
        query={query.isFetchNextPageError ? { data: query.data, error: null, isFetching: false } : query}
        retry={() => void query.refetch()}
        missing="The payment requests could not be read"
        skeleton={<Skeleton lines={8} height={24} />}
      >
        {({ pages }) => <Rows {...props} show={show} pages={pages} query={query} />}
      </AsyncView>
    </div>
  )
}

interface RowsProps extends RequestsPageProps {
  readonly show: RequestShow
  readonly pages: readonly Page[]
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => unknown
  }
}

function Rows({ show, pages, query, rowLink, onOpen, mayMake }: RowsProps): ReactNode {
  const isNarrow = useMedia('(max-width: 860px)')
  // One that came between two pages may stand on both: it is shown once.
  const rows = useMemo(
    () => [...new Map(pages.flatMap(({ requests }) => requests).map((one) => [one.request, one])).values()],
    [pages],
  )
  const inFull = rows.every(({ amount }) => amount.seen === 'clear')
  const columns = useMemo(() => requestColumns(rowLink, inFull), [rowLink, inFull])
  const isMiddle = useMedia(inFull ? '(max-width: 1220px)' : '(max-width: 1340px)')
  if (rows.length === 0) {
    return (
      <NoRows>
        <p>{emptyWords[show]}</p>
        {show === 'own' && mayMake ? (
          <p>
            On a customer’s page, <Kbd keys="N" /> begins one.
          </p>
        ) : null}
      </NoRows>
    )
  }
  return (
    <ListRows isOld={false}>
      <DataTable
        label="Payment requests"
        columns={columns}
        visible={visibleColumns(isNarrow ? 'narrow' : isMiddle ? 'middle' : 'wide', inFull)}
        rows={rows}
        rowKey={keyOf}
        sorting={null}
        onSort={() => undefined}
        chosen={null}
        onChoose={(key) => onOpen(requestId.parse(key))}
        isNarrow={isNarrow}
        striped={isUnknown}
        changeOf={changeOf}
        ownsKeys
      />
      <p className={styles.foot}>
        <span aria-live="polite">
          {countOf(rows.length, 'payment request')}
          {query.hasNextPage ? ', newest first' : ''}
        </span>
        {query.hasNextPage && !query.isFetchNextPageError ? (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Reading…' : 'Show older ones'}
          </Button>
        ) : null}
      </p>
      {query.isFetchNextPageError ? (
        <ProblemNote
          error={query.error}
          retry={() => void query.fetchNextPage()}
          retrying={query.isFetchingNextPage}
          missing="Older ones could not be read"
        />
      ) : null}
    </ListRows>
  )
}

const emptyWords: Readonly<Record<RequestShow, string>> = {
  own: 'You have asked for no payment yet.',
  open: 'No payment is open: each one has ended, or was not created.',
  unknown: 'Of every payment it is known whether it was created.',
  all: 'No payment has been asked for here yet.',
}

function keyOf(row: PaymentRequest): string {
  return row.request
}

function isUnknown({ status }: PaymentRequest): boolean {
  return status === 'unknown'
}

function changeOf({ version, now }: PaymentRequest): string {
  return [version, now?.state.raw, now?.finality, now?.inReview].join(' ')
}
