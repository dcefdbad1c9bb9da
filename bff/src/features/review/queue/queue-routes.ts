import type { DecisionReason } from '@paydesk/shared/cases/decisions'
import { endpoints } from '@paydesk/shared/endpoints'
import { toAuditSubject } from '../../../platform/audit/entry.ts'
import { defineRoute } from '../../../platform/http/route.ts'
import { presentCaseRow } from '../present.ts'
import { getDecisionReasons } from '../reasons.ts'
import { type ListedCases, loadCasePage, type ReviewQueueDeps } from './list.ts'
import { findQueuePosition, presentQueuePosition, type QueuePosition } from './queue-position.ts'

export interface ReviewReasonDeps {
  readonly config: { readonly review: { readonly reasons: readonly DecisionReason[] | null } }
}

export const listCases = defineRoute(endpoints.listCases, {
  permission: 'review.read',
  audit: () => ({ action: 'review.listed' }),
  async handle({ query, actor, scope }, deps: ReviewQueueDeps & ReviewReasonDeps) {
    const { levelMs } = deps.config.review
    return {
      seal: deps.seal,
      levelMs,
      reasons: getDecisionReasons(deps.config.review),
      listed: await loadCasePage(query, { actor, scope }, deps),
    }
  },
  present({ seal, levelMs, reasons, listed }, { actor: { fieldAccess, session } }) {
    const { lines, now, ...page }: ListedCases = listed
    const looking = { sight: fieldAccess, session, seal, levelMs, now }
    return { ...page, reasons: [...reasons], rows: lines.map((line) => presentCaseRow(line, looking)) }
  },
})

export const showCaseQueuePosition = defineRoute(endpoints.showCaseQueuePosition, {
  permission: 'case.position',
  audit: ({ params }, place: QueuePosition | undefined) => ({
    action: 'case.position.viewed',
    about: toAuditSubject('transaction', params.transaction, place?.queuedCase?.item),
  }),
  handle: ({ params, scope }, { store }: Pick<ReviewQueueDeps, 'store'>): Promise<QueuePosition> =>
    findQueuePosition(store, scope, params.transaction),
  present: presentQueuePosition,
})
