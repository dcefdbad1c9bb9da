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

/**
 * Server side of the live stream: records every connection and sends on the newest. As the real one, it repeats to a
 * connection that resumes what was sent after its last event: a connection may have ended without a sign here.
 */
export function createLiveStream() {
  const opened: OpenedStream[] = []
  const sent: { readonly seq: number; readonly text: string }[] = []
  let seq = 100
  const newest = () => opened.at(-1)
  const handler = http.get(endpoints.streamLiveEvents.path, ({ request }) => {
    if (request.headers.get(csrfHeader.name) !== csrfHeader.value)
      throw new Error('called without its header')
    const bytes = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(out) {
        const after = request.headers.get('last-event-id')
        opened.push({
          after,
          unasked: request.headers.get('x-paydesk-unasked') === '1',
          say: (text) => out.enqueue(bytes.encode(text)),
          cut: () => out.close(),
        })
        const missed = after === null ? [] : sent.filter((one) => one.seq > Number(after))
        const known = after === null || missed.length === 0 ? seq : after
        out.enqueue(bytes.encode(`retry: 50\nid: ${known}\n\n`))
        for (const { text } of missed) out.enqueue(bytes.encode(text))
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
      const text = `id: ${seq}\nevent: ${liveEventNames.change}\ndata: ${data}\n\n`
      sent.push({ seq, text })
      newest()?.say(text)
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
