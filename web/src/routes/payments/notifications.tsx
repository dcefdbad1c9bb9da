import { createRoute } from '@tanstack/react-router'
import { notificationQueries } from '../../features/notifications/queries.ts'
import type { NotificationSearchParams } from '../../features/notifications/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const notificationsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'notifications',
  validateSearch: acceptUncheckedSearchParams<NotificationSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/notifications/search-params.ts').then(
        (search) => search.parseNotificationSearchParams,
      ),
    ),
  async loader(load) {
    const { env } = load.params
    const queries = notificationQueries(load.context.client)
    const { parseNotificationQuery } = await import('../../features/notifications/search-params.ts')
    const query = parseNotificationQuery({ ...load.location.search })
    prefetchQueries(load, 'notification_queue.read', queries.figures(env), queries.ledger(env, query))
    await loadTexts(load, 'receivedNotifications', 'notifications', 'transactionList', 'notificationEvents')
  },
  component: createLazyPage('notification_queue.read', 'notifications', async () => {
    const [{ NotificationsPage }, { RecordsCoverageLine: CoverageLine }] = await Promise.all([
      import('../../features/notifications/notifications-page.tsx'),
      import('../../features/transaction-list/records-coverage-line.tsx'),
    ])
    return () => <NotificationsPage coverage={<CoverageLine />} />
  }),
})
