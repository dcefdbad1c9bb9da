import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'

const NotificationDialog = lazy(() =>
  import('./notification-dialog.tsx').then((part) => ({ default: part.NotificationDialog })),
)

interface LazyNotificationDialogProps {
  readonly entry: ReceivedNotification
  /** Links to the transaction, on pages of several transactions. */
  readonly linksTransaction?: boolean
  readonly onClose: () => void
}

/** Dialog for the pages of transactions: loads its code with the first notification that is opened. */
export function LazyNotificationDialog(props: LazyNotificationDialogProps): ReactNode {
  return (
    <Suspense>
      <NotificationDialog {...props} />
    </Suspense>
  )
}
