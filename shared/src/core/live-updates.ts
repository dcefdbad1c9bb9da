import { z } from 'zod'
import { environmentNameSchema } from './ids.ts'

/**
 * Change event with ids and versions only: the page reads the changed record again through the masked
 * endpoint.
 */
export const liveEventSchema = z.strictObject({
  kind: z.enum([
    'transaction',
    'notification',
    'sync',
    'import',
    'undocumented_value',
    'review',
    'decision',
    'question',
    'discrepancy',
    'session',
    'break_glass',
    'reveal_alert',
    'payment_request',
    'api_key',
    'download',
    'subject_access',
    'export_request',
    'inbox',
  ]),
  environment: environmentNameSchema,
  /**
   * Id of the changed transaction, import, decision, question, request, discrepancy or alert; number of a
   * notification or sync run; transaction of a case; opaque name of a session or, for the user's own and
   * for their inbox, of the person.
   */
  id: z.string().max(64),
  version: z.int().min(0),
})
export type LiveEvent = z.infer<typeof liveEventSchema>

/**
 * Names of the server-sent events. `change` carries a `LiveEvent`; its event id is the number to resume from.
 * `resync`: that number is too old, read everything again. `close`: the session has ended.
 */
export const liveEventNames = { change: 'change', resync: 'resync', close: 'close' } as const
