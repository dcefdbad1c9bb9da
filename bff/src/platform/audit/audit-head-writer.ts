import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createDebouncedJob } from '../jobs/debounced-job.ts'
import type { AuditChainEnds } from './chain-links.ts'
import type { AuditSigningKey } from './signing.ts'

export interface AuditHeadWriterState {
  readonly file: string
  /** Time of the last written head, in ms since 1970. */
  readonly writtenAt: number | null
  /** Number of signed heads held in memory because they could not be written yet. */
  readonly waiting: number
  /** True while the last attempt to write failed. */
  readonly isFailing: boolean
  /** True if no more heads can be held in memory: from then on a cut end of the log may go unnoticed. */
  readonly isFull: boolean
}

interface HeadWriterDeps {
  readonly file: string
  readonly key: AuditSigningKey
  readonly instance: string
  /**
   * Reports the first failure, the limit of waiting heads, and the end of the failure once all were written.
   */
  readonly alarm: (what: 'failing' | 'well' | 'full', error?: unknown) => void
  readonly intervalMs?: number
  readonly maxWaiting?: number
  readonly now?: () => number
}

/** Appends text and syncs; several processes may append to one file. */
export async function appendAndSync(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const opened = await open(file, 'a', 0o600)
  try {
    await opened.write(text)
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/**
 * Signs the ends of the chains and appends the heads to a file in a second place: at most once per second
 * while entries arrive, and at the stop. Heads that cannot be written wait in memory, up to a limit, with an
 * alarm.
 */
export function createAuditHeadWriter(deps: HeadWriterDeps) {
  const { file, key, instance, alarm, intervalMs = 1_000, maxWaiting = 10_000, now = Date.now } = deps
  const changed = new Map<string, { n: number; hash: string }>()
  let waiting: string[] = []
  let state: 'well' | 'failing' | 'full' = 'well'
  let writtenAt: number | null = null

  function turn(to: typeof state, error?: unknown): void {
    if (state === to) return
    state = to
    alarm(to, error)
  }

  function sign(): void {
    for (const [chain, end] of changed) {
      if (waiting.length >= maxWaiting) return
      const head = key.sign({ chain, n: end.n, hash: end.hash, time_ms: now(), instance })
      waiting.push(`${JSON.stringify(head)}\n`)
      changed.delete(chain)
    }
  }

  async function write(): Promise<void> {
    sign()
    if (waiting.length === 0) return
    const lines = waiting
    try {
      // End the line that a failure left half written, so that a torn line spoils no other.
      await appendAndSync(file, `${state === 'well' ? '' : '\n'}${lines.join('')}`)
      waiting = waiting.slice(lines.length)
      writtenAt = now()
      turn('well')
    } catch (error) {
      turn(waiting.length >= maxWaiting ? 'full' : 'failing', error)
    }
    if (changed.size > 0 || waiting.length > 0) writing.schedule()
  }
  const writing = createDebouncedJob(intervalMs, write)

  return {
    /** Records the committed ends of these chains. */
    recordEnds(ends: AuditChainEnds): void {
      for (const [chain, { n, hash }] of ends) changed.set(chain, { n, hash })
      writing.schedule()
    },
    state: (): AuditHeadWriterState => ({
      file,
      writtenAt,
      waiting: waiting.length,
      isFailing: state !== 'well',
      isFull: state === 'full',
    }),
    /**
     * Signs and writes the ends of the chains now, so that the next reader finds them signed. Never rejects.
     */
    flush: writing.runNow,
    /** Writes the current heads once and stops the timer. */
    async stop(): Promise<void> {
      await writing.stop()
      await writing.runNow()
    },
  }
}
