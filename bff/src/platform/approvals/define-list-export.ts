import type { ExportedListName } from '@paydesk/shared/cases/export-requests'
import type { Endpoint, ExportFormat } from '@paydesk/shared/core/endpoint'
import type { StaffLanguage } from '@paydesk/shared/core/formatter'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { loadMessages, type Messages } from '@paydesk/shared/messages/catalogue'
import type { z } from 'zod'
import type { AuditEvent, AuditSubject } from '../audit/entry.ts'
import { type ExportColumn, getExportHeaders, streamExport } from '../http/exports/list-export.ts'
import { type AnyStreamRoute, defineStreamRoute, type ScopedActor } from '../http/route.ts'
import { type ExportFilter, type ExportGate, type ExportQuery, exportRules } from './export-gate.ts'

/** Texts of exports by person's language: headings of each list, names of sheets, values of cells. */
type ExportTexts = Messages['exports']
/** List that leaves as rows of a table; its sheet and its headings have one name. */
type ExportSheet = keyof ExportTexts['sheets'] & keyof ExportTexts

type ListExportHeadings<Sheet extends ExportSheet> = Readonly<
  Record<keyof ExportTexts[Sheet] & string, string>
>

/** Columns of an export in the order of the file; each has its heading in the messages. */
export type ListExportColumns<Sheet extends ExportSheet, Row> = readonly ExportColumn<
  keyof ExportTexts[Sheet] & string,
  Row
>[]

type ListExportQuery<List extends ExportedListName> = ExportQuery<List> & {
  readonly format?: ExportFormat | undefined
}

type ListExportEndpoint<List extends ExportedListName> = Endpoint<
  z.ZodType<{ env: EnvironmentName }>,
  z.ZodType<ListExportQuery<List>>
>

/** Admitted call of an export: the person, limited to the merchants that the export may contain. */
export interface ListExportCall extends ScopedActor {
  /** Reference time of the filter (ms since 1970). */
  readonly now: number
  /** Signal aborted once the reader has left; the rows must then end soon. */
  readonly gone: AbortSignal
  /** Language of the texts in the file. */
  readonly language: StaffLanguage
}

export interface ListExport<List extends ExportedListName, Sheet extends ExportSheet, Row, Deps> {
  readonly list: List
  readonly sheet: Sheet
  readonly columns: ListExportColumns<Sheet, Row>
  /**
   * Opens the rows of a filter, masked for the caller, in batches. Rejects with the problems of the filter before
   * the first byte.
   */
  readonly openBatches: (
    filter: ExportFilter<List>,
    call: ListExportCall,
    deps: Deps,
  ) => Promise<AsyncIterable<readonly Row[]>>
  /** Names the record that the filter is about, for the audit event. */
  readonly findSubject?: (query: ListExportQuery<List>) => AuditSubject | null
  /** Names the day of the file, if it is not the day of the download in UTC. */
  readonly nameDay?: (query: ListExportQuery<List>) => string
}

/**
 * Defines the route by which a list leaves as a file, through the gate of all exports. Rows are read, masked and
 * written in batches with back-pressure, and counted for the event about the end. Permission and events of the list
 * are in `exportRules`.
 */
export function defineListExport<List extends ExportedListName, Sheet extends ExportSheet, Row, Deps>(
  endpoint: ListExportEndpoint<List>,
  { list, sheet, columns, openBatches, findSubject, nameDay }: ListExport<List, Sheet, Row, Deps>,
): AnyStreamRoute<Deps & ExportGate> {
  const { permission, opened, ended } = exportRules[list]
  return defineStreamRoute(endpoint, {
    permission,
    renews: true,
    // Cast is safe: the event of every list may be about a record, and needs nothing else.
    audit: ({ query }) => ({ action: opened, about: findSubject?.(query) ?? null }) as AuditEvent,
    auditEnd: (_call, rows) => ({ action: ended, note: `rows:${rows}` }),
    headers: ({ query, scope }) => {
      const day = nameDay?.(query) ?? new Date().toISOString().slice(0, 10)
      return getExportHeaders(
        `paydesk-${list.replaceAll('_', '-')}-${scope.environment}-${day}`,
        query.format,
      )
    },
    async open({ query: { format, ...query }, actor, scope }, deps: Deps & ExportGate, client) {
      // Cast is safe: the query without its format is the one of the list.
      const admitted = await deps.admitExport(list, query as unknown as ExportQuery<List>, { actor, scope })
      const { filter, now, caller, language } = admitted
      const batches = await openBatches(filter, { ...caller, now, gone: client.signal, language }, deps)
      const texts = await loadMessages(language, 'exports')
      // Cast is safe: the headings of a sheet are plain texts by the codes of its columns.
      const headings = texts[sheet] as ListExportHeadings<Sheet>
      const table = { name: texts.sheets[sheet], columns, headings, values: texts.values }
      return admitted.attachEvent(streamExport(table, countRows(batches, client.countRows), format))
    },
  })
}

async function* countRows<Row>(
  batches: AsyncIterable<readonly Row[]>,
  count: (rows: number) => void,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) {
    count(rows.length)
    yield rows
  }
}
