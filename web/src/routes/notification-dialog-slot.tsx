import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'

// Load lazily, with the first notification that is opened: few users open one.
const NotificationDialog = lazy(() =>
  import('../features/notifications/notification-dialog.tsx').then((made) => ({
    default: made.NotificationDialog,
  })),
)

interface NotificationDialogSlotProps {
  readonly env: EnvironmentName
  readonly entry: ReceivedNotification
  readonly onClose: () => void
}

/** Shows a received notification in full on the page of its transaction. */
export function NotificationDialogSlot({ env, entry, onClose }: NotificationDialogSlotProps): ReactNode {
  const mayReprocess = useMay('notification_queue.reprocess')
  return (
    <Suspense>
      <NotificationDialog
        env={env}
        entry={entry}
        mayReprocess={mayReprocess}
        transactionLink={(_, name) => name}
        onClose={onClose}
      />
    </Suspense>
  )
}
