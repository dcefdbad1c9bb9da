import { sql } from 'kysely'
import { type Guarded, guard } from '../../platform/access/guarded.ts'
import type { Subject } from '../../platform/audit/entry.ts'
import { isKind } from '../../platform/audit/event-labels.ts'
import type { ListNeeds } from './list.ts'
import { type Caller, type Condition, type EntryRow, seen, seesOf } from './rows.ts'

/** What one entry is about; `about` is null where it names nothing, or something of another version. */
export interface NamedEntry {
  readonly id: Guarded<'audit.subject_id'>
  readonly about: Subject | null
}

/** What stands in no chain is named by its number. */
function placedAt(entry: string): Condition {
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
export function makeNamedEntry({ store, config }: Pick<ListNeeds, 'store' | 'config'>) {
  return async (entry: string, caller: Caller): Promise<NamedEntry | null> => {
    const { rows } = await sql<EntryRow>`select a.* from audit as a
      where ${placedAt(entry)} and ${seen(seesOf(caller, config))}`.execute(store.db)
    const [row] = rows
    if (row === undefined) return null
    const { subject_kind: kind, subject_id: id, merchant } = row
    const isNamed = kind !== null && id !== null && isKind(kind)
    const about = isNamed ? { kind, id, ...(merchant !== null && { merchant }) } : null
    return { id: guard('audit.subject_id', id), about }
  }
}
