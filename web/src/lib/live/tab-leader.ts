import { liveEvent } from '@paydesk/shared/core/live'
import { z } from 'zod'

/** How this browser is joined to the server; `since` in ms since 1970. */
const connection = z.object({
  state: z.enum(['starting', 'live', 'reconnecting', 'offline', 'stopped']),
  since: z.number(),
})
export type Connection = z.infer<typeof connection>

const number = z.string().max(20)
/** What the window with the stream tells the others, and what a new one asks. */
const told = z.discriminatedUnion('is', [
  z.object({ is: z.literal('heard'), events: z.array(liveEvent), id: number }),
  z.object({ is: z.literal('resync'), id: number }),
  z.object({ is: z.literal('connection'), connection, id: number.nullable() }),
  z.object({ is: z.literal('closed') }),
  z.object({ is: z.literal('hello') }),
])
export type Told = z.infer<typeof told>

const name = 'paydesk-live'

export interface Windows {
  tell(message: Told): void
  /** Leads while the promise of `work` lasts; until then another window does. Resolves when it led or gave up. */
  lead(work: () => Promise<void>, signal: AbortSignal): Promise<void>
  close(): void
}

/** The windows of this browser: one of them leads, all hear what it tells. */
export function joinWindows(hear: (message: Told) => void): Windows {
  const others = new BroadcastChannel(name)
  others.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = told.safeParse(data).data
    if (message) hear(message)
  }
  return {
    tell: (message) => others.postMessage(message),
    async lead(work, signal) {
      try {
        await navigator.locks.request(name, { signal }, work)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
    close: () => others.close(),
  }
}
