import type { DecisionId } from '@paydesk/shared/cases/decisions'
import { createRoute } from '@tanstack/react-router'
import { decisionQueries } from '../../features/review/queries.ts'
import type { DecisionsSearchParams } from '../../features/review/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkPathParam, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, loadTextsIfPermitted, prefetchQueries } from '../prefetch.ts'

export const decisionRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'decisions/$decision',
  params: { parse: ({ decision }) => ({ decision: decision as DecisionId }) },
  validateSearch: acceptUncheckedSearchParams<DecisionsSearchParams>,
  async beforeLoad(load) {
    await checkPathParam(load.params.decision, () =>
      import('@paydesk/shared/cases/decisions').then((ids) => ids.decisionIdSchema),
    )
    await checkSearchParams(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readDecisionsSearchParams),
    )
  },
  async loader(load) {
    prefetchQueries(load, 'review.read', decisionQueries(load.context.client).case(load.params))
    await loadTextsIfPermitted(load, 'identity.summary', 'identities')
    await loadTexts(
      load,
      'transactions',
      'recordHeadline',
      'review',
      'reviewDecisions',
      'receivedNotifications',
      'notificationEvents',
    )
  },
  component: createLazyPage('review.read', 'decisions', async () => {
    const [{ DecisionDetailPage }, { TransactionExplanation }, { ApprovalIdentitySection }] =
      await Promise.all([
        import('../../features/review/decisions/decision-page.tsx'),
        import('../../features/transactions/explanation.tsx'),
        import('../../features/identities/approval-identity.tsx'),
      ])
    return () => (
      <DecisionDetailPage
        explained={(view) => <TransactionExplanation view={view} finalityStatus={null} />}
        identity={(customerRef) => <ApprovalIdentitySection customerRef={customerRef} />}
      />
    )
  }),
})
