import { createRoute } from '@tanstack/react-router'
import { undocumentedValueQueries } from '../../features/undocumented-values/queries.ts'
import { readUndocumentedValuesSearchParams } from '../../features/undocumented-values/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const undocumentedValuesRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'undocumented-values',
  validateSearch: readUndocumentedValuesSearchParams,
  async loader(load) {
    const values = undocumentedValueQueries(load.context.client).unknownValues(load.params.env)
    prefetch(load, 'undocumented_values.read', values)
    await loadTexts(load, 'undocumentedValues', 'transactionList')
  },
  component: lazyPage('undocumented_values.read', 'undocumentedValues', async () => {
    const [{ UndocumentedValuesPage }, { CoverageLine }] = await Promise.all([
      import('../../features/undocumented-values/undocumented-values-page.tsx'),
      import('../../features/transaction-list/coverage-line.tsx'),
    ])
    return () => <UndocumentedValuesPage coverage={<CoverageLine />} />
  }),
})
