import { notificationFilterSchema, notificationQuerySchema } from '@paydesk/shared/payments/notifications'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const notificationSearchSchema = z.object({
  ...notificationQuerySchema.shape,
  /** Number of the open notification. */
  open: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional(),
})
export type NotificationSearchParams = z.output<typeof notificationSearchSchema>
export type NotificationSearchChange = SearchParamsChange<NotificationSearchParams>

/** Parses the URL state of the notification queue: shared filter, page, open notification. */
export const parseNotificationSearchParams = createSearchParamsReader(notificationSearchSchema)

export const parseNotificationFilter = createSearchParamsReader(notificationFilterSchema)

export const parseNotificationQuery = createSearchParamsReader(notificationQuerySchema)
