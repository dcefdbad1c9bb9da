import type { ReactNode } from 'react'
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx'
import { CoverageLine } from '../../features/transaction-list/coverage-line.tsx'

export function NotificationsRoute(): ReactNode {
  return <NotificationsPage coverage={<CoverageLine />} />
}
