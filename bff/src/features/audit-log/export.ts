import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PublicKey } from '../../platform/audit/signed-head.ts'
import type { AuditLogReader } from '../../platform/audit/verification/audit-log-reader.ts'
import { streamAuditExport } from '../../platform/audit/verification/export.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveAuditTimeSpan } from './days.ts'
import { type AuditLogConfig, hasEveryMerchant } from './visibility.ts'

export interface AuditLogExportDeps {
  readonly config: AuditLogConfig & { readonly audit: { readonly headFile: string } }
  /** Opens the audit log as of one moment; `trailKeys` are the keys that sign its heads. */
  readonly trailSource: () => Promise<AuditLogReader>
  readonly trailKeys: readonly PublicKey[]
  readonly audit: { signHeadsNow(): Promise<void> }
  /** Counts the access in the hourly budget of its person. Throws `access_limit_reached`. */
  readonly takeAccess: (kind: 'export', caller: ScopedActor, about: string) => Promise<unknown>
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
 * `bad_request` if `to` lies before `from`.
 */
export async function openAuditExport(
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
  caller: ScopedActor,
  { config, trailSource, trailKeys, audit, takeAccess }: AuditLogExportDeps,
  client: ExportClient,
): Promise<AsyncIterable<string>> {
  if (!hasEveryMerchant(caller, config.environments)) throw new ProblemError('not_allowed')
  const { from, to } = resolveAuditTimeSpan(config.zone, range)
  await takeAccess('export', caller, 'audit-log')
  await audit.signHeadsNow()
  const source = await trailSource()
  const headFiles = [config.audit.headFile]
  return streamLines(
    source,
    streamAuditExport(source, { from, to, chain: null, headFiles, keys: trailKeys }),
    client,
  )
}
