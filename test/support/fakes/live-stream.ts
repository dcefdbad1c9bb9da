import { type LiveEvent, liveEventNames, liveEventSchema } from '@paydesk/shared/core/live-updates'
import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { HttpResponse, http } from 'msw'

interface OpenedStream {
  /** Event id that the page sent on reconnect; null on the first connection. */
  readonly after: string | null
  readonly unasked: boolean
  say(text: string): void
  cut(): void
}

/** Server side of the live stream: records every connection and sends on the newest. */
export function createLiveStream() {
  const opened: OpenedStream[] = []
  let seq = 100
  const newest = () => opened.at(-1)
  const handler = http.get(endpoints.streamLiveEvents.path, ({ request }) => {
    if (request.headers.get(csrfHeader.name) !== csrfHeader.value)
      throw new Error('called without its header')
    const bytes = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(out) {
        opened.push({
          after: request.headers.get('last-event-id'),
          unasked: request.headers.get('x-paydesk-unasked') === '1',
          say: (text) => out.enqueue(bytes.encode(text)),
          cut: () => out.close(),
        })
        out.enqueue(bytes.encode(`retry: 50\nid: ${seq}\n\n`))
      },
    })
    return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  })
  return {
    handler,
    opened,
    /** Sends a change event. Returns the number. */
    change(event: LiveEvent): number {
      seq += 1
      const data = JSON.stringify(liveEventSchema.parse(event))
      newest()?.say(`id: ${seq}\nevent: ${liveEventNames.change}\ndata: ${data}\n\n`)
      return seq
    },
    resync() {
      newest()?.say(`id: ${seq}\nevent: ${liveEventNames.resync}\ndata: {}\n\n`)
    },
    close() {
      newest()?.say(`event: ${liveEventNames.close}\ndata: {}\n\n`)
      newest()?.cut()
    },
    cut: () => newest()?.cut(),
  }
}
