import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ChainEnds } from './chain-links.ts'
import type { SigningKey } from './signing.ts'

export interface HeadWriterState {
  readonly file: string
  /** When a head was last written, in ms since 1970. */
  readonly writtenAt: number | null
  /** Signed heads that could not be written yet, in memory. */
  readonly waiting: number
  /** True while the last attempt to write failed. */
  readonly isFailing: boolean
  /** True when no more can be kept: from then on a cut tail may not be found. */
  readonly isFull: boolean
}

interface HeadWriterDeps {
  readonly file: string
  readonly key: SigningKey
  readonly instance: string
  /** Told at the first failure, and when all that waited was written. */
  readonly alarm: (what: 'failing' | 'well' | 'full', error?: unknown) => void
  readonly intervalMs?: number
  readonly maxWaiting?: number
  readonly now?: () => number
}

/** Appends and syncs; several processes may append to one file. */
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
 * Signs where the chains end and appends that to a file in a second place, at most once in each second
 * while entries arrive, and at the end. What cannot be written waits, up to a number, with an alarm.
 */
export function createHeadWriter(deps: HeadWriterDeps) {
  const { file, key, instance, alarm, intervalMs = 1_000, maxWaiting = 10_000, now = Date.now } = deps
  const changed = new Map<string, { n: number; hash: string }>()
  let waiting: string[] = []
  let timer: NodeJS.Timeout | null = null
  let under: Promise<void> = Promise.resolve()
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
      // A line that a failure left half written ends here: what is torn spoils no other.
      await appendAndSync(file, `${state === 'well' ? '' : '\n'}${lines.join('')}`)
      waiting = waiting.slice(lines.length)
      writtenAt = now()
      turn('well')
    } catch (error) {
      turn(waiting.length >= maxWaiting ? 'full' : 'failing', error)
    }
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = null
      under = under.then(write).then(() => {
        if (changed.size > 0 || waiting.length > 0) soon()
      })
    }, intervalMs).unref()
  }

  async function atOnce(): Promise<void> {
    under = under.then(write)
    await under
  }

  return {
    /** These chains end here now: committed. */
    recordEnds(ends: ChainEnds): void {
      for (const [chain, { n, hash }] of ends) changed.set(chain, { n, hash })
      soon()
    },
    state: (): HeadWriterState => ({
      file,
      writtenAt,
      waiting: waiting.length,
      isFailing: state !== 'well',
      isFull: state === 'full',
    }),
    /** Signs and writes now where the chains end, so that whoever looks next finds them sealed. Never fails. */
    flush: atOnce,
    /** Writes what is there now and no more. */
    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await atOnce()
    },
  }
}

export type HeadWriter = ReturnType<typeof createHeadWriter>
