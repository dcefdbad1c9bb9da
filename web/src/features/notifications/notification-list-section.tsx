import type {
  NotificationFilter,
  ReceivedNotification,
  ReceivedNotificationList,
} from '@paydesk/shared/payments/notifications'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  createInPlaceNavigation,
  createNextPageNavigation,
  usePreviousListPage,
} from '../../ui/state/list-navigation.ts'
import { clearParamsExcept, hasActiveFilter } from '../../ui/state/list-state.ts'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type FilterMenuSet, FilterMenus } from '../../ui/table/filter-menus.tsx'
import { EmptyState, FilterBar, TableRegion } from '../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../ui/table/pagination.tsx'
import {
  notificationEffectLabels,
  notificationKindLabels,
  notificationStatusLabels,
} from '../../ui/text/notification-labels.ts'
import { narrowNotificationColumnIds, notificationColumns } from './notification-columns.tsx'
import { type NotificationSearchChange, parseNotificationFilter } from './search-params.ts'

const route = getRouteApi('/inside/$env/notifications')

/** State of the page in the URL. `change` replaces it; `showNext` and `open` add a history entry. */
export function useNotificationAddress() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  return {
    address,
    change: (next: NotificationSearchChange) =>
      void navigate(createInPlaceNavigation(next, next.before === undefined)),
    showNext: (before: string) =>
      void navigate(createNextPageNavigation({ ...address, before, open: undefined })),
    open: (number: string) =>
      void navigate({ search: { ...address, open: number }, state: true, resetScroll: false }),
  }
}

const listWords = <Value extends string>(labels: Readonly<Record<Value, { readonly word: string }>>) =>
  Object.fromEntries(Object.entries<{ word: string }>(labels).map(([value, { word }]) => [value, word]))

const createMenus = ({ event }: NotificationFilter): FilterMenuSet<NotificationFilter> => ({
  status: { name: 'Status', any: 'Any status', options: listWords(notificationStatusLabels) },
  effect: { name: 'Effect', any: 'Any effect', options: listWords(notificationEffectLabels) },
  kind: { name: 'Kind', any: 'Any kind', options: notificationKindLabels },
  event: event === undefined ? undefined : { name: 'Event', any: 'Any event', options: { [event]: event } },
  repeated: {
    name: 'Repeats',
    any: 'Delivered once or more often',
    options: { 1: 'Delivered more than once' },
  },
  late: { name: 'Order', any: 'In time or late', options: { 1: 'Late' } },
})

interface NotificationListSectionProps {
  readonly page: ReceivedNotificationList
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

/** Lists every accepted notification, newest first. */
export function NotificationListSection(props: NotificationListSectionProps): ReactNode {
  const { address, change } = useNotificationAddress()
  const filter = parseNotificationFilter(address)
  return (
    <>
      <FilterBar isFiltered={hasActiveFilter(filter)} onClear={() => change(clearParamsExcept(address))}>
        <FilterMenus
          filter={filter}
          menus={createMenus(filter)}
          onChange={(next) => change({ ...address, before: undefined, open: undefined, ...next })}
        />
      </FilterBar>
      <NotificationTable {...props} />
    </>
  )
}

function NotificationTable({ page, isOld }: NotificationListSectionProps): ReactNode {
  const { address, change, showNext, open } = useNotificationAddress()
  const goBack = usePreviousListPage()
  const isNarrow = useMediaQuery('(max-width: 860px)')
  if (page.entries.length === 0) {
    const filtered = hasActiveFilter(parseNotificationFilter(address))
    const go = filtered
      ? { words: 'Clear the filter', run: () => change(clearParamsExcept(address)) }
      : address.before === undefined
        ? undefined
        : { words: 'First page', run: () => change({ ...address, before: undefined }) }
    return (
      <EmptyState go={go}>
        <p>
          {address.before !== undefined
            ? 'Nothing follows here.'
            : filtered
              ? 'None of the received notifications matches the filter.'
              : 'No notification has been received here yet.'}
        </p>
      </EmptyState>
    )
  }
  return (
    <TableRegion isOld={isOld}>
      <DataTable
        label="Received notifications"
        columns={notificationColumns}
        visible={isNarrow ? narrowNotificationColumnIds : notificationColumns.map((column) => column.id)}
        rows={page.entries}
        rowKey={getEntryKey}
        sorting={null}
        onSort={() => {}}
        chosen={address.open ?? null}
        onChoose={open}
        isNarrow={isNarrow}
        ownsKeys
      />
      <PaginationBar
        shown={page.entries.length}
        count={page.count}
        more={page.more}
        one="notification"
        isFirst={address.before === undefined}
        onFirst={() => change({ ...address, before: undefined, open: undefined })}
        onBack={goBack}
        onNext={page.next === null ? null : () => showNext(page.next ?? '')}
      />
    </TableRegion>
  )
}

function getEntryKey(entry: ReceivedNotification): string {
  return String(entry.number)
}
