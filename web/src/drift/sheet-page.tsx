import { driftExportQuery, sheetDays } from '@paydesk/shared/drift-sheet'
import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useAhead } from '../ui/ahead.ts'
import { useAnnounce } from '../ui/announce.tsx'
import { AsyncView } from '../ui/async-view.tsx'
import { Button } from '../ui/button.tsx'
import { countOf } from '../ui/counted.ts'
import { ExportButton, ExportLine, useExport } from '../ui/data-export.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useKey } from '../ui/keys.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
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
  const announce = useAnnounce()
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
  async function reread() {
    await query.refetch()
    announce('The day was counted again')
  }
  useKey('r', 'Count the day again', () => void reread())
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <PageHeading title="Day sheet" place={place} className={styles.heading}>
          Day sheet
        </PageHeading>
        <span className={styles.actions}>
          {links}
          <Button look="quiet" disabled={query.isFetching} onClick={() => void reread()}>
            <RotateCw size={13} aria-hidden className={query.isFetching ? styles.turning : undefined} /> Count
            again <Kbd keys="r" />
          </Button>
          <ExportButton {...exporting} />
        </span>
      </header>
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
              <fieldset className={styles.periods}>
                <legend className="unseen">Days</legend>
                {sheetDays.options.map((each) => (
                  <button
                    key={each}
                    type="button"
                    className={styles.period}
                    aria-pressed={each === (address.days ?? '14')}
                    onClick={() => onChange({ ...address, days: each === '14' ? undefined : each })}
                  >
                    {countOf(Number(each), 'day')}
                  </button>
                ))}
              </fieldset>
            </SheetDays>
          </div>
        )}
      </AsyncView>
    </div>
  )
}
