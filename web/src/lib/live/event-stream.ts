import { type LiveEvent, liveEvent, liveNames } from '@paydesk/shared/core/live'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Client } from '../api/client.ts'
import { makeEventLines } from './event-lines.ts'

export interface Ears {
  /** The first bytes came: the stream is there. */
  readonly open: () => void
  /** Everything so far is known up to this number. */
  readonly heard: (events: readonly LiveEvent[], id: string) => void
  /** The number was too old: everything has to be read again. */
  readonly resync: (id: string) => void
}

export interface Ended {
  /** `closed`: the server says that the session ended; `cut`: anything else. */
  readonly how: 'closed' | 'cut'
  readonly retryMs: number | null
}

/** Without a byte for so long (heartbeats come each 15 s) the other end is gone, whatever the socket says. */
export const silentMs = 45_000

/** What a line carries; what is not of the agreed form is a reason to read everything again. */
function parsed(data: string): LiveEvent | null {
  try {
    return liveEvent.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}

/**
 * One stream from opening to its end. Throws where it is refused (ProblemError) or cannot be reached.
 * `after`: the number to go on from, null to begin. `beat` is called at every byte.
 */
export async function hear(
  client: Client,
  { after, signal, beat }: { after: string | null; signal: AbortSignal; beat: () => void },
  ears: Ears,
): Promise<Ended> {
  const body = await client.unasked(() =>
    client.stream(endpoints.hearChanges, { signal, ...(after === null ? {} : { after }) }),
  )
  const lines = makeEventLines()
  const reader = body.getReader()
  const ended = (how: Ended['how']): Ended => ({ how, retryMs: lines.retryMs() })
  ears.open()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return ended('cut')
      beat()
      const events: LiveEvent[] = []
      for (const { name, data, id } of lines.feed(value)) {
        if (name === liveNames.close) return ended('closed')
        const event = name === liveNames.change ? parsed(data) : null
        if (event) events.push(event)
        else ears.resync(id)
      }
      ears.heard(events, lines.lastId())
    }
  } catch (error) {
    if (signal.aborted) throw error
    return ended('cut')
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
