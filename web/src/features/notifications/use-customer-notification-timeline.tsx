import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { createPagedTimelineSource, type TimelineSource } from '../../ui/timeline/timeline-source.ts'
import { LazyNotificationDialog } from './lazy-notification-dialog.tsx'
import { type CustomerNotificationsRef, notificationQueries } from './queries.ts'

/** Returns the notifications received for a customer; null for a role that may not see them. */
export function useCustomerNotificationTimeline(
  customer: CustomerNotificationsRef,
  isConcerned: (event: LiveEvent) => boolean,
): TimelineSource | null {
  const enabled = useMay('notification.read')
  const { ofCustomer } = notificationQueries(useApiClient())
  const query = useInfiniteQuery({ ...ofCustomer(customer, isConcerned), enabled })
  if (!enabled) return null
  return createPagedTimelineSource(query, ({ entries }) => ({
    oldest: entries.at(-1)?.receivedAt,
    entries: entries.map((entry) => ({
      key: String(entry.number),
      at: entry.receivedAt,
      content: <NotificationText entry={entry} />,
      record: <NotificationButton entry={entry} />,
    })),
  }))
}

function NotificationText({
  entry: { event, state, kind },
}: {
  readonly entry: ReceivedNotification
}): ReactNode {
  const labels: Readonly<Record<string, string>> = useMessages('notificationEvents').labels
  const { kinds } = useMessages('receivedNotifications')
  const raw = event?.raw ?? ''
  return (
    <>
      {raw === '' ? (
        kinds[kind ?? 'unreadable']
      ) : event?.documented ? (
        (labels[raw] ?? raw)
      ) : (
        <code>{raw}</code>
      )}{' '}
      {state === null ? null : <StateLabel state={state} />}
    </>
  )
}

/** Opens the notification, which has no page of its own. */
function NotificationButton({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { notification } = useMessages('customerTimeline')
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {format.text(notification, { number: String(entry.number) })}
      </button>
      {isOpen ? (
        <LazyNotificationDialog linksTransaction entry={entry} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
