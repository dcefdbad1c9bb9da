import type { ExportList, ExportSelection } from '@paydesk/shared/cases/export-requests'
import type { ExportRequestId } from '@paydesk/shared/core/ids'
import type { ScopedActor, StreamBody } from '../http/route.ts'

type SelectionOf<List extends ExportList> = Extract<ExportSelection, { list: List }>
export type ExportFilter<List extends ExportList> = SelectionOf<List>['filter']

/** Query of an export: its filter, or the approved request that holds the filter. */
export type ExportQuery<List extends ExportList> = ExportFilter<List> & {
  readonly request?: ExportRequestId | undefined
}

/** Export that may be sent now. */
export interface AdmittedExport<List extends ExportList> {
  readonly filter: ExportFilter<List>
  /** Reference time of the filter (ms since 1970). */
  readonly now: number
  /** Caller, limited to the merchants of the request. */
  readonly caller: ScopedActor
  /** Adds the event of an approved export, with its purpose, to the stream. */
  attachEvent(chunks: AsyncIterable<string | Uint8Array>): StreamBody
}

/** Gate of all exports of lists; every export asks it before its first byte. */
export interface ExportGate {
  /**
   * Counts the export in the budget of its person. Throws `export_needs_approval` for too many rows without an
   * approved request, and `access_limit_reached`.
   */
  readonly admitExport: <List extends ExportList>(
    list: List,
    query: ExportQuery<List>,
    caller: ScopedActor,
  ) => Promise<AdmittedExport<List>>
}
