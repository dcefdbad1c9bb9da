import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { driftExportQuery, sheetDays } from '@paydesk/shared/work/drift-sheet'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Segment, Segments } from '../../ui/forms/segments.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useAhead } from '../../ui/state/use-optimistic-search.ts'
import { ExportButton, ExportLine, useExport } from '../../ui/table/data-export.tsx'
import { countOf } from '../../ui/text/counted.ts'
import type { SheetAddress, SheetChange } from './address.ts'
import { driftQueries } from './queries.ts'
import styles from './sheet.module.css'
import { SheetDay } from './sheet-day.tsx'
import { SheetDays } from './sheet-days.tsx'
import { SheetAmounts, SheetKinds } from './sheet-tables.tsx'

interface SheetPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly address: SheetAddress
  readonly seesEvery: boolean
  readonly links: ReactNode
  readonly onChange: (change: SheetChange) => void
}

/** What a day did to the differences: open at its start, opened, explained, closed, still open. */
export function SheetPage({ env, place, seesEvery, links, ...given }: SheetPageProps): ReactNode {
  const [address, onChange] = useAhead<SheetChange>(given.address, given.onChange)
  const client = useClient()
  const query = useQuery(driftQueries(client).sheet(env, address))
  const { data } = query
  const day = address.day ?? data?.day
  const exporting = useExport({
    name: `drift-sheet-${env}-${day ?? 'today'}`,
    open: (signal) =>
      client.stream(endpoints.exportDriftSheet, {
        params: { env },
        query: driftExportQuery.parse(day === undefined ? {} : { day }),
        signal,
      }),
    missing: 'The day sheet was not exported',
    expected: null,
  })
  return (
    <div className={styles.page}>
      <PageHead title="Day sheet" place={place}>
        {links}
        <Reread
          words="Count again"
          help="Count the day again"
          said="The day was counted again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
        <ExportButton {...exporting} />
      </PageHead>
      <ExportLine {...exporting} />
      <SheetDay
        sheet={data}
        day={day}
        seesEvery={seesEvery}
        onDay={(next) => onChange({ ...address, day: next })}
      />
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The day could not be counted"
        skeleton={<Skeleton lines={12} height={22} />}
      >
        {(sheet) => (
          <div
            className={styles.sections}
            data-old={query.isPlaceholderData || undefined}
            aria-busy={query.isPlaceholderData || undefined}
          >
            <SheetKinds sheet={sheet} />
            <SheetAmounts sheet={sheet} />
            <SheetDays sheet={sheet}>
              <Segments legend="Days">
                {sheetDays.options.map((each) => (
                  <Segment
                    key={each}
                    isChosen={each === (address.days ?? '14')}
                    onChoose={() => onChange({ ...address, days: each === '14' ? undefined : each })}
                  >
                    {countOf(Number(each), 'day')}
                  </Segment>
                ))}
              </Segments>
            </SheetDays>
          </div>
        )}
      </AsyncView>
    </div>
  )
}
