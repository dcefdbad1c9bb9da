import { createRoute } from '@tanstack/react-router'
import { undocumentedValueQueries } from '../../features/undocumented-values/queries.ts'
import { readUndocumentedValuesSearchParams } from '../../features/undocumented-values/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const undocumentedValuesRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'undocumented-values',
  validateSearch: readUndocumentedValuesSearchParams,
  async loader(load) {
    const values = undocumentedValueQueries(load.context.client).unknownValues(load.params.env)
    prefetchQueries(load, 'undocumented_values.read', values)
    await loadTexts(load, 'undocumentedValues', 'transactionList')
  },
  component: createLazyPage('undocumented_values.read', 'undocumentedValues', async () => {
    const [{ UndocumentedValuesPage }, { RecordsCoverageLine: CoverageLine }] = await Promise.all([
      import('../../features/undocumented-values/undocumented-values-page.tsx'),
      import('../../features/transaction-list/records-coverage-line.tsx'),
    ])
    return () => <UndocumentedValuesPage coverage={<CoverageLine />} />
  }),
})
