import { type ImportColumn, previewImport } from '@paydesk/shared/administration/import-csv'
import {
  type IdImport,
  type RefusedImportLine,
  refusedImportLineSchema,
  type StartImportRequest,
} from '@paydesk/shared/administration/imports'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { loadMessages, type Messages } from '@paydesk/shared/messages/catalogue'
import type { AuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { type ExportColumn, getExportHeaders, streamExport } from '../../platform/http/exports/list-export.ts'
import { defineRoute, defineStreamRoute, type Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type ExportTexts, loadStaffLanguage } from '../../records/staff-messages.ts'
import type { ImportStore, StoredImport } from './import-store.ts'

export interface ImportRoutesDeps {
  readonly imports: ImportStore
  readonly config: {
    readonly environments: readonly { readonly name: string; readonly merchantIds: readonly MerchantId[] }[]
  }
}

const auditSubject = (id: string | undefined): AuditSubject | null =>
  id === undefined ? null : { kind: 'import', id }

/**
 * Chooses the merchant of the ids. RIDs belong to one merchant; transaction ids may be of all merchants if
 * the caller may see all. Throws `bad_request` naming `merchant`.
 */
function chooseMerchant(
  { kind, merchant }: StartImportRequest,
  scope: Scope,
  { config }: ImportRoutesDeps,
): MerchantId | null {
  const { environment, merchants } = scope
  const all = config.environments.find(({ name }) => name === environment)?.merchantIds ?? []
  if (merchant === undefined && kind === 'transaction' && all.every((one) => merchants.includes(one)))
    return null
  const [first, another] = merchants
  if (merchant === undefined && first !== undefined && another === undefined) return first
  const own = merchants.find((one) => one === merchant)
  if (own !== undefined) return own
  const values = { values: merchants.join(', ') }
  throw new ProblemError('bad_request', { fields: [{ name: 'merchant', rule: 'one_of', values }] })
}

/**
 * Returns the column that the caller confirmed, if any. Throws `bad_request` naming `column` if the column of
 * the ids is not certain: other columns may hold names, which must not reach the payment service.
 */
function chooseColumn({ kind, text, column }: StartImportRequest): ImportColumn | null {
  if (column !== undefined) return column
  if (previewImport(text, kind).column !== null) return null
  throw new ProblemError('bad_request', { fields: [{ name: 'column', rule: 'id_column' }] })
}

async function loadImport(
  imports: ImportStore,
  environment: EnvironmentName,
  id: string,
): Promise<StoredImport> {
  const view = await imports.show(environment, id, 'form')
  if (view === null) throw new ProblemError('not_found')
  return view
}

/**
 * Presents an import to people who see no customers: answers of the payment service are only counted, so that
 * a file does not reveal which ids exist.
 */
function presentImport({ refusedLines, refusals, ...view }: StoredImport): IdImport {
  const malformed = refusedLines.flatMap(({ line, why }) => {
    const form = refusedImportLineSchema.shape.reason.safeParse(why)
    return form.success ? [{ line, reason: form.data }] : []
  })
  const [unknown, unread] = [refusals?.get('not_found') ?? 0, refusals?.get('failed') ?? 0]
  return {
    ...view,
    refusedLines: malformed,
    moreRefused: view.refused - unknown - unread > malformed.length,
    service: refusals === null ? null : { unknown, unread },
  }
}

export const startImportRoute = defineRoute(endpoints.startImport, {
  permission: 'import.run',
  audit: (_call, view: StoredImport | undefined) => ({
    action: 'import.started',
    about: auditSubject(view?.import),
    ...(view && { note: `lines:${view.lines}` }),
  }),
  async handle({ body, scope, actor }, deps: ImportRoutesDeps) {
    const { environment } = scope
    const id = await deps.imports.start({
      environment,
      of: body.kind,
      merchant: chooseMerchant(body, scope, deps),
      by: 'page',
      subject: actor.session.subject,
      text: body.text,
      column: chooseColumn(body),
    })
    return loadImport(deps.imports, environment, id)
  },
  present: presentImport,
})

export const listImportsRoute = defineRoute(endpoints.listImports, {
  permission: 'import.run',
  audit: () => ({ action: 'imports.listed' }),
  handle: async ({ scope }, { imports }: ImportRoutesDeps) => ({
    imports: await imports.list(scope.environment),
  }),
  present: ({ imports }) => ({ imports: imports.map(presentImport) }),
})

export const showImportRoute = defineRoute(endpoints.showImport, {
  permission: 'import.run',
  // The id of a nonexistent import can be any text of that form.
  audit: (_call, view: StoredImport | undefined) => ({
    action: 'import.viewed',
    about: auditSubject(view?.import),
  }),
  handle: ({ params, scope }, { imports }: ImportRoutesDeps) =>
    loadImport(imports, scope.environment, params.import),
  present: presentImport,
})

export const stopImportRoute = defineRoute(endpoints.stopImport, {
  permission: 'import.run',
  audit: (_call, result: { readonly view: StoredImport; readonly isStopped: boolean } | undefined) => ({
    // An import that had ended before was only looked at.
    action: result?.isStopped === false ? 'import.viewed' : 'import.stopped',
    about: auditSubject(result?.view.import),
  }),
  async handle({ params, scope }, { imports }: ImportRoutesDeps) {
    const isStopped = await imports.stop(scope.environment, params.import)
    return { isStopped, view: await loadImport(imports, scope.environment, params.import) }
  },
  present: ({ view }) => presentImport(view),
})

interface RefusedLine extends RefusedImportLine {
  readonly texts: Messages['imports']['refusedReasons']
}

const refusedLineColumns: readonly ExportColumn<keyof ExportTexts['refusedImportLines'], RefusedLine>[] = [
  ['line', ({ line }) => String(line), 'number'],
  ['reason', ({ reason }) => reason],
  ['description', ({ reason, texts }) => texts[reason]],
]

async function* addReasonTexts(
  batches: AsyncIterable<readonly RefusedImportLine[]>,
  texts: RefusedLine['texts'],
  countRows: (rows: number) => void,
): AsyncGenerator<readonly RefusedLine[]> {
  for await (const lines of batches) {
    countRows(lines.length)
    yield lines.map((line) => ({ ...line, texts }))
  }
}

export const exportRefusedImportLinesRoute = defineStreamRoute(endpoints.exportRefusedImportLines, {
  permission: 'import.run',
  renews: true,
  // Without a subject until the import is found: the id of a nonexistent one can be any text of that form.
  audit: () => ({ action: 'import.refusals.exported', about: null }),
  headers: ({ query }) => getExportHeaders('paydesk-rejected-lines', query.format),
  async open(
    { params, query, scope, actor },
    { imports, store }: ImportRoutesDeps & { readonly store: Pick<Store, 'db'> },
    { countRows },
  ) {
    const batches = await imports.listRefusedLines(scope.environment, params.import)
    if (batches === null) throw new ProblemError('not_found')
    const language = await loadStaffLanguage(store.db, actor.session)
    const { sheets, refusedImportLines: headings, values } = await loadMessages(language, 'exports')
    const { refusedReasons } = await loadMessages(language, 'imports')
    const table = { name: sheets.refusedImportLines, columns: refusedLineColumns, headings, values }
    const stream = streamExport(table, addReasonTexts(batches, refusedReasons, countRows), query.format)
    return Object.assign(stream, {
      auditEvent: { action: 'import.refusals.exported', about: auditSubject(params.import) } as const,
    })
  },
})
