import { type LiveEvent, liveEvent, liveEventNames } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ApiClient } from '../api/api-client.ts'
import { createEventStreamParser } from './event-stream-parser.ts'

export interface StreamHandlers {
  /** The first bytes came: the stream is there. */
  readonly onOpen: () => void
  /** Everything so far is known up to this number. */
  readonly onEvents: (events: readonly LiveEvent[], id: string) => void
  /** The number was too old: everything has to be read again. */
  readonly onResync: (id: string) => void
}

export interface StreamEnd {
  /** `closed`: the server says that the session ended; `cut`: anything else. */
  readonly reason: 'closed' | 'cut'
  readonly retryMs: number | null
}

/** Without a byte for so long (heartbeats come each 15 s) the other end is gone, whatever the socket says. */
export const silenceTimeoutMs = 45_000

/** What a line carries; what is not of the agreed form is a reason to read everything again. */
function parseLiveEvent(data: string): LiveEvent | null {
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
export async function readEventStream(
  client: ApiClient,
  { after, signal, beat }: { after: string | null; signal: AbortSignal; beat: () => void },
  handlers: StreamHandlers,
): Promise<StreamEnd> {
  const body = await client.runInBackground(() =>
    client.stream(endpoints.streamLiveEvents, { signal, ...(after === null ? {} : { after }) }),
  )
  const lines = createEventStreamParser()
  const reader = body.getReader()
  const ended = (how: StreamEnd['reason']): StreamEnd => ({ reason: how, retryMs: lines.retryMs() })
  handlers.onOpen()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return ended('cut')
      beat()
      const events: LiveEvent[] = []
      for (const { name, data, id } of lines.feed(value)) {
        if (name === liveEventNames.close) return ended('closed')
        const event = name === liveEventNames.change ? parseLiveEvent(data) : null
        if (event) events.push(event)
        else handlers.onResync(id)
      }
      handlers.onEvents(events, lines.lastId())
    }
  } catch (error) {
    if (signal.aborted) throw error
    return ended('cut')
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
