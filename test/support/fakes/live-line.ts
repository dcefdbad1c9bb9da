import { type LiveEvent, liveEvent, liveNames } from '@paydesk/shared/core/live'
import { callHeader, endpoints } from '@paydesk/shared/endpoints'
import { HttpResponse, http } from 'msw'

interface Opened {
  /** The number that the page came back with. */
  readonly after: string | null
  readonly unasked: boolean
  say(text: string): void
  cut(): void
}

/** The server's end of the live stream: every opening, and what is said on the newest. */
export function liveLine() {
  const opened: Opened[] = []
  let seq = 100
  const newest = () => opened.at(-1)
  const handler = http.get(endpoints.hearChanges.path, ({ request }) => {
    if (request.headers.get(callHeader.name) !== callHeader.value)
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
    /** Tells of a change; gives its number. */
    change(event: LiveEvent): number {
      seq += 1
      const data = JSON.stringify(liveEvent.parse(event))
      newest()?.say(`id: ${seq}\nevent: ${liveNames.change}\ndata: ${data}\n\n`)
      return seq
    },
    resync() {
      newest()?.say(`id: ${seq}\nevent: ${liveNames.resync}\ndata: {}\n\n`)
    },
    close() {
      newest()?.say(`event: ${liveNames.close}\ndata: {}\n\n`)
      newest()?.cut()
    },
    cut: () => newest()?.cut(),
  }
}
