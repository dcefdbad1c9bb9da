import { liveEventSchema } from '@paydesk/shared/core/live-updates'
import { z } from 'zod'

/** State of this browser's live connection; `since` in ms since 1970. */
const liveConnectionSchema = z.object({
  state: z.enum(['starting', 'live', 'reconnecting', 'offline', 'stopped']),
  since: z.number(),
})
export type LiveConnection = z.infer<typeof liveConnectionSchema>

const eventNumberSchema = z.string().max(20)
/** Messages from the window with the stream to the others, and the question of a new window. */
const tabMessageSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('heard'), events: z.array(liveEventSchema), id: eventNumberSchema }),
  z.object({ is: z.literal('resync'), id: eventNumberSchema }),
  z.object({
    is: z.literal('connection'),
    connection: liveConnectionSchema,
    id: eventNumberSchema.nullable(),
  }),
  z.object({ is: z.literal('closed') }),
  z.object({ is: z.literal('hello') }),
])
export type TabMessage = z.infer<typeof tabMessageSchema>

const channelName = 'paydesk-live'

export interface TabGroup {
  broadcast(message: TabMessage): void
  /** Runs `work` once this window is the leader. Resolves when this window has led or given up. */
  lead(work: () => Promise<void>, signal: AbortSignal): Promise<void>
  close(): void
}

/** Joins the windows of this browser: one of them leads, and all receive its messages. */
export function joinTabGroup(onMessage: (message: TabMessage) => void): TabGroup {
  const others = new BroadcastChannel(channelName)
  others.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = tabMessageSchema.safeParse(data).data
    if (message) onMessage(message)
  }
  return {
    broadcast: (message) => others.postMessage(message),
    async lead(work, signal) {
      try {
        await navigator.locks.request(channelName, { signal }, work)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
    close: () => others.close(),
  }
}
