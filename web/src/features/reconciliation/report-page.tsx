import {
  reconciliationExportQuerySchema,
  reconciliationReportDaysSchema,
} from '@paydesk/shared/cases/reconciliation'
import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { SegmentButton, SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useOptimisticValue } from '../../ui/state/use-optimistic-value.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { reconciliationQueries } from './queries.ts'
import styles from './report.module.css'
import { ReconciliationDatePicker } from './report-date-picker.tsx'
import { ReconciliationAmountTable, ReconciliationKindTable } from './report-tables.tsx'
import { ReconciliationTrend } from './report-trend.tsx'
import type { ReconciliationReportSearchChange } from './search-params.ts'

const route = getRouteApi('/inside/$env/reconciliation-report')

/** Shows what a day changed: discrepancies open at its start, opened, explained, closed, still open. */
export function ReconciliationReportPage(): ReactNode {
  const { report: texts } = useMessages('reconciliation')
  const format = useFormatter()
  const { name: env, label } = useEnvironment()
  const navigate = route.useNavigate()
  const seesEvery = useMay('reconciliation.every')
  const [address, onChange] = useOptimisticValue<ReconciliationReportSearchChange>(
    route.useSearch(),
    (search) => void navigate({ search, replace: true, resetScroll: false }),
  )
  const client = useApiClient()
  const query = useQuery(reconciliationQueries(client).sheet(env, address))
  const { data } = query
  const day = address.day ?? data?.day
  const exported = reconciliationExportQuerySchema.parse(day === undefined ? {} : { day })
  const exporting = useDataExport({
    name: `daily-report-${env}-${day ?? 'today'}`,
    open: (signal, format) =>
      client.stream(endpoints.exportReconciliationReport, {
        params: { env },
        query: { ...exported, ...format },
        signal,
      }),
    missing: texts.notExported,
    expected: null,
    selection: { list: 'reconciliation', filter: exported },
  })
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label}>
        <RefreshButton
          text={texts.refreshButton}
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={query.refetch}
        />
        <ExportButton {...exporting} />
      </PageHeader>
      <ExportStatus {...exporting} />
      <ReconciliationDatePicker
        sheet={data}
        day={day}
        seesEvery={seesEvery}
        onDay={(next) => onChange({ ...address, day: next })}
      />
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={12} height={22} />}
      >
        {(sheet) => (
          <div
            className={styles.sections}
            data-old={query.isPlaceholderData || undefined}
            aria-busy={query.isPlaceholderData || undefined}
          >
            <ReconciliationKindTable sheet={sheet} />
            <ReconciliationAmountTable sheet={sheet} />
            <ReconciliationTrend sheet={sheet}>
              <SegmentedControl legend={texts.days}>
                {reconciliationReportDaysSchema.options.map((each) => (
                  <SegmentButton
                    key={each}
                    isChosen={each === (address.days ?? '14')}
                    onChoose={() => onChange({ ...address, days: each === '14' ? undefined : each })}
                  >
                    {format.text(texts.dayCount, { count: Number(each) })}
                  </SegmentButton>
                ))}
              </SegmentedControl>
            </ReconciliationTrend>
          </div>
        )}
      </AsyncView>
    </div>
  )
}
