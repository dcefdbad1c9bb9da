import type { ApiKeyId, ApiKeyList, ApiKeyView } from '@paydesk/shared/administration/api-keys'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn, TableSorting } from '../../ui/table/data-table-types.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import styles from './api-keys.module.css'
import { apiKeyStateTones, useApiKeyLabels } from './labels.ts'
import { apiKeyQueries } from './queries.ts'

/** Lists API keys with which the merchant’s own systems create and read payments. Rows update live. */
export function ApiKeysPage(): ReactNode {
  const { name: env, label } = useEnvironment()
  const query = useQuery(apiKeyQueries(useApiClient(), env).list)
  const texts = useMessages('apiKeys')
  return (
    <div className={styles.page}>
      <PageHeader title={useMessages('shell').navigation.apiKeys} place={label}>
        {query.data ? (
          <a href={query.data.document} target="_blank" rel="noreferrer">
            {texts.openApi}
          </a>
        ) : null}
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHeader>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={8} height={24} />}
      >
        {(list) => (
          <>
            <Section title={texts.list}>
              <ApiKeyTable env={env} list={list} />
            </Section>
            <Section title={texts.form.title}>
              <ApiKeyForm merchants={list.merchants} document={list.document} />
            </Section>
          </>
        )}
      </AsyncView>
    </div>
  )
}

/** Columns with the headers and labels of the person's language. */
const buildColumns = (
  { columns, states, never }: Messages['apiKeys'],
  { formatPermissions, formatAuthor }: ReturnType<typeof useApiKeyLabels>,
): readonly DataColumn<ApiKeyView>[] => [
  {
    id: 'label',
    header: columns.label,
    sortBy: ({ label }) => label.toLocaleLowerCase('en'),
    cell: ({ label }) => <span title={label}>{label}</span>,
    track: 'minmax(140px, 1.3fr)',
    narrow: { line: 1 },
  },
  {
    id: 'state',
    header: columns.state,
    sortBy: ({ state }) => state,
    cell: ({ state }) => (
      <span className={styles.state}>
        <ToneIcon tone={apiKeyStateTones[state]} />
        {states[state]}
      </span>
    ),
    track: 'minmax(96px, 0.7fr)',
    narrow: { line: 1, end: true },
  },
  {
    id: 'merchant',
    header: columns.merchant,
    sortBy: ({ merchant }) => merchant,
    cell: ({ merchant }) => <span title={merchant}>{merchant}</span>,
    track: 'minmax(120px, 1fr)',
    narrow: { line: 2 },
  },
  {
    id: 'scopes',
    header: columns.scopes,
    cell: ({ permissions }) => formatPermissions(permissions),
    track: 'minmax(104px, 0.8fr)',
    narrow: { line: 2, end: true },
  },
  {
    id: 'begins',
    header: columns.begins,
    cell: ({ prefix }) => <code>{prefix}</code>,
    track: 'minmax(104px, 0.7fr)',
    narrow: { line: 3 },
  },
  {
    id: 'used',
    header: columns.used,
    sortBy: ({ lastUsedAt }) => lastUsedAt ?? '',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? never : <RowTime at={lastUsedAt} as="relative" />),
    track: '92px',
    narrow: { line: 3, end: true },
  },
  {
    id: 'ends',
    header: columns.ends,
    sortBy: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <RowTime at={expiresAt} as="exact" />,
    track: 'minmax(164px, 0.9fr)',
    narrow: { line: 3, end: true },
  },
  {
    id: 'by',
    header: columns.by,
    sortBy: ({ by }) => by.name ?? '',
    cell: ({ by }) => <span title={by.name ?? undefined}>{formatAuthor(by)}</span>,
    track: 'minmax(110px, 0.9fr)',
    narrow: { line: 3, end: true },
  },
]
const narrowColumnIds = ['label', 'state', 'merchant', 'scopes', 'begins', 'used']

function ApiKeyTable({ env, list }: { readonly env: EnvironmentName; readonly list: ApiKeyList }): ReactNode {
  const { apiKeys, perMinute } = list
  const texts = useMessages('apiKeys')
  const labels = useApiKeyLabels()
  const format = useFormatter()
  const columns = buildColumns(texts, labels)
  const [sorting, setSorting] = useState<TableSorting | null>(null)
  const [open, setOpen] = useState<ApiKeyId | null>(null)
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const chosen = apiKeys.find(({ apiKey }) => apiKey === open)
  if (apiKeys.length === 0) return <p className={styles.quiet}>{texts.none}</p>
  return (
    <>
      <DataTable
        list="api_keys"
        label={texts.table}
        columns={columns}
        visible={isNarrow ? narrowColumnIds : columns.map(({ id }) => id)}
        rows={apiKeys}
        rowKey={({ apiKey }) => apiKey}
        sorting={sorting}
        onSort={setSorting}
        chosen={open}
        onChoose={(key) => setOpen(apiKeys.find(({ apiKey }) => apiKey === key)?.apiKey ?? null)}
        changeOf={({ state }) => state}
        isNarrow={isNarrow}
        ownsKeys
      />
      <p className={styles.quiet}>
        {format.text(texts.count, { count: apiKeys.length })} ·{' '}
        {format.text(texts.limit, { count: perMinute })}
      </p>
      {chosen ? <ApiKeyDialog env={env} apiKey={chosen} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
