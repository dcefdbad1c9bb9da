import { isDatabaseFailure, type Store } from '../database/database.ts'
import type { AuditChainEnds } from './chain-links.ts'
import type { AuditEntry } from './entry.ts'
import { createAuditRowWriter } from './row-writer.ts'

export interface AuditLog {
  /** Resolves when the entry is committed and synced; rejects if the entry could not be written. */
  append(entry: AuditEntry): Promise<void>
}

interface PendingEntry {
  readonly entry: AuditEntry
  readonly at: number
  done(): void
  failed(error: unknown): void
}

/** Replaces characters that a database would change: the text read back must equal the hashed text. */
const toStorableText = (text: string | null) => text?.toWellFormed().replaceAll('\0', '\uFFFD') ?? null

function toRow({ entry, at }: PendingEntry, instance: string) {
  return {
    time_ms: at,
    instance,
    actor_issuer: toStorableText(entry.actor?.issuer ?? null),
    actor_subject: toStorableText(entry.actor?.subject ?? null),
    role: entry.actor?.role ?? null,
    session_hash: entry.actor?.sessionHash ?? null,
    source_address: entry.sourceAddress,
    action: entry.action,
    result: entry.result,
    reason: entry.reason,
    environment: entry.environment,
    merchant: entry.about?.merchant ?? null,
    subject_kind: entry.about?.kind ?? null,
    subject_id: toStorableText(entry.about?.id ?? null),
    reference: entry.reference,
    field: entry.purpose?.field ?? null,
    purpose_code: entry.purpose?.code ?? null,
    case_ref: entry.purpose?.caseRef ?? null,
    reauthentication_age: entry.purpose?.stepUpAge ?? null,
  }
}

/**
 * Limit of rows per commit. Each row needs about 25 parameters (columns and link), well below the limit of
 * both databases.
 */
const maxRowsPerCommit = 200

/** Time limit (ms) for which a group waits for more entries while entries keep arriving. */
const maxGatherMs = 2

const waitForNextTick = () => new Promise<void>((next) => setImmediate(next))

/**
 * Writes entries in group commits. Entries that arrive while the last group is committed, or in consecutive
 * turns of the event loop without a pause, join the next group: many requests share one synchronised write,
 * and no request is answered before its entry is written. `onCommit` receives the new ends of the chains.
 */
export function createAuditLog(
  store: Pick<Store, 'db' | 'dialect'>,
  instance: string,
  now: () => number = Date.now,
  onCommit: (ends: AuditChainEnds) => void = () => undefined,
): AuditLog {
  let waiting: PendingEntry[] = []
  let writing = false
  const write = createAuditRowWriter(store)

  async function gather(): Promise<void> {
    const begun = performance.now()
    let before = 0
    while (
      waiting.length > before &&
      waiting.length < maxRowsPerCommit &&
      performance.now() - begun < maxGatherMs
    ) {
      before = waiting.length
      await waitForNextTick()
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const group = waiting.slice(0, maxRowsPerCommit)
      waiting = waiting.slice(maxRowsPerCommit)
      try {
        onCommit(await write(group.map((one) => toRow(one, instance))))
        for (const one of group) one.done()
      } catch (error) {
        // Fail the whole queue: the next group would run into the same database timeout.
        const behind = isDatabaseFailure(error) ? waiting.splice(0) : []
        for (const one of [...group, ...behind]) one.failed(error)
      }
    }
    writing = false
  }

  return {
    append: (entry) =>
      new Promise((done, failed) => {
        waiting.push({ entry, at: now(), done, failed })
        if (!writing) {
          writing = true
          void writeAll()
        }
      }),
  }
}
