import { type LiveEvent, liveEventSchema } from '@paydesk/shared/core/live-updates'
import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { requestWithJar } from '../stack/browse.ts'
import type { Visitor } from '../stack/start.ts'

interface Told {
  readonly id: string
  readonly name: string
  readonly data: string
}

export interface StreamListener {
  readonly status: number
  readonly headers: Headers
  /** Events received so far, in order. */
  readonly tolds: readonly Told[]
  /** Change events received so far, parsed by their contract. */
  changes(): LiveEvent[]
  /** Last event id, sent as `last-event-id` on the next connection. */
  lastId(): string | null
  retryMs(): number | null
  comments(): number
  /** End of the stream: complete or cut; null while the stream lasts. */
  end(): 'whole' | 'cut' | null
  leave(): void
}

/** Listens to the live stream as a page does, with an independent parser of the format. */
export async function listenToStream(
  visitor: Visitor,
  { after, origin = visitor.origin }: { after?: string | null; origin?: string } = {},
): Promise<StreamListener> {
  const leaving = new AbortController()
  const response = await requestWithJar(visitor.jar, new URL(endpoints.streamLiveEvents.path, origin), {
    headers: {
      accept: 'text/event-stream',
      [csrfHeader.name]: csrfHeader.value,
      ...(after === undefined || after === null ? {} : { 'last-event-id': after }),
    },
    signal: leaving.signal,
  })
  const tolds: Told[] = []
  let [id, retry, comments]: [string | null, number | null, number] = [null, null, 0]
  let end: 'whole' | 'cut' | null = null

  function take(block: string): void {
    const fields = new Map<string, string>()
    for (const line of block.split('\n')) {
      const [, word = '', value = ''] = /^([a-z]*): (.*)$/.exec(line) ?? []
      if (word === '') comments += 1
      else fields.set(word, value)
    }
    id = fields.get('id') ?? id
    const wait = fields.get('retry')
    if (wait !== undefined) retry = Number(wait)
    const name = fields.get('event')
    if (name !== undefined) tolds.push({ id: id ?? '', name, data: fields.get('data') ?? '' })
  }
  async function readAll(): Promise<void> {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }
  readAll().then(
    () => {
      end = 'whole'
    },
    () => {
      end = 'cut'
    },
  )
  return {
    status: response.status,
    headers: response.headers,
    tolds,
    changes: () =>
      tolds
        .filter(({ name }) => name === 'change')
        .map(({ data }) => liveEventSchema.parse(JSON.parse(data))),
    lastId: () => id,
    retryMs: () => retry,
    comments: () => comments,
    end: () => end,
    leave: () => leaving.abort(),
  }
}
