import type { EverySession as EverySessionAnswer, SessionHandle } from '@paydesk/shared/administration/people'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Figure, Figures } from '../../ui/charts/data-figures.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Reread } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import type { DataColumn, Sorting } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { NoRows } from '../../ui/table/list-parts.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { EndSession } from './end-session.tsx'
import { peopleQueries } from './queries.ts'
import type { SessionRow } from './session-rows.ts'
import { rowsOf } from './session-rows.ts'
import styles from './sessions-page.module.css'

/** Everybody who is signed in, with where and since when. */
export function EverySession(): ReactNode {
  const query = useQuery(peopleQueries(useClient()).every())
  return (
    <Section
      title="Everybody’s sessions"
      aside={
        <Reread
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
        {(every) => <Listed every={every} />}
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

const all = columns.map(({ id }) => id)
const narrow = ['person', 'role', 'seen', 'browser', 'address', 'started']

function Listed({ every }: { readonly every: EverySessionAnswer }): ReactNode {
  const id = useId()
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [open, setOpen] = useState<SessionHandle | null>(null)
  const wanted = useDeferredValue(text)
  const rows = useMemo(() => rowsOf(every, wanted), [every, wanted])
  const isNarrow = useMedia('(max-width: 860px)')
  const { figures } = every
  const chosen = rows.find(({ session }) => session === open)
  useKey('/', 'Filter by person, role, browser or address', () => document.getElementById(id)?.focus())
  return (
    <>
      <Figures>
        <Figure term="People signed in" value={counted(figures.people)} />
        <Figure term="Sessions" value={counted(figures.sessions)} />
        <Figure term="Used in the last 5 minutes" value={counted(figures.inUse)} />
        <Figure term="People with more than one" value={counted(figures.several)} />
      </Figures>
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
          {wanted === '' ? '' : `${counted(rows.length)} of ${countOf(figures.sessions, 'session')}`}
        </span>
      </p>
      {rows.length === 0 ? (
        <NoRows go={{ words: 'Clear the filter', run: () => setText('') }}>
          <p>No session matches the filter.</p>
        </NoRows>
      ) : (
        <>
          <DataTable
            label="Everybody’s sessions"
            columns={columns}
            visible={isNarrow ? narrow : all}
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
              ? ` · only the ${counted(figures.sessions)} sessions that were used last are listed`
              : ''}
          </p>
        </>
      )}
      {chosen ? <EndSession row={chosen} mayEnd={every.mayEnd} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
