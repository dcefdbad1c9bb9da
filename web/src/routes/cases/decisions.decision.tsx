import { decisionId } from '@paydesk/shared/cases/decisions'
import { createRoute } from '@tanstack/react-router'
import { decisionQueries } from '../../features/review/queries.ts'
import { readDecisionsSearchParams } from '../../features/review/search-params.ts'
import { environmentRoute, parseParam } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const decisionRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'decisions/$decision',
  params: { parse: ({ decision }) => ({ decision: parseParam(decisionId, decision) }) },
  validateSearch: readDecisionsSearchParams,
  async loader(load) {
    prefetch(load, 'review.read', decisionQueries(load.context.client).case(load.params))
    await loadTexts(
      load,
      'transactions',
      'review',
      'reviewDecisions',
      'receivedNotifications',
      'notificationEvents',
    )
  },
  component: lazyPage('review.read', 'decisions', async () => {
    const [{ DecisionDetailPage }, { TransactionExplanation }] = await Promise.all([
      import('../../features/review/decisions/decision-page.tsx'),
      import('../../features/transactions/explanation.tsx'),
    ])
    return () => (
      <DecisionDetailPage explained={(view) => <TransactionExplanation view={view} seal={null} />} />
    )
  }),
})
