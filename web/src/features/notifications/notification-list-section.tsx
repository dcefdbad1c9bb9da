import {
  type NotificationFilter,
  notificationFilter,
  type ReceivedNotification,
  type ReceivedNotificationList,
} from '@paydesk/shared/payments/notifications'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SingleSelect } from '../../ui/forms/select-menus.tsx'
import {
  createInPlaceNavigation,
  createNextPageNavigation,
  usePreviousListPage,
} from '../../ui/state/list-navigation.ts'
import { clearParamsExcept, hasActiveFilter } from '../../ui/state/list-state.ts'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
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

interface NotificationFiltersProps {
  readonly filter: NotificationFilter
  readonly onChange: (change: NotificationSearchChange) => void
}

const { status, effect, kind } = notificationFilter.shape
const statusOptions = status
  .unwrap()
  .options.map((value) => ({ value, word: notificationStatusLabels[value].word }))
const effectOptions = effect
  .unwrap()
  .options.map((value) => ({ value, word: notificationEffectLabels[value].word }))
const kindOptions = kind.unwrap().options.map((value) => ({ value, word: notificationKindLabels[value] }))
const createFlagOptions = (word: string) => [{ value: '1', word }] as const

function NotificationFilters({ filter, onChange }: NotificationFiltersProps): ReactNode {
  return (
    <>
      <SingleSelect
        name="Status"
        any="Any status"
        options={statusOptions}
        chosen={filter.status}
        onChoose={(chosen) => onChange({ status: chosen })}
      />
      <SingleSelect
        name="Effect"
        any="Any effect"
        options={effectOptions}
        chosen={filter.effect}
        onChoose={(chosen) => onChange({ effect: chosen })}
      />
      <SingleSelect
        name="Kind"
        any="Any kind"
        options={kindOptions}
        chosen={filter.kind}
        onChoose={(chosen) => onChange({ kind: chosen })}
      />
      {filter.event === undefined ? null : (
        <SingleSelect
          name="Event"
          any="Any event"
          options={[{ value: filter.event, word: filter.event }]}
          chosen={filter.event}
          onChoose={(chosen) => onChange({ event: chosen })}
        />
      )}
      <SingleSelect
        name="Repeats"
        any="Delivered once or more often"
        options={createFlagOptions('Delivered more than once')}
        chosen={filter.repeated}
        onChoose={(chosen) => onChange({ repeated: chosen })}
      />
      <SingleSelect
        name="Order"
        any="In time or late"
        options={createFlagOptions('Late')}
        chosen={filter.late}
        onChoose={(chosen) => onChange({ late: chosen })}
      />
    </>
  )
}

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
        <NotificationFilters
          filter={filter}
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
