import type {
  AllSessions as EverySessionAnswer,
  SessionHandle,
} from '@paydesk/shared/administration/sessions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { RefreshButton } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn, TableSorting } from '../../ui/table/data-table-types.ts'
import { EmptyState } from '../../ui/table/list-layout.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { EndSessionDialog } from './end-session-dialog.tsx'
import { sessionListQueries } from './queries.ts'
import type { SessionRow } from './session-rows.ts'
import { buildSessionRows } from './session-rows.ts'
import styles from './sessions-page.module.css'

/** Lists all signed-in users, with place and start of each session. */
export function AllSessionsSection(): ReactNode {
  const query = useQuery(sessionListQueries(useApiClient()).every())
  return (
    <Section
      title="Everybody’s sessions"
      aside={
        <RefreshButton
          help="Read the sessions again"
          said="The sessions were read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
      }
    >
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The sessions could not be read"
        skeleton={<Skeleton lines={10} height={24} />}
      >
        {(every) => <AllSessionsTable every={every} />}
      </AsyncView>
    </Section>
  )
}

const columns: readonly DataColumn<SessionRow>[] = [
  {
    id: 'person',
    header: 'Person',
    sortBy: ({ person }) => person.toLocaleLowerCase('en'),
    cell: ({ person, me, here }) => (
      <span title={person}>
        {person}
        {here ? (
          <small className={styles.small}> this one</small>
        ) : me ? (
          <small className={styles.small}> you</small>
        ) : null}
      </span>
    ),
    track: 'minmax(150px, 1.2fr)',
    narrow: { line: 1 },
  },
  {
    id: 'role',
    header: 'Role now',
    sortBy: ({ role }) => role.label,
    cell: ({ role }) => role.label,
    track: 'minmax(96px, 0.7fr)',
    narrow: { line: 2 },
  },
  {
    id: 'seen',
    header: 'Last use',
    sortBy: ({ seenAt }) => seenAt,
    cell: ({ seenAt }) => <RowTime at={seenAt} as="age" />,
    track: '92px',
    narrow: { line: 1, end: true },
  },
  {
    id: 'started',
    header: 'Since',
    sortBy: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => <RowTime at={startedAt} as="exact" />,
    track: 'minmax(92px, 0.6fr)',
    narrow: { line: 3, end: true },
  },
  {
    id: 'ends',
    header: 'Ends at the latest',
    sortBy: ({ endsAt }) => endsAt,
    cell: ({ endsAt }) => <RowTime at={endsAt} as="exact" />,
    track: 'minmax(124px, 0.8fr)',
    narrow: { line: 3, end: true },
  },
  {
    id: 'browser',
    header: 'Browser',
    sortBy: ({ browser }) => browser ?? '',
    cell: ({ browser }) => <span title={browser ?? undefined}>{browser ?? 'not known'}</span>,
    track: 'minmax(150px, 1.2fr)',
    narrow: { line: 3 },
  },
  {
    id: 'address',
    header: 'Address',
    sortBy: ({ address }) => address ?? '',
    cell: ({ address }) => <code title={address ?? undefined}>{address ?? '–'}</code>,
    track: 'minmax(112px, 0.8fr)',
    narrow: { line: 2, end: true },
  },
]

const allColumnIds = columns.map(({ id }) => id)
const narrowColumnIds = ['person', 'role', 'seen', 'browser', 'address', 'started']

function AllSessionsTable({ every }: { readonly every: EverySessionAnswer }): ReactNode {
  const id = useId()
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<TableSorting | null>(null)
  const [open, setOpen] = useState<SessionHandle | null>(null)
  const wanted = useDeferredValue(text)
  const rows = useMemo(() => buildSessionRows(every, wanted), [every, wanted])
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const { figures } = every
  const chosen = rows.find(({ session }) => session === open)
  useShortcut('/', 'Filter by person, role, browser or address', () => document.getElementById(id)?.focus())
  return (
    <>
      <KeyFigureList>
        <KeyFigure term="People signed in" value={formatCount(figures.people)} />
        <KeyFigure term="Sessions" value={formatCount(figures.sessions)} />
        <KeyFigure term="Used in the last 5 minutes" value={formatCount(figures.inUse)} />
        <KeyFigure term="People with more than one" value={formatCount(figures.several)} />
      </KeyFigureList>
      <p className={styles.filter}>
        <label htmlFor={id}>Filter</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder="person, role, browser or address"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Kbd keys="/" />
        <span className={styles.quiet} role="status">
          {wanted === ''
            ? ''
            : `${formatCount(rows.length)} of ${formatCountOf(figures.sessions, 'session')}`}
        </span>
      </p>
      {rows.length === 0 ? (
        <EmptyState go={{ words: 'Clear the filter', run: () => setText('') }}>
          <p>No session matches the filter.</p>
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Everybody’s sessions"
            columns={columns}
            visible={isNarrow ? narrowColumnIds : allColumnIds}
            rows={rows}
            rowKey={({ session }) => session}
            sorting={sorting}
            onSort={setSorting}
            chosen={chosen?.session ?? null}
            onChoose={(key) => setOpen(rows.find(({ session }) => session === key)?.session ?? null)}
            changeOf={({ role }) => role.id}
            isNarrow={isNarrow}
            ownsKeys
          />
          <p className={styles.quiet}>
            <Kbd keys="j" /> <Kbd keys="k" /> row · <Kbd keys="↵" />{' '}
            {every.mayEnd ? 'open, to end it' : 'open'}
            {every.more
              ? ` · only the ${formatCount(figures.sessions)} sessions that were used last are listed`
              : ''}
          </p>
        </>
      )}
      {chosen ? <EndSessionDialog row={chosen} mayEnd={every.mayEnd} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
