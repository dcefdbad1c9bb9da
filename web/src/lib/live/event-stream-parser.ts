/** Server-sent event that carries data. */
interface ServerSentEvent {
  readonly name: string
  readonly data: string
  /** Last event ID, as of this event; empty before the stream has sent one. */
  readonly id: string
}

export interface EventStreamParser {
  /** Returns the events that these bytes complete. Throws on a line longer than any line of ours. */
  feed(bytes: Uint8Array): ServerSentEvent[]
  /** Last event ID to resume from, as of the last complete event. */
  lastId(): string
  /** Reconnect delay requested by the server, in ms; null if the server requested none. */
  retryMs(): number | null
}

/** Limit above any line of ours: a line that never ends must not fill the memory. */
const maxLineLength = 65_536

/**
 * Parses text/event-stream (HTML, 9.2.6) from chunks of bytes, cut anywhere. The browser's EventSource can
 * neither send our header nor tell a refusal from a lost connection.
 */
export function createEventStreamParser(): EventStreamParser {
  const decoder = new TextDecoder()
  let rest = ''
  let afterReturn = false
  let name = ''
  let data: string[] = []
  let id = ''
  let lastId = ''
  let retryMs: number | null = null

  function dispatch(): ServerSentEvent[] {
    lastId = id
    const heard = data.length === 0 ? [] : [{ name: name || 'message', data: data.join('\n'), id }]
    name = ''
    data = []
    return heard
  }

  function field(line: string): void {
    const colon = line.indexOf(':')
    const word = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (word === 'event') name = value
    else if (word === 'data') data.push(value)
    else if (word === 'id' && !value.includes('\0')) id = value
    else if (word === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value)
  }

  return {
    feed(bytes) {
      let text = decoder.decode(bytes, { stream: true })
      if (text === '') return []
      // Skip the second half of a line end that was cut in two.
      if (afterReturn && text.startsWith('\n')) text = text.slice(1)
      afterReturn = text.endsWith('\r')
      const lines = (rest + text).split(/\r\n|\n|\r/)
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw new Error('a line without an end')
      const serverSentEvents: ServerSentEvent[] = []
      for (const line of lines) {
        if (line === '') serverSentEvents.push(...dispatch())
        else field(line)
      }
      return serverSentEvents
    },
    lastId: () => lastId,
    retryMs: () => retryMs,
  }
}
