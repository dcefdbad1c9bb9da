import type { ApiKeyId, ApiKeyList, ApiKeyView } from '@paydesk/shared/administration/api-keys'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn, TableSorting } from '../../ui/table/data-table-types.ts'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import styles from './api-keys.module.css'
import { apiKeyStateLabels, formatApiKeyAuthor, formatApiKeyPermissions } from './labels.ts'
import { apiKeyQueries } from './queries.ts'

/** Lists API keys with which the merchant’s own systems create and read payments. Rows update live. */
export function ApiKeysPage(): ReactNode {
  const { name: env, label } = useEnvironment()
  const query = useQuery(apiKeyQueries(useApiClient(), env).list)
  return (
    <div className={styles.page}>
      <PageHeader title="Systems" place={label}>
        {query.data ? (
          <a href={query.data.document} target="_blank" rel="noreferrer">
            OpenAPI document
          </a>
        ) : null}
        <RefreshButton
          help="Read the keys again"
          said="The keys were read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHeader>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The keys could not be read"
        skeleton={<Skeleton lines={8} height={24} />}
      >
        {(list) => (
          <>
            <Section title="Keys">
              <ApiKeyTable env={env} list={list} />
            </Section>
            <Section title="New key">
              <ApiKeyForm merchants={list.merchants} document={list.document} />
            </Section>
          </>
        )}
      </AsyncView>
    </div>
  )
}

const columns: readonly DataColumn<ApiKeyView>[] = [
  {
    id: 'label',
    header: 'System',
    sortBy: ({ label }) => label.toLocaleLowerCase('en'),
    cell: ({ label }) => <span title={label}>{label}</span>,
    track: 'minmax(140px, 1.3fr)',
    narrow: { line: 1 },
  },
  {
    id: 'state',
    header: 'State',
    sortBy: ({ state }) => state,
    cell: ({ state }) => (
      <span className={styles.state}>
        <ToneIcon tone={apiKeyStateLabels[state].tone} />
        {apiKeyStateLabels[state].word}
      </span>
    ),
    track: 'minmax(96px, 0.7fr)',
    narrow: { line: 1, end: true },
  },
  {
    id: 'merchant',
    header: 'Merchant',
    sortBy: ({ merchant }) => merchant,
    cell: ({ merchant }) => <span title={merchant}>{merchant}</span>,
    track: 'minmax(120px, 1fr)',
    narrow: { line: 2 },
  },
  {
    id: 'scopes',
    header: 'It may',
    cell: ({ scopes }) => formatApiKeyPermissions(scopes),
    track: 'minmax(104px, 0.8fr)',
    narrow: { line: 2, end: true },
  },
  {
    id: 'begins',
    header: 'Begins with',
    cell: ({ begins }) => <code>{begins}</code>,
    track: 'minmax(104px, 0.7fr)',
    narrow: { line: 3 },
  },
  {
    id: 'used',
    header: 'Last used',
    sortBy: ({ usedAt }) => usedAt ?? '',
    cell: ({ usedAt }) => (usedAt === null ? 'never' : <RowTime at={usedAt} as="age" />),
    track: '92px',
    narrow: { line: 3, end: true },
  },
  {
    id: 'ends',
    header: 'Ends',
    sortBy: ({ endsAt }) => endsAt,
    cell: ({ endsAt }) => <RowTime at={endsAt} as="exact" />,
    track: 'minmax(164px, 0.9fr)',
    narrow: { line: 3, end: true },
  },
  {
    id: 'by',
    header: 'Made by',
    sortBy: ({ by }) => by.name,
    cell: ({ by }) => <span title={by.name}>{formatApiKeyAuthor(by)}</span>,
    track: 'minmax(110px, 0.9fr)',
    narrow: { line: 3, end: true },
  },
]
const allColumnIds = columns.map(({ id }) => id)
const narrowColumnIds = ['label', 'state', 'merchant', 'scopes', 'begins', 'used']

function ApiKeyTable({ env, list }: { readonly env: EnvironmentName; readonly list: ApiKeyList }): ReactNode {
  const { systems, perMinute } = list
  const [sorting, setSorting] = useState<TableSorting | null>(null)
  const [open, setOpen] = useState<ApiKeyId | null>(null)
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const chosen = systems.find(({ system }) => system === open)
  if (systems.length === 0)
    return (
      <p className={styles.quiet}>
        No system has a key here. With one, the merchant’s backend creates payments and reads what became of
        them.
      </p>
    )
  return (
    <>
      <DataTable
        label="Keys of systems"
        columns={columns}
        visible={isNarrow ? narrowColumnIds : allColumnIds}
        rows={systems}
        rowKey={({ system }) => system}
        sorting={sorting}
        onSort={setSorting}
        chosen={open}
        onChoose={(key) => setOpen(systems.find(({ system }) => system === key)?.system ?? null)}
        changeOf={({ state }) => state}
        isNarrow={isNarrow}
        ownsKeys
      />
      <p className={styles.quiet}>
        <Kbd keys="j" /> <Kbd keys="k" /> row · <Kbd keys="↵" /> open, to revoke it ·{' '}
        {formatCountOf(systems.length, 'key')}, newest first · {perMinute} calls a minute at each instance
      </p>
      {chosen ? <ApiKeyDialog env={env} one={chosen} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
