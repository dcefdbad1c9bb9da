/** One server-sent event that carries something. */
interface ServerSentEvent {
  readonly name: string
  readonly data: string
  /** The number to come back with, as of this event; empty where none was given yet. */
  readonly id: string
}

export interface EventStreamParser {
  /** The events that are complete with these bytes. Throws on a line that no stream of ours has. */
  feed(bytes: Uint8Array): ServerSentEvent[]
  /** The number to come back with, as of the last complete event. */
  lastId(): string
  /** How long the server wants a client to wait before it comes back, in ms; null where it did not say. */
  retryMs(): number | null
}

/** Longer than any line of ours: what never ends a line must not fill the memory. */
const maxLineLength = 65_536

/**
 * Reads the text/event-stream format (HTML, 9.2.6) from bytes as they come, however they are cut: the
 * browser's own EventSource can neither send our header nor tell a refusal from a broken line.
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
      // The second half of a line end that was cut in two.
      if (afterReturn && text.startsWith('\n')) text = text.slice(1)
      afterReturn = text.endsWith('\r')
      const lines = (rest + text).split(/\r\n|\n|\r/)
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw new Error('a line without an end')
      const heard: ServerSentEvent[] = []
      for (const line of lines) {
        if (line === '') heard.push(...dispatch())
        else field(line)
      }
      return heard
    },
    lastId: () => lastId,
    retryMs: () => retryMs,
  }
}
