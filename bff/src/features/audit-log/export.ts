import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportFilter, ExportGate, ExportQuery } from '../../platform/approvals/export-gate.ts'
import type { AuditPublicKey } from '../../platform/audit/signed-audit-head.ts'
import type { AuditLogReader } from '../../platform/audit/verification/audit-log-reader.ts'
import { streamAuditExport } from '../../platform/audit/verification/export.ts'
import type { ScopedActor, StreamBody } from '../../platform/http/route.ts'
import { countRows } from '../../platform/list-query/page.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type DayRangeDeps, loadDayRange } from '../../records/zone-days.ts'
import { type AuditLogConfig, canSeeEveryMerchant } from './visibility.ts'

export interface AuditLogExportDeps extends ExportGate, DayRangeDeps {
  readonly config: AuditLogConfig & { readonly audit: { readonly headFile: string } }
  /** Opens the audit log as of one moment; `trailKeys` are the keys that sign its heads. */
  readonly trailSource: () => Promise<AuditLogReader>
  readonly trailKeys: readonly AuditPublicKey[]
  readonly audit: { signHeadsNow(): Promise<void> }
}

interface ExportClient {
  readonly signal: AbortSignal
  countRows(rows: number): void
}

const entryLine = /^\{"entry":/gm

async function* streamLines(
  source: AuditLogReader,
  lines: AsyncIterable<string>,
  { signal, countRows }: ExportClient,
): AsyncGenerator<string> {
  try {
    for await (const text of lines) {
      if (signal.aborted) return
      countRows(text.match(entryLine)?.length ?? 0)
      if (text !== '') yield text
      // Yield to the event loop: the embedded database answers synchronously and would block all other
      // requests.
      await nextTurn()
    }
  } finally {
    await source.close()
  }
}

/**
 * Exports the audit log of these days as JSON Lines (docs/audit.md), every chain with its signed heads. The
 * export has no gaps, so a person restricted to some merchants is rejected with `not_allowed`. Throws
 * `bad_request` for days as `resolveDayRange` does.
 */
export async function openAuditExport(
  query: ExportQuery<'audit_log'>,
  caller: ScopedActor,
  { store, config, trailSource, trailKeys, audit, admitExport }: AuditLogExportDeps,
  client: ExportClient,
): Promise<StreamBody> {
  if (!canSeeEveryMerchant(caller, config.environments)) throw new ProblemError('not_allowed')
  const admitted = await admitExport('audit_log', query, caller)
  const days = await loadDayRange(admitted.filter, caller.actor.session, { store, config })
  await audit.signHeadsNow()
  const source = await trailSource()
  const headFiles = [config.audit.headFile]
  // End an approved export where the request was made: the audit log grows with every request.
  const to = days?.to ?? null
  const until = query.request === undefined ? to : Math.min(to ?? admitted.now, admitted.now)
  const lines = streamAuditExport(source, {
    from: days?.from ?? null,
    to: until,
    chain: null,
    headFiles,
    keys: trailKeys,
  })
  return admitted.attachEvent(streamLines(source, lines, client))
}

/** Counts the entries of these days until `now` (ms since 1970), up to `max`. Throws the problems of the export. */
export async function countAuditExport(
  range: ExportFilter<'audit_log'>,
  caller: ScopedActor,
  { now, max }: { readonly now: number; readonly max: number },
  deps: DayRangeDeps & { readonly config: AuditLogConfig },
): Promise<number> {
  if (!canSeeEveryMerchant(caller, deps.config.environments)) throw new ProblemError('not_allowed')
  const days = await loadDayRange(range, caller.actor.session, deps)
  const entries = deps.store.db
    .selectFrom('audit')
    .select('seq')
    .where('time_ms', '>=', days?.from ?? 0)
    .where('time_ms', '<=', Math.min(days?.to ?? now, now))
    .limit(max)
  return countRows(entries, deps.store)
}
