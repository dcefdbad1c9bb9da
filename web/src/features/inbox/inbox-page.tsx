import type {
  InboxEntry,
  InboxEntryList as InboxPageData,
  MarkInboxEntriesRequest,
} from '@paydesk/shared/cases/inbox'
import { inboxEntryKindSchema } from '@paydesk/shared/core/colleague'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SegmentButton, SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { SingleSelect } from '../../ui/forms/select-menus.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { createInPlaceNavigation } from '../../ui/state/list-navigation.ts'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { useToast } from '../../ui/text/toasts.tsx'
import styles from './inbox.module.css'
import { InboxEntryRow } from './inbox-entry-row.tsx'
import { inboxQueries, refreshInbox, updateCachedInboxMarks } from './queries.ts'
import type { InboxSearchParams } from './search-params.ts'

const route = getRouteApi('/inside/$env/inbox')

/** Marks inbox entries as read or unread: at once in the cache, refetched if the request fails. */
function useMarkInbox() {
  const { name: env } = useEnvironment()
  const queryClient = useQueryClient()
  return useMutation({
    ...inboxQueries(useApiClient()).mark(env),
    onMutate: (request: MarkInboxEntriesRequest) => updateCachedInboxMarks(queryClient, env, request),
    onSettled: () => refreshInbox(queryClient, env),
  })
}

/** Lists what concerns the user, newest first, with what is unread. */
export function InboxPage(): ReactNode {
  const texts = useMessages('inbox')
  const format = useFormatter()
  const showToast = useToast()
  const { name: env, label } = useEnvironment()
  const filter = route.useSearch()
  const list = useInfiniteQuery(inboxQueries(useApiClient()).pages(env, filter))
  const mark = useMarkInbox()
  const unread = list.data?.pages[0]?.unread ?? 0
  function markAll() {
    const ids = (list.data?.pages ?? []).flatMap(({ entries }) =>
      entries.filter(({ isRead }) => !isRead).map(({ entry }) => entry),
    )
    // The server cannot say later which were unread: Undo is offered if this page knows all of them.
    const undo =
      ids.length === unread && unread <= 100
        ? { undo: () => mark.mutateAsync({ entries: ids, isRead: false }) }
        : {}
    mark.mutate(
      { entries: null, isRead: true },
      { onSuccess: () => showToast({ text: texts.allMarked, ...undo }) },
    )
  }
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label}>
        {unread === 0 ? null : (
          <Button disabled={mark.isPending} onClick={markAll}>
            <CheckCheck size={14} aria-hidden /> {texts.markAll}
          </Button>
        )}
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={list.isFetching}
          read={() => list.refetch()}
        />
      </PageHeader>
      <InboxFilters filter={filter}>
        {unread === 0 ? null : (
          <span className={styles.quiet}>{format.text(texts.unreadCount, { count: unread })}</span>
        )}
      </InboxFilters>
      {mark.error ? <ProblemNote error={mark.error} missing={texts.notMarked} /> : null}
      <AsyncView
        query={list}
        retry={() => void list.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={6} height={52} />}
      >
        {({ pages }) => (
          <>
            <InboxEntries
              pages={pages}
              filter={filter}
              onMark={(entry, isRead) => mark.mutate({ entries: [entry], isRead })}
            />
            {list.hasNextPage ? (
              <p>
                <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {list.isFetchingNextPage ? texts.loading : texts.older}
                </Button>
              </p>
            ) : null}
          </>
        )}
      </AsyncView>
    </div>
  )
}

interface InboxFiltersProps {
  readonly filter: InboxSearchParams
  readonly children: ReactNode
}

function InboxFilters({ filter, children }: InboxFiltersProps): ReactNode {
  const texts = useMessages('inbox')
  const navigate = route.useNavigate()
  const change = (next: InboxSearchParams) => void navigate(createInPlaceNavigation(next, true))
  return (
    <div className={styles.filters}>
      <SegmentedControl legend={texts.show}>
        <SegmentButton
          isChosen={filter.show === undefined}
          onChoose={() => change({ ...filter, show: undefined })}
        >
          {texts.all}
        </SegmentButton>
        <SegmentButton
          isChosen={filter.show === 'unread'}
          onChoose={() => change({ ...filter, show: 'unread' })}
        >
          {texts.unread}
        </SegmentButton>
      </SegmentedControl>
      <SingleSelect
        name={texts.kind}
        options={inboxEntryKindSchema.options.map((value) => ({ value, label: texts.kinds[value] }))}
        chosen={filter.kind}
        onChoose={(kind) => change({ ...filter, kind })}
        any={texts.anyKind}
      />
      {children}
    </div>
  )
}

interface InboxEntriesProps {
  readonly pages: readonly InboxPageData[]
  readonly filter: InboxSearchParams
  readonly onMark: (entry: InboxEntry['entry'], isRead: boolean) => void
}

function InboxEntries({ pages, filter, onMark }: InboxEntriesProps): ReactNode {
  const texts = useMessages('inbox')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  // Without duplicates: an entry that arrives between two page loads shifts others onto both pages.
  const entries = [...new Map(pages.flatMap((page) => page.entries).map((one) => [one.entry, one])).values()]
  if (entries.length === 0) return <NoEntries filter={filter} />
  const today = format.day(now)
  const groups = [
    { title: texts.today, shown: entries.filter(({ at }) => format.day(new Date(at)) === today) },
    { title: texts.earlier, shown: entries.filter(({ at }) => format.day(new Date(at)) !== today) },
  ]
  return groups.map(({ title, shown }) =>
    shown.length === 0 ? null : (
      <Section key={title} title={title}>
        <ul className={styles.list}>
          {shown.map((entry) => (
            <InboxEntryRow key={entry.entry} entry={entry} onMark={(isRead) => onMark(entry.entry, isRead)} />
          ))}
        </ul>
      </Section>
    ),
  )
}

function NoEntries({ filter }: { readonly filter: InboxSearchParams }): ReactNode {
  const texts = useMessages('inbox')
  const navigate = route.useNavigate()
  const isFiltered = filter.kind !== undefined || filter.show !== undefined
  const says = filter.kind === undefined ? (filter.show ? texts.noneUnread : texts.none) : texts.noneOfFilter
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{says}</p>
      {isFiltered ? (
        <p>
          <Button onClick={() => void navigate(createInPlaceNavigation({}, true))}>{texts.showAll}</Button>
        </p>
      ) : (
        <p className={styles.quiet}>
          {texts.explain} {texts.alertsLink}
        </p>
      )}
    </div>
  )
}
