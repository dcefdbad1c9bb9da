import { createRoute } from '@tanstack/react-router'
import { notificationQueries } from '../../features/notifications/queries.ts'
import type { NotificationSearchParams } from '../../features/notifications/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const notificationsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'notifications',
  validateSearch: acceptSearch<NotificationSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/notifications/search-params.ts').then(
        (search) => search.parseNotificationSearchParams,
      ),
    ),
  async loader(load) {
    const { env } = load.params
    const queries = notificationQueries(load.context.client)
    const { parseNotificationQuery } = await import('../../features/notifications/search-params.ts')
    const query = parseNotificationQuery({ ...load.location.search })
    prefetch(load, 'notification_queue.read', queries.figures(env), queries.ledger(env, query))
    await loadTexts(load, 'receivedNotifications', 'notifications', 'transactionList', 'notificationEvents')
  },
  component: lazyPage('notification_queue.read', 'notifications', async () => {
    const [{ NotificationsPage }, { CoverageLine }] = await Promise.all([
      import('../../features/notifications/notifications-page.tsx'),
      import('../../features/transaction-list/coverage-line.tsx'),
    ])
    return () => <NotificationsPage coverage={<CoverageLine />} />
  }),
})
