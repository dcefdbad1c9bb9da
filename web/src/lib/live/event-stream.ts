import { type LiveEvent, liveEventNames, liveEventSchema } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ApiClient } from '../api/api-client.ts'
import { createEventStreamParser } from './event-stream-parser.ts'

export interface EventStreamHandlers {
  /** Called when the stream is open. */
  readonly onOpen: () => void
  /** Called with new events; everything up to `id` is known now. */
  readonly onEvents: (events: readonly LiveEvent[], id: string) => void
  /** Called when events may be missing, for example because the resume ID was too old: refetch everything. */
  readonly onResync: (id: string) => void
}

export interface EventStreamEnd {
  /** `closed`: the server says that the session ended; `cut`: any other end. */
  readonly reason: 'closed' | 'cut'
  readonly retryMs: number | null
}

/** Silence after which the connection counts as lost, in ms (the server sends heartbeats every 15 s). */
export const eventStreamSilenceTimeoutMs = 45_000

/** Parses the data of an event. Returns null for a malformed one, which forces a resync. */
function parseLiveEvent(data: string): LiveEvent | null {
  try {
    return liveEventSchema.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}

/**
 * Reads one stream from opening to end. Throws `ProblemError` if the stream is refused or unreachable.
 * `after`: event ID to resume from, null to begin. `beat` is called for every chunk.
 */
export async function readEventStream(
  client: ApiClient,
  { after, signal, beat }: { after: string | null; signal: AbortSignal; beat: () => void },
  handlers: EventStreamHandlers,
): Promise<EventStreamEnd> {
  const body = await client.runInBackground(() =>
    client.stream(endpoints.streamLiveEvents, { signal, ...(after === null ? {} : { after }) }),
  )
  const lines = createEventStreamParser()
  const reader = body.getReader()
  const ended = (how: EventStreamEnd['reason']): EventStreamEnd => ({ reason: how, retryMs: lines.retryMs() })
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
