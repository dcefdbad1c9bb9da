import type {
  TrailFigures as FiguresOf,
  TrailEntry,
  TrailPage as TrailList,
} from '@paydesk/shared/compliance/trail'
import { trailEntry } from '@paydesk/shared/compliance/trail'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo, useRef } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { isFiltered } from '../../ui/state/list-state.ts'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { useAhead } from '../../ui/state/use-optimistic-search.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListRows, NoRows } from '../../ui/table/list-parts.tsx'
import type { TrailAddress, TrailChange } from './address.ts'
import { filterOf, queryOf, withFilter } from './address.ts'
import { readTrailAgain, trailQueries } from './queries.ts'
import type { PlaceLink } from './sentence.tsx'
import styles from './trail.module.css'
import { allColumns, columnsBeside, trailColumns } from './trail-columns.tsx'
import { TrailExport } from './trail-export.tsx'
import type { FilterLink, PersonLink } from './trail-figures.tsx'
import { TrailCoverage, TrailFigures } from './trail-figures.tsx'
import { TrailFilters } from './trail-filters.tsx'
import { TrailMore } from './trail-more.tsx'
import { type RenderRecord, TrailPanel } from './trail-panel.tsx'
import { useVerification, VerifyButton, VerifyLine } from './verify-line.tsx'

export interface TrailPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly address: TrailAddress
  readonly may: { readonly verify: boolean; readonly export: boolean }
  /** Another state of the same list; a further page is a step of its own to come back from. */
  readonly onChange: (change: TrailChange) => void
  readonly onNext: (after: string) => void
  /** To the page before, where this one was reached from it. */
  readonly onBack: (() => void) | null
  readonly placeLink: PlaceLink
  readonly personLink: PersonLink | null
  readonly filterLink: FilterLink
  readonly renderRecord: RenderRecord
}

/** The audit trail: what was done, one sentence for each entry, and whether it is whole. */
export function TrailPage(given: TrailPageProps): ReactNode {
  const { env } = given
  const queries = trailQueries(useClient())
  const [address, onChange] = useAhead<TrailChange>(given.address, given.onChange)
  const props = { ...given, address, onChange }
  const query = useQuery(queries.page(env, queryOf(address)))
  const figures = useQuery(queries.figures(env))
  const list = useRef<HTMLDivElement>(null)
  const isStacked = useMedia('(max-width: 1180px)')
  const entries = query.data?.entries ?? []
  const { open } = address
  const close = () => {
    list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
    onChange({ ...address, open: undefined })
  }
  useKey(
    'Escape',
    'Close the entry',
    () => {
      // A menu over the page is closed first, by the browser.
      if (document.querySelector(':popover-open') === null) close()
    },
    open !== undefined,
  )
  useKey(
    'Enter',
    'Open the newest entry',
    () => entries[0] && onChange({ ...address, open: entries[0].entry }),
    open === undefined && entries.length > 0,
  )
  const panel =
    open === undefined || query.data === undefined ? null : (
      <TrailPanel
        entry={entries.find((each) => each.entry === open) ?? null}
        link={given.placeLink}
        personLink={given.personLink}
        filterLink={given.filterLink}
        renderRecord={given.renderRecord}
        takesFocus={isStacked}
        onClose={close}
      />
    )
  return (
    <div className={styles.page} data-open={panel !== null || undefined}>
      <div className={styles.list}>
        <Head {...props} figures={figures.data} isBusy={query.isFetching || figures.isFetching} />
        {isStacked ? panel : null}
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing="The entries could not be read"
          skeleton={<Skeleton lines={12} height={22} />}
        >
          {(page) => (
            <div ref={list}>
              <ListRows isOld={query.isPlaceholderData}>
                <Rows {...props} page={page} isBeside={panel !== null && !isStacked} />
              </ListRows>
            </div>
          )}
        </AsyncView>
      </div>
      {isStacked ? null : panel}
    </div>
  )
}

interface HeadProps extends TrailPageProps {
  readonly figures: FiguresOf | undefined
  readonly isBusy: boolean
}

/** What this is and covers, whether it is whole, what today brought, and which entries are listed. */
function Head({ figures, isBusy, ...props }: HeadProps): ReactNode {
  const { env, place, address, may, onChange, personLink, filterLink } = props
  const queryClient = useQueryClient()
  const verifying = useVerification(env, figures?.verified ?? null)
  const filter = filterOf(address)
  return (
    <>
      <PageHead title="Audit" place={place}>
        {may.verify ? <VerifyButton verifying={verifying} /> : null}
        <Reread
          help="Read the trail again"
          said="The trail was read again"
          isBusy={isBusy}
          read={() => readTrailAgain(queryClient, env)}
        />
      </PageHead>
      <div className={styles.coverage}>
        <p className={styles.about}>{figures ? aboutWords[figures.sees] : aboutWords.own}</p>
        {figures ? <TrailCoverage figures={figures} place={place} /> : null}
      </div>
      {may.verify ? <VerifyLine verifying={verifying} /> : null}
      {may.export ? <TrailExport env={env} from={filter.from} to={filter.to} /> : null}
      {figures ? (
        <TrailFigures figures={figures} personLink={personLink} filterLink={filterLink} />
      ) : (
        <Skeleton lines={2} width="min(700px, 100%)" height={22} />
      )}
      <TrailFilters
        filter={filter}
        figures={figures}
        onChange={(change) => onChange(withFilter(address, change))}
      />
    </>
  )
}

const aboutWords = {
  own: 'What you did here. Each read, refusal and decision leaves an entry before anything is answered; nobody can change or remove one unnoticed.',
  administration:
    'What you did, and deeds of administration: sign-ins, roles, imports. Each leaves an entry before anything is answered.',
  every:
    'Every read, refusal and decision leaves an entry before anything is answered. Each entry holds the hash of the one before, so a change shows. Reading the trail leaves entries too.',
} as const

interface RowsProps extends TrailPageProps {
  readonly page: TrailList
  readonly isBeside: boolean
}

function Rows({ page, isBeside, ...props }: RowsProps): ReactNode {
  const { address, onChange, placeLink } = props
  const isNarrow = useMedia('(max-width: 860px)')
  const columns = useMemo(() => trailColumns(placeLink), [placeLink])
  return (
    <>
      {page.entries.length === 0 ? (
        <Nothing {...props} page={page} />
      ) : (
        <DataTable
          label="Entries"
          columns={columns}
          visible={isBeside || isNarrow ? columnsBeside : allColumns}
          rows={page.entries}
          rowKey={keyOf}
          sorting={null}
          onSort={() => undefined}
          chosen={address.open ?? null}
          onChoose={(key) => onChange({ ...address, open: trailEntry.shape.entry.parse(key) })}
          isNarrow={isNarrow}
          ownsKeys
        />
      )}
      <TrailMore
        page={page}
        isFirst={address.after === undefined}
        onFirst={() => onChange({ ...address, after: undefined, open: undefined })}
        onBack={props.onBack}
        onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
      />
    </>
  )
}

function Nothing({ page, address, onChange }: Pick<RowsProps, 'page' | 'address' | 'onChange'>): ReactNode {
  if (page.next !== null) return <NoRows>Nothing here matches yet.</NoRows>
  if (!isFiltered(filterOf(address)) && address.after === undefined)
    return <NoRows>There is no entry yet.</NoRows>
  return (
    <NoRows go={{ words: 'All entries', run: () => onChange({}) }}>
      <p>No {address.after === undefined ? '' : 'further '}entry matches the filter.</p>
    </NoRows>
  )
}

const keyOf = ({ entry }: TrailEntry) => entry
