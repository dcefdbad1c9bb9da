import type { ImportView } from '@paydesk/shared/administration/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { focusSection, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportReport } from './import-report.tsx'
import styles from './imports-page.module.css'
import { importContentLabels, importStatusLabels } from './labels.ts'
import { importQueries } from './queries.ts'

const route = getRouteApi('/inside/$env/imports')

/** Imports page: ids from a file make Paydesk read records that it does not know yet. */
export function ImportsPage(): ReactNode {
  const { name: env, label } = useEnvironment()
  const { open: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (id: string) => void navigate({ search: { open: id }, resetScroll: false })
  const queries = importQueries(useApiClient())
  const queryClient = useQueryClient()
  const list = useQuery(queries.list(env))
  const [started, setStarted] = useState<string | null>(null)
  // Move focus to the report once the report is shown, because the submit button has no further use.
  useEffect(() => {
    if (started === null || started !== opened) return
    document.getElementById('report')?.focus()
    setStarted(null)
  }, [started, opened])
  const isNarrow = useMediaQuery('(max-width: 860px)')
  useShortcut('l', 'Earlier imports', () => focusSection('imports'))
  function onStarted(view: ImportView) {
    queryClient.setQueryData(queries.one(env, view.import).queryKey, view)
    void list.refetch()
    setStarted(view.import)
    open(view.import)
  }
  return (
    <div className={styles.page}>
      <PageHeading title="Imports" place={label} className={styles.title}>
        Imports
      </PageHeading>
      <div className={styles.panes}>
        <Section title="New import">
          <ImportForm env={env} onStarted={onStarted} />
        </Section>
        {opened === undefined ? (
          <Section title="Report">
            <p className={styles.quiet}>
              The report of an import is here: how far it is, and which lines were refused for their form.
            </p>
          </Section>
        ) : (
          <ImportReport key={opened} env={env} id={opened} />
        )}
      </div>
      <Section title="Imports so far" id="imports" keys="l">
        <AsyncView
          query={list}
          retry={() => void list.refetch()}
          missing="The imports could not be read"
          skeleton={<Skeleton lines={4} height={24} />}
        >
          {({ imports }) =>
            imports.length === 0 ? (
              <p className={styles.quiet}>Nothing has been imported here yet.</p>
            ) : (
              <>
                <DataTable
                  label="Imports"
                  columns={columns}
                  visible={isNarrow ? narrowColumnIds : columns.map((column) => column.id)}
                  rows={imports}
                  rowKey={getImportKey}
                  sorting={null}
                  onSort={() => {}}
                  chosen={opened ?? null}
                  onChoose={open}
                  isNarrow={isNarrow}
                  ownsKeys
                />
                <p className={styles.quiet}>
                  {formatCountOf(imports.length, 'import')}, by this page and by the command, newest first.
                </p>
              </>
            )
          }
        </AsyncView>
      </Section>
    </div>
  )
}

function getImportKey(view: ImportView): string {
  return view.import
}

const narrowColumnIds = ['started', 'status', 'of', 'added', 'lines', 'refused']
const columns: readonly DataColumn<ImportView>[] = [
  {
    id: 'started',
    header: 'Started',
    cell: (view) => <RowTime at={view.startedAt} as="exact" />,
    track: 'minmax(150px, 1fr)',
    narrow: { line: 1 },
  },
  {
    id: 'status',
    header: 'Status',
    cell: (view) => (
      <span className={styles.status}>
        <ToneIcon tone={importStatusLabels[view.status].tone} />
        {importStatusLabels[view.status].word}
      </span>
    ),
    track: 'minmax(96px, 0.8fr)',
    narrow: { line: 1, end: true },
  },
  {
    id: 'of',
    header: 'Of',
    cell: (view) => importContentLabels[view.of],
    track: 'minmax(110px, 1fr)',
    narrow: { line: 2 },
  },
  {
    id: 'by',
    header: 'By',
    cell: (view) => (view.by === 'page' ? 'this page' : 'command'),
    track: 'minmax(80px, 0.8fr)',
    narrow: { line: 2 },
  },
  {
    id: 'lines',
    header: 'Lines',
    cell: (view) => (
      <>
        {formatCount(view.lines)}
        <span className={styles.unit}> lines</span>
      </>
    ),
    track: 'minmax(72px, 0.6fr)',
    narrow: { line: 3 },
    align: 'end',
  },
  {
    id: 'added',
    header: 'Added',
    cell: (view) => (
      <>
        {formatCount(view.added)}
        <span className={styles.unit}> added</span>
      </>
    ),
    track: 'minmax(72px, 0.6fr)',
    narrow: { line: 2, end: true },
    align: 'end',
  },
  {
    id: 'refused',
    header: 'Refused',
    cell: (view) => (
      <>
        {formatCount(view.refused)}
        <span className={styles.unit}> refused</span>
      </>
    ),
    track: 'minmax(72px, 0.6fr)',
    narrow: { line: 3, end: true },
    align: 'end',
  },
]
