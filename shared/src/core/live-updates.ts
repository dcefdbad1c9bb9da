import { z } from 'zod'
import { environmentName } from './ids.ts'

/** What changed. Ids and versions only: whoever shows it reads it again through the masked route. */
export const liveEvent = z.strictObject({
  kind: z.enum([
    'transaction',
    'notification',
    'sweep',
    'import',
    'register',
    'review',
    'decision',
    'handover',
    'drift',
    'session',
    'glass',
    'reveal_alert',
    'request',
    'system',
    'download',
    'subject',
  ]),
  environment: environmentName,
  /**
   * A transaction's, import's, decision's, question's, request's, drift item's or alert's id, a number of a notification or
   * sweep, a review item's transaction, a session's or (of one's own) a person's opaque name.
   */
  id: z.string().max(64),
  version: z.int().min(0),
})
export type LiveEvent = z.infer<typeof liveEvent>

/**
 * Names of the server-sent events. `change` carries a liveEvent and, as its id, the number to come back
 * with; `resync` says that the number was too old: read everything again; `close` that the session ended.
 */
export const liveEventNames = { change: 'change', resync: 'resync', close: 'close' } as const
