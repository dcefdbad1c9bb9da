import { isStoreFailure, type Store } from '../database/database.ts'
import type { ChainEnds } from './chain-links.ts'
import type { AuditEntry } from './entry.ts'
import { createAuditRowWriter } from './row-writer.ts'

export interface AuditLog {
  /** Resolves when the entry is committed and synced; rejects when it could not be written. */
  append(entry: AuditEntry): Promise<void>
}

interface PendingEntry {
  readonly entry: AuditEntry
  readonly at: number
  done(): void
  failed(error: unknown): void
}

/** What both databases keep as it is: what was hashed must be what is read back. */
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
    step_up_age: entry.purpose?.stepUpAge ?? null,
  }
}

/** Rows of one commit: twenty columns each and five of their links, well below the number of parameters both databases allow. */
const maxRowsPerCommit = 200

/** While entries keep arriving, a group waits for more of them: at most so long, in milliseconds. */
const maxGatherMs = 2

const waitForNextTick = () => new Promise<void>((next) => setImmediate(next))

/**
 * Writes entries in groups: whatever arrives while the last group is being committed, or in turns of
 * the event loop that follow each other without a pause, goes into the next one, so that many requests
 * share one synchronised write and none is answered before it. `committed` hears where the chains end now.
 */
export function createAuditLog(
  store: Pick<Store, 'db' | 'dialect'>,
  instance: string,
  now: () => number = Date.now,
  onCommit: (ends: ChainEnds) => void = () => undefined,
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
        // Behind a database that does not answer, whoever waited would only wait as long again.
        const behind = isStoreFailure(error) ? waiting.splice(0) : []
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
