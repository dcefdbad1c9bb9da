import type { DecisionReason } from '@paydesk/shared/cases/decisions'
import type { CaseQueuePosition } from '@paydesk/shared/cases/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import { sql } from 'kysely'
import { defineListExport } from '../../../platform/approvals/define-list-export.ts'
import { toAuditSubject } from '../../../platform/audit/entry.ts'
import type { Store } from '../../../platform/database/database.ts'
import { defineRoute } from '../../../platform/http/route.ts'
import {
  findOpenReviewCase,
  isReviewCaseClaimed,
  type ReviewCaseRow,
  type ReviewScope,
} from '../../../records/review-cases.ts'
import { presentCaseRow } from '../present.ts'
import { getDecisionReasons } from '../reasons.ts'
import { type ListedCases, loadCasePage, type ReviewQueueDeps } from './list.ts'
import { caseExportColumns, openCaseExportBatches } from './queue-export.ts'

interface QueuedCase {
  readonly item: ReviewCaseRow
  readonly position: number
}

interface QueuePosition {
  /** Null if the case is not in the review queue. */
  readonly queuedCase: QueuedCase | null
  readonly of: number
}

/**
 * Counts the open cases of these merchants, and those ahead of this one: older, or as old with a lower `seq`.
 */
export async function findQueuePosition(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  { environment, merchants }: Pick<ReviewScope, 'environment' | 'merchants'>,
  transaction: string,
): Promise<QueuePosition> {
  if (merchants.length === 0) return { queuedCase: null, of: 0 }
  // Use `allKinds`: the position is the same for every kind of case, so that it reveals nothing of the reason.
  const item = await findOpenReviewCase(
    db,
    { dialect },
    { environment, merchants, allKinds: true },
    transaction,
  )
  const { since_to, seq } = item ?? { since_to: 0, seq: 0 }
  const counted = await db
    .selectFrom('review_cases')
    .select(({ fn }) => [
      fn.countAll<number>().as('of'),
      fn.countAll<number>().filterWhere(sql<boolean>`(since_to, seq) < (${since_to}, ${seq})`).as('before'),
    ])
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { queuedCase: item === undefined ? null : { item, position: counted.before + 1 }, of: counted.of }
}

/** Presents since when and at which position a case waits; neither its reason nor who claimed it. */
function presentQueuePosition({ queuedCase, of }: QueuePosition): CaseQueuePosition {
  if (queuedCase === null)
    return { inQueue: false, position: null, waitingCases: of, since: null, isClaimed: false }
  const { item, position } = queuedCase
  return {
    inQueue: true,
    position,
    waitingCases: of,
    since: new Date(item.since_to).toISOString(),
    // A decided case counts as taken: nobody has to claim it any more.
    isClaimed: isReviewCaseClaimed(item) || item.decision !== null,
  }
}

export interface ReviewReasonDeps {
  readonly config: { readonly review: { readonly reasons: readonly DecisionReason[] | null } }
}

export const listCasesRoute = defineRoute(endpoints.listCases, {
  permission: 'review.read',
  audit: () => ({ action: 'review.listed' }),
  async handle({ query, actor, scope }, deps: ReviewQueueDeps & ReviewReasonDeps) {
    const { slaMs } = deps.config.review
    return {
      cipher: deps.cipher,
      slaMs,
      reasons: getDecisionReasons(deps.config.review),
      listed: await loadCasePage(query, { actor, scope }, deps),
    }
  },
  present({ cipher, slaMs, reasons, listed }, { actor: { fieldAccess, session } }) {
    const { lines, now, ...page }: ListedCases = listed
    const caseViewer = { fieldAccess, session, cipher, slaMs, now }
    return { ...page, reasons: [...reasons], rows: lines.map((line) => presentCaseRow(line, caseViewer)) }
  },
})

export const exportCasesRoute = defineListExport(endpoints.exportCases, {
  list: 'cases',
  sheet: 'cases',
  columns: caseExportColumns,
  openBatches: openCaseExportBatches,
})

export const showCaseQueuePositionRoute = defineRoute(endpoints.showCaseQueuePosition, {
  permission: 'case.position',
  audit: ({ params }, place: QueuePosition | undefined) => ({
    action: 'case.position.viewed',
    about: toAuditSubject('transaction', params.transaction, place?.queuedCase?.item),
  }),
  handle: ({ params, scope }, { store }: Pick<ReviewQueueDeps, 'store'>): Promise<QueuePosition> =>
    findQueuePosition(store, scope, params.transaction),
  present: presentQueuePosition,
})
