import { readAuditHeadLines } from '../audit-head-file.ts'
import type { AuditPublicKey } from '../signed-audit-head.ts'
import type { AuditLogReader } from './audit-log-reader.ts'
import type { StoredAuditEntry } from './audit-snapshot.ts'

export interface AuditExportOptions {
  /** Times in ms since 1970, both inclusive; null means no bound. */
  readonly from: number | null
  readonly to: number | null
  /** Name of the one chain to export; null means all. */
  readonly chain: string | null
  readonly headFiles: readonly string[]
  readonly keys: readonly AuditPublicKey[]
}

const toJsonLine = (value: unknown) => `${JSON.stringify(value)}\n`

function toColumnValues(columns: readonly string[], row: StoredAuditEntry): Record<string, string | number> {
  return Object.fromEntries(
    columns.flatMap((name, at) => {
      const value = row[at + 3]
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Exports the lines of the head files unchanged: the checker verifies them. */
async function* exportHeads({ headFiles, chain }: AuditExportOptions): AsyncIterable<string> {
  for (const file of headFiles)
    for await (const { text } of readAuditHeadLines(file))
      if (chain === null || text.includes(`"chain":${JSON.stringify(chain)}`))
        yield toJsonLine({ head: text })
}

/**
 * Exports a part of a chain without gaps: from the first entry at or after `from` to the last entry before
 * one after `to`.
 */
async function* exportChainSegment(source: AuditLogReader, chain: string, { from, to }: AuditExportOptions) {
  const timeAt = source.columns.indexOf('time_ms') + 3
  let before: StoredAuditEntry | undefined
  let hasBegun = false
  for await (const rows of source.entries(chain)) {
    let text = ''
    let entries = 0
    for (const row of rows) {
      const at = row[timeAt] === null ? null : Number(row[timeAt])
      if (!hasBegun && from !== null && (at === null || at < from)) {
        before = row
        continue
      }
      if (to !== null && at !== null && at > to) {
        yield { text, entries }
        return
      }
      if (!hasBegun)
        text += toJsonLine({ chain, after: before?.[0] ?? 0, hash: before?.[2] ?? '0'.repeat(64) })
      hasBegun = true
      const entry = { chain, n: row[0], prev: row[1], ...toColumnValues(source.columns, row) }
      text += toJsonLine({ entry, hash: row[2] })
      entries += 1
    }
    yield { text, entries }
  }
}

/**
 * Exports the audit log as JSON Lines (docs/audit.md): a header, the signed heads, the checkpoints, each
 * chain with its entries, and an end line without which the export is not whole. Verifies nothing: bad
 * entries are exported as stored.
 */
export async function* streamAuditExport(
  source: AuditLogReader,
  options: AuditExportOptions,
): AsyncIterable<string> {
  const { from, to, chain } = options
  const keys = options.keys.map(({ id, text }) => ({ id, public_key: text }))
  yield toJsonLine({ paydesk_audit_export: 1, made_ms: Date.now(), from_ms: from, to_ms: to, chain, keys })
  yield* exportHeads(options)
  for (const one of await source.checkpoints())
    if (chain === null || one.chain === chain)
      yield toJsonLine({ checkpoint: one.text, chain: one.chain, n: one.n })
  let entries = 0
  for (const one of await source.chains()) {
    if (chain !== null && one !== chain) continue
    for await (const some of exportChainSegment(source, one, options)) {
      entries += some.entries
      yield some.text
    }
  }
  if (from === null && to === null && chain === null)
    for (const row of await source.unchainedEntries())
      yield toJsonLine({ outside: toColumnValues(source.columns, row) })
  yield toJsonLine({ end: { entries } })
}
