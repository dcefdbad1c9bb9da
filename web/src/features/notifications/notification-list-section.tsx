import type { Messages } from '@paydesk/shared/messages/catalogue'
import type {
  NotificationFilter,
  ReceivedNotification,
  ReceivedNotificationList,
} from '@paydesk/shared/payments/notifications'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DayRangeMenu } from '../../ui/forms/day-range-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import {
  createInPlaceNavigation,
  createNextPageNavigation,
  usePreviousListPage,
} from '../../ui/state/list-navigation.ts'
import { clearParamsExcept, hasActiveFilter } from '../../ui/state/list-state.ts'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { createListFilters, type FilterMenuSet } from '../../ui/table/filter-menus.tsx'
import { ListFilterBar, TableRegion } from '../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../ui/table/pagination.tsx'
import { createNotificationColumns, narrowNotificationColumnIds } from './notification-columns.tsx'
import { type NotificationSearchChange, parseNotificationFilter } from './search-params.ts'

const route = getRouteApi('/inside/$env/notifications')

/** State of the page in the URL. `change` replaces it; `showNext` and `open` add a history entry. */
export function useNotificationUrlState() {
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

const listWords = <Value extends string>(labels: Readonly<Record<Value, { readonly label: string }>>) =>
  Object.fromEntries(Object.entries<{ label: string }>(labels).map(([value, { label }]) => [value, label]))

const createMenus = (
  { event }: NotificationFilter,
  { filters }: Messages['notifications'],
  { effects, kinds, statuses }: Messages['receivedNotifications'],
): FilterMenuSet<NotificationFilter> => ({
  status: { name: filters.status, any: filters.anyStatus, options: listWords(statuses) },
  effect: { name: filters.effect, any: filters.anyEffect, options: listWords(effects) },
  kind: { name: filters.kind, any: filters.anyKind, options: kinds, isRare: true },
  event:
    event === undefined
      ? undefined
      : { name: filters.event, any: filters.anyEvent, options: { [event]: event }, isRare: true },
  repeated: {
    name: filters.repeats,
    any: filters.anyRepeats,
    options: { 1: filters.repeated },
    isRare: true,
  },
  late: { name: filters.order, any: filters.anyOrder, options: { 1: filters.late }, isRare: true },
})

interface NotificationListSectionProps {
  readonly page: ReceivedNotificationList
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

/** Lists every accepted notification, newest first. */
export function NotificationListSection(props: NotificationListSectionProps): ReactNode {
  const { address, change } = useNotificationUrlState()
  const texts = useMessages('notifications')
  const received = useMessages('receivedNotifications')
  const filter = parseNotificationFilter(address)
  const applyFilterChange = (next: NotificationSearchChange) =>
    change({ ...address, before: undefined, open: undefined, ...next })
  return (
    <>
      <ListFilterBar
        filters={[
          ...createListFilters({
            filter,
            menus: createMenus(filter, texts, received),
            onChange: applyFilterChange,
          }),
          {
            id: 'days',
            isActive: filter.from !== undefined || filter.to !== undefined,
            menu: <DayRangeMenu name={texts.filters.days} range={filter} onChange={applyFilterChange} />,
          },
        ]}
        isFiltered={hasActiveFilter(filter)}
        onClear={() => change(clearParamsExcept(address))}
      />
      <NotificationTable {...props} />
    </>
  )
}

function NotificationTable({ page, isOld }: NotificationListSectionProps): ReactNode {
  const { address, change, showNext, open } = useNotificationUrlState()
  const router = useRouter()
  const texts = useMessages('notifications')
  const { list } = texts
  const format = useFormatter()
  const columns = useMemo(() => createNotificationColumns(texts, format), [texts, format])
  const goBack = usePreviousListPage()
  const isNarrow = useMediaQuery('(max-width: 860px)')
  if (page.entries.length === 0) {
    const filtered = hasActiveFilter(parseNotificationFilter(address))
    const go = filtered
      ? { text: list.clearFilter, run: () => change(clearParamsExcept(address)) }
      : address.before === undefined
        ? undefined
        : { text: list.firstPage, run: () => change({ ...address, before: undefined }) }
    return (
      <EmptyState go={go}>
        <p>{address.before !== undefined ? list.end : filtered ? list.noMatch : list.none}</p>
      </EmptyState>
    )
  }
  return (
    <TableRegion isOld={isOld}>
      <DataTable
        list="notifications"
        label={list.label}
        columns={columns}
        visible={isNarrow ? narrowNotificationColumnIds : columns.map((column) => column.id)}
        rows={page.entries}
        rowKey={getEntryKey}
        sorting={null}
        onSort={() => {}}
        chosen={address.open ?? null}
        rowHref={(key) => router.buildLocation({ to: '.', search: { ...address, open: key } }).href}
        onChoose={open}
        isNarrow={isNarrow}
        ownsKeys
      />
      <PaginationBar
        shown={page.entries.length}
        count={page.count}
        more={page.more}
        rowNoun={list.count}
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
