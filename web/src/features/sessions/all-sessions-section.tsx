import type {
  AllSessions as EverySessionAnswer,
  SessionHandle,
} from '@paydesk/shared/administration/sessions'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn, TableSorting } from '../../ui/table/data-table-types.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { EndSessionDialog } from './end-session-dialog.tsx'
import { useFormatBrowser } from './own-sessions-section.tsx'
import { sessionListQueries } from './queries.ts'
import type { SessionRow } from './session-rows.ts'
import { buildSessionRows } from './session-rows.ts'
import styles from './sessions-page.module.css'

/** Lists all signed-in users, with place and start of each session. */
export function AllSessionsSection(): ReactNode {
  const query = useQuery(sessionListQueries(useApiClient()).every())
  const texts = useMessages('sessions').all
  return (
    <Section title={texts.title}>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={10} height={24} />}
      >
        {(every) => <AllSessionsTable every={every} />}
      </AsyncView>
    </Section>
  )
}

/** Columns with the headers and labels of the person's language. */
const buildColumns = (
  texts: Messages['sessions']['all'],
  roles: Messages['signIn']['roles'],
): readonly DataColumn<SessionRow>[] => [
  {
    id: 'person',
    header: texts.columns.person,
    sortBy: ({ person }) => person.toLocaleLowerCase('en'),
    cell: ({ person, me, isCurrent }) => (
      <span title={person}>
        {person}
        {isCurrent ? (
          <small className={styles.small}> {texts.here}</small>
        ) : me ? (
          <small className={styles.small}> {texts.me}</small>
        ) : null}
      </span>
    ),
    track: 'minmax(150px, 1.2fr)',
    narrow: { line: 1 },
  },
  {
    id: 'role',
    header: texts.columns.role,
    sortBy: ({ role }) => roles[role].label,
    cell: ({ role }) => roles[role].label,
    track: 'minmax(96px, 0.7fr)',
    narrow: { line: 2 },
  },
  {
    id: 'seen',
    header: texts.columns.seen,
    sortBy: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => <RowTime at={lastUsedAt} as="relative" />,
    track: '116px',
    narrow: { line: 1, end: true },
  },
  {
    id: 'started',
    header: texts.columns.started,
    sortBy: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => <RowTime at={startedAt} as="exact" />,
    track: 'minmax(92px, 0.6fr)',
    narrow: { line: 3, end: true },
  },
  {
    id: 'ends',
    header: texts.columns.ends,
    sortBy: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <RowTime at={expiresAt} as="exact" />,
    track: 'minmax(164px, 0.8fr)',
    narrow: { line: 3, end: true },
  },
  {
    id: 'browser',
    header: texts.columns.browser,
    sortBy: ({ browserName }) => browserName ?? '',
    cell: ({ browserName }) => (
      <span title={browserName ?? undefined}>{browserName ?? texts.unknownBrowser}</span>
    ),
    track: 'minmax(150px, 1.2fr)',
    narrow: { line: 3 },
  },
  {
    id: 'address',
    header: texts.columns.address,
    sortBy: ({ address }) => address ?? '',
    cell: ({ address }) => <code title={address ?? undefined}>{address ?? '–'}</code>,
    track: 'minmax(112px, 0.8fr)',
    narrow: { line: 2, end: true },
  },
]

const narrowColumnIds = ['person', 'role', 'seen', 'browser', 'address', 'started']

function AllSessionsTable({ every }: { readonly every: EverySessionAnswer }): ReactNode {
  const id = useId()
  const texts = useMessages('sessions').all
  const { roles } = useMessages('signIn')
  const format = useFormatter()
  const columns = useMemo(() => buildColumns(texts, roles), [texts, roles])
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<TableSorting | null>(null)
  const [open, setOpen] = useState<SessionHandle | null>(null)
  const wanted = useDeferredValue(text)
  const nameBrowser = useFormatBrowser()
  const rows = useMemo(
    () => buildSessionRows(every, wanted, roles, nameBrowser),
    [every, wanted, roles, nameBrowser],
  )
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const { figures } = every
  const chosen = rows.find(({ session }) => session === open)
  useShortcut('/', texts.filterHelp, () => document.getElementById(id)?.focus())
  return (
    <>
      <KeyFigureList>
        <KeyFigure term={texts.figures.people} value={format.number(figures.people)} />
        <KeyFigure term={texts.figures.sessions} value={format.number(figures.sessions)} />
        <KeyFigure term={texts.figures.inUse} value={format.number(figures.inUse)} />
        <KeyFigure term={texts.figures.several} value={format.number(figures.withSeveralSessions)} />
      </KeyFigureList>
      <p className={styles.filter}>
        <label htmlFor={id}>{texts.filter}</label>
        <input
          id={id}
          type="search"
          aria-keyshortcuts="/"
          autoComplete="off"
          placeholder={texts.filterPlaceholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className={styles.quiet} role="status">
          {wanted === '' ? '' : format.text(texts.matches, { shown: rows.length, count: figures.sessions })}
        </span>
      </p>
      {rows.length === 0 ? (
        <EmptyState go={{ text: texts.clearFilter, run: () => setText('') }}>
          <p>{texts.noMatch}</p>
        </EmptyState>
      ) : (
        <>
          <DataTable
            list="sessions"
            label={texts.title}
            columns={columns}
            visible={isNarrow ? narrowColumnIds : columns.map((column) => column.id)}
            rows={rows}
            rowKey={({ session }) => session}
            sorting={sorting}
            onSort={setSorting}
            chosen={chosen?.session ?? null}
            onChoose={(key) => setOpen(rows.find(({ session }) => session === key)?.session ?? null)}
            changeOf={({ role }) => role}
            isNarrow={isNarrow}
            ownsKeys
          />
          {every.more ? (
            <p className={styles.quiet}>{format.text(texts.truncated, { count: figures.sessions })}</p>
          ) : null}
        </>
      )}
      {chosen ? <EndSessionDialog row={chosen} mayEnd={every.mayEnd} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
