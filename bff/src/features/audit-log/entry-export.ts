import { formatAuditEvent, labelRecordKind } from '@paydesk/shared/compliance/audit-event-text'
import type { AuditEntryView, AuditLogFilter } from '@paydesk/shared/compliance/audit-log'
import { createFormatter } from '@paydesk/shared/core/formatter'
import { loadMessages } from '@paydesk/shared/messages/catalogue'
import type { ListExportCall, ListExportColumns } from '../../platform/approvals/define-list-export.ts'
import type { Store } from '../../platform/database/database.ts'
import { type AuditListDeps, type FoldedAuditEntry, readAuditEntries } from './list.ts'
import { type ChainedAuditEntry, presentAuditEntry } from './present.ts'
import { loadStaffDirectory } from './staff-directory.ts'
import { resolveAuditVisibility } from './visibility.ts'

/** Adds to entries their positions in the chains. */
export async function loadAuditChainLinks(
  rows: readonly FoldedAuditEntry[],
  { db }: Pick<Store, 'db'>,
): Promise<ChainedAuditEntry[]> {
  if (rows.length === 0) return []
  const links = await db
    .selectFrom('audit_links')
    .selectAll()
    .where(
      'seq',
      'in',
      rows.map(({ row }) => row.seq),
    )
    .execute()
  const bySeq = new Map(links.map((link) => [link.seq, link]))
  return rows.map((one) => ({ ...one, link: bySeq.get(one.row.seq) ?? null }))
}

interface AuditLine extends AuditEntryView {
  /** Event in words. */
  readonly description: string
}

/** Columns of an entry, without its hashes: this file cannot be verified. Times are ISO 8601 UTC. */
export const auditEntryExportColumns: ListExportColumns<'auditEntries', AuditLine> = [
  ['entry', (row) => row.entry],
  ['at', (row) => row.at, 'time'],
  ['person', (row, { masked }) => (row.person === null ? '' : masked(row.person.name))],
  ['role', (row) => row.role ?? ''],
  ['group', (row) => row.group],
  ['action', (row) => row.action],
  ['description', (row) => row.description],
  ['record_kind', (row) => row.about?.kind ?? ''],
  ['record_id', (row, { masked }) => (row.about === null ? '' : masked(row.about.id))],
  ['field', (row) => row.field ?? ''],
  ['purpose', (row) => row.purpose ?? ''],
  ['ticket', (row) => row.ticket ?? ''],
  ['reauthentication_age', (row) => row.reauthenticationAge?.toString() ?? '', 'number'],
  ['result', (row) => row.result],
  [
    'outcome',
    (row) => row.outcome.map(({ code, count, at }) => [code, count ?? at ?? []].flat().join(':')).join(' '),
  ],
  ['reference', (row) => row.reference ?? ''],
  ['source_address', (row, { masked }) => masked(row.source)],
  ['chain', (row) => row.chain],
]

/**
 * Opens the entries of a filter, masked as in the list, in batches. Ends with the entries of `now`: the export itself
 * adds entries. Throws the problems of the list.
 */
export async function openAuditEntryExportBatches(
  filter: AuditLogFilter,
  { actor, scope, gone, language, now }: ListExportCall,
  deps: AuditListDeps,
): Promise<AsyncIterable<readonly AuditLine[]>> {
  const texts = await loadMessages(language, 'auditEvents')
  const format = createFormatter({ language, timeZone: 'UTC', numbers: '1,234.56', dates: 'iso' })
  const people = await loadStaffDirectory(actor.session, deps.store.db, deps.cipher)
  const visibility = resolveAuditVisibility({ actor, scope }, deps.config)
  const describe = ({ action, about }: AuditEntryView) =>
    formatAuditEvent(action, about && labelRecordKind(about.kind, texts.someKinds), texts, format).join('')
  async function* readLines(): AsyncGenerator<readonly AuditLine[]> {
    for await (const rows of readAuditEntries(filter, { actor, scope }, { until: now, gone }, deps)) {
      const whole = rows.map((row) => ({ row, times: 1, since: row.time_ms }))
      const entries = (await loadAuditChainLinks(whole, deps.store)).map((entry) =>
        presentAuditEntry(entry, { fieldAccess: actor.fieldAccess, visibility, people }),
      )
      yield entries.map((entry) => ({ ...entry, description: describe(entry) }))
    }
  }
  return readLines()
}
