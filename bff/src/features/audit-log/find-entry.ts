import { sql } from 'kysely'
import { type GuardedValue, guardValue } from '../../platform/access/guarded.ts'
import type { AuditSubject } from '../../platform/audit/entry.ts'
import { isSubjectKind } from '../../platform/audit/event-labels.ts'
import type { AuditListDeps } from './list.ts'
import {
  type AuditCaller,
  type AuditCondition,
  type AuditEntryRow,
  resolveAuditVisibility,
  whereAuditVisible,
} from './visibility.ts'

/** What one entry is about; `about` is null where it names nothing, or something of another version. */
export interface AuditEntryTarget {
  readonly id: GuardedValue<'audit.subject_id'>
  readonly about: AuditSubject | null
}

/** What stands in no chain is named by its number. */
function whereAtPosition(entry: string): AuditCondition {
  const at = entry.lastIndexOf('-')
  const [chain, n] = [entry.slice(0, at), Number(entry.slice(at + 1))]
  return chain === 'none'
    ? sql`a.seq = ${n} and not exists (select 1 from audit_links as l where l.seq = a.seq)`
    : sql`a.seq in (select l.seq from audit_links as l where l.chain = ${chain} and l.n = ${n})`
}

/**
 * Finds an entry by the place that the list gives it (`stage-4117`), among those that the list shows this
 * person; null where it is none of them.
 */
export function createAuditEntryFinder({ store, config }: Pick<AuditListDeps, 'store' | 'config'>) {
  return async (entry: string, caller: AuditCaller): Promise<AuditEntryTarget | null> => {
    const { rows } = await sql<AuditEntryRow>`select a.* from audit as a
      where ${whereAtPosition(entry)} and ${whereAuditVisible(resolveAuditVisibility(caller, config))}`.execute(
      store.db,
    )
    const [row] = rows
    if (row === undefined) return null
    const { subject_kind: kind, subject_id: id, merchant } = row
    const isNamed = kind !== null && id !== null && isSubjectKind(kind)
    const about = isNamed ? { kind, id, ...(merchant !== null && { merchant }) } : null
    return { id: guardValue('audit.subject_id', id), about }
  }
}
