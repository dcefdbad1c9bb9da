import { sql } from 'kysely'
import { type GuardedValue, guardValue } from '../../platform/access/guarded.ts'
import type { AuditSubject } from '../../platform/audit/entry.ts'
import { isAuditSubjectKind } from '../../platform/audit/event-groups.ts'
import { loadAuditSigningKeys, type SignedAuditLog } from '../../platform/audit/signed-audit-log.ts'
import { openAuditLogReader } from '../../platform/audit/verification/audit-log-reader.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import type { SqlCondition } from '../../platform/list-query/conditions.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import type { AuditListDeps } from './list.ts'
import { createAuditVerifier } from './verification.ts'
import { type AuditEntryRow, resolveAuditVisibility, whereAuditVisible } from './visibility.ts'

/** Subject of one entry; `about` is null if the entry names no subject, or one of an unknown kind. */
export interface AuditEntrySubject {
  readonly id: GuardedValue<'audit.subject_id'>
  readonly about: AuditSubject | null
}

/** Entries outside every chain are addressed by their row number (`none-<seq>`). */
function whereAtPosition(entry: string): SqlCondition {
  const at = entry.lastIndexOf('-')
  const [chain, n] = [entry.slice(0, at), Number(entry.slice(at + 1))]
  return chain === 'none'
    ? sql`a.seq = ${n} and not exists (select 1 from audit_links as l where l.seq = a.seq)`
    : sql`a.seq in (select l.seq from audit_links as l where l.chain = ${chain} and l.n = ${n})`
}

/**
 * Finds an entry by the position shown in the list (`stage-4117`), among the entries visible to this person;
 * null if there is no such entry.
 */
function createAuditEntryFinder({ store, config }: Pick<AuditListDeps, 'store' | 'config'>) {
  return async (entry: string, caller: ScopedActor): Promise<AuditEntrySubject | null> => {
    const { rows } = await sql<AuditEntryRow>`select a.* from audit as a
      where ${whereAtPosition(entry)} and ${whereAuditVisible(resolveAuditVisibility(caller, config))}`.execute(
      store.db,
    )
    const [row] = rows
    if (row === undefined) return null
    const { subject_kind: kind, subject_id: id, merchant } = row
    const isNamed = kind !== null && id !== null && isAuditSubjectKind(kind)
    const about = isNamed ? { kind, id, ...(merchant !== null && { merchant }) } : null
    return { id: guardValue('audit.subject_id', id), about }
  }
}

interface AuditLogDepsInput extends Pick<AuditListDeps, 'store'> {
  readonly audit: SignedAuditLog
  readonly log: Logger
  /** Address of the database, for readers with a connection of their own. */
  readonly database: Parameters<typeof openAuditLogReader>[0]
}

export function createAuditLogDeps(
  config: AuditListDeps['config'] &
    Parameters<typeof loadAuditSigningKeys>[0] & { readonly audit: { readonly headFile: string } },
  { store, audit, log, database }: AuditLogDepsInput,
) {
  const trailKeys = loadAuditSigningKeys(config).all.map(({ publicKey }) => publicKey)
  const keys = trailKeys.map(({ text }) => text)
  return {
    trailKeys,
    trailSource: () => openAuditLogReader(database),
    verifications: createAuditVerifier(
      { ...database, headFile: config.audit.headFile, keys },
      { audit, log },
    ),
    findAuditEntry: createAuditEntryFinder({ store, config }),
  }
}
