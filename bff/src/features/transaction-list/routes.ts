import { endpoints } from '@paydesk/shared/endpoints'
import type { Coverage } from '@paydesk/shared/payments/indexed'
import { route, type Scope, streamRoute } from '../../platform/http/route.ts'
import { exportLines } from './export.ts'
import { type Listed, type ListNeeds, listPage } from './list.ts'
import { presentLine } from './present.ts'
import { seesClear } from './wanted.ts'

export interface Needs extends ListNeeds {
  coverage(scope: Scope): Promise<Coverage>
}

export const listTransactions = route(endpoints.listTransactions, {
  permission: 'index.read',
  audit: () => ({ action: 'index.listed' }),
  handle: ({ query, actor, scope }, needs: Needs): Promise<Listed> =>
    listPage(query, { actor, scope }, needs),
  present({ lines, next, count, more, choices }, { actor: { sight }, scope }) {
    return {
      rows: lines.map((line) => presentLine(line, sight)),
      next,
      count,
      more,
      values: {
        states: [...choices.states],
        reasons: [...choices.reasons],
        workflows: [...choices.workflows],
        currencies: seesClear(sight, 'transaction.currency') ? [...choices.currencies] : [],
        merchants: seesClear(sight, 'original.merchant_id') ? [...scope.merchants] : [],
      },
      byAmount: seesClear(sight, 'transaction.amount'),
    }
  },
})

export const exportTransactions = streamRoute(endpoints.exportTransactions, {
  permission: 'index.export',
  renews: true,
  audit: () => ({ action: 'index.exported' }),
  ended: (_call, rows) => ({ action: 'index.export.ended', note: `rows:${rows}` }),
  headers: ({ scope }) => {
    const day = new Date().toISOString().slice(0, 10)
    return {
      'content-disposition': `attachment; filename="paydesk-transactions-${scope.environment}-${day}.csv"`,
    }
  },
  open: async ({ query, actor, scope }, { store, handles }: Needs, { gone, sent }) =>
    exportLines(query, { actor, scope, gone, sent }, { store, handles }, Date.now()),
})

export const showCoverage = route(endpoints.showCoverage, {
  permission: 'index.read',
  audit: () => ({ action: 'coverage.viewed' }),
  handle: ({ scope }, { coverage }: Needs): Promise<Coverage> => coverage(scope),
  present: (counted) => counted,
})
