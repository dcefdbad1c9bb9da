import { isStoreFailure, type Store } from '../database/database.ts'
import type { Entry } from './entry.ts'
import type { Ends } from './links.ts'
import { makeWriteRows } from './write.ts'

export interface AuditLog {
  /** Resolves when the entry is committed and synced; rejects when it could not be written. */
  append(entry: Entry): Promise<void>
}

interface Waiting {
  readonly entry: Entry
  readonly at: number
  done(): void
  failed(error: unknown): void
}

/** What both databases keep as it is: what was hashed must be what is read back. */
const kept = (text: string | null) => text?.toWellFormed().replaceAll('\0', '\uFFFD') ?? null

function row({ entry, at }: Waiting, instance: string) {
  return {
    time_ms: at,
    instance,
    actor_issuer: kept(entry.doer?.issuer ?? null),
    actor_subject: kept(entry.doer?.subject ?? null),
    role: entry.doer?.role ?? null,
    session_hash: entry.doer?.sessionHash ?? null,
    source_address: entry.sourceAddress,
    action: entry.action,
    result: entry.result,
    reason: entry.reason,
    environment: entry.environment,
    merchant: entry.about?.merchant ?? null,
    subject_kind: entry.about?.kind ?? null,
    subject_id: kept(entry.about?.id ?? null),
    reference: entry.reference,
    field: entry.purpose?.field ?? null,
    purpose_code: entry.purpose?.code ?? null,
    case_ref: entry.purpose?.caseRef ?? null,
    step_up_age: entry.purpose?.stepUpAge ?? null,
  }
}

/** Rows of one commit: twenty columns each and five of their links, well below the number of parameters both databases allow. */
const mostRows = 200

/** While entries keep arriving, a group waits for more of them: at most so long, in milliseconds. */
const gatherMs = 2

const turn = () => new Promise<void>((next) => setImmediate(next))

/**
 * Writes entries in groups: whatever arrives while the last group is being committed, or in turns of
 * the event loop that follow each other without a pause, goes into the next one, so that many requests
 * share one synchronised write and none is answered before it. `committed` hears where the chains end now.
 */
export function makeAuditLog(
  store: Pick<Store, 'db' | 'dialect'>,
  instance: string,
  now: () => number = Date.now,
  committed: (ends: Ends) => void = () => undefined,
): AuditLog {
  let waiting: Waiting[] = []
  let writing = false
  const write = makeWriteRows(store)

  async function gather(): Promise<void> {
    const begun = performance.now()
    let before = 0
    while (waiting.length > before && waiting.length < mostRows && performance.now() - begun < gatherMs) {
      before = waiting.length
      await turn()
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const group = waiting.slice(0, mostRows)
      waiting = waiting.slice(mostRows)
      try {
        committed(await write(group.map((one) => row(one, instance))))
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
