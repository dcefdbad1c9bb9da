import type { CustomerCaseEvents } from '@paydesk/shared/cases/review-cases'
import { type CustomerHandle, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Kysely } from 'kysely'
import { toAuditSubject } from '../../../platform/audit/entry.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { defineRoute, type ScopedActor } from '../../../platform/http/route.ts'
import { resolveCustomerHandle } from '../../../records/customers.ts'
import type { HandleStore } from '../../../records/handles.ts'
import { type ReviewScope, resolveReviewScope } from '../../../records/review-cases.ts'
import { loadClaimEventsByTransaction, maxListedCaseClaims } from '../case-claim-history.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { createDecisionViewer, presentDecision, selectVisibleDecisions } from '../decisions/decisions.ts'
import type { LoadDecisionDeps } from '../decisions/load-decision.ts'
import { loadNotesByTransaction, maxListedCaseNotes } from '../notes.ts'
import { loadDecisionOperatorActions } from '../operator-actions/action-rows.ts'
import { getDecisionReasons } from '../reasons.ts'
import { createCaseViewer } from './case-routes.ts'
import type { ShowCaseDeps } from './show-case.ts'

export interface CustomerCaseEventsDeps extends Omit<ShowCaseDeps, 'handles'>, LoadDecisionDeps {
  readonly handles: HandleStore
}

/** Cases and decisions listed; the newest are kept. */
const maxListed = 200

interface LoadedCaseEvents extends CustomerCaseEvents {
  readonly merchant: string
}

/** Finds the transactions of a customer with a case that this person may open, the newest cases first. */
async function findCaseTransactions(
  db: Kysely<DatabaseSchema>,
  { environment, merchants, allKinds }: ReviewScope,
  customer: CustomerHandle,
): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('review_cases as i', (join) =>
      join.onRef('i.environment', '=', 't.environment').onRef('i.transaction_id', '=', 't.id'),
    )
    .select(({ fn }) => ['t.id', fn.max('i.seq').as('newest')])
    .where('t.environment', '=', environment)
    .where('t.customer', '=', customer)
    .where('t.merchant', 'in', merchants)
    .where('i.merchant', 'in', merchants)
    .$if(!allKinds, (query) => query.where('i.concerns', '!=', ''))
    .groupBy('t.id')
    .orderBy('newest', 'desc')
    .limit(maxListed + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** Loads the work on the cases of a customer. Throws `not_found` for a customer outside the scope. */
async function loadCustomerCaseEvents(
  customer: CustomerHandle,
  call: ScopedActor,
  deps: CustomerCaseEventsDeps,
): Promise<LoadedCaseEvents> {
  const { actor, scope } = call
  const { store, cipher, config } = deps
  const { merchant } = await resolveCustomerHandle(customer, scope, deps.handles)
  const reviewScope = resolveReviewScope(call)
  await expireDecisions(store, scope.environment)
  const found = await findCaseTransactions(store.db, reviewScope, customer)
  const transactions = found.slice(0, maxListed)
  const caseViewer = createCaseViewer(actor, deps)
  const decisions = await selectVisibleDecisions(store.db, reviewScope)
    .selectAll()
    .where('transaction_id', 'in', (from) =>
      from
        .selectFrom('transactions')
        .select('id')
        .where('environment', '=', scope.environment)
        .where('customer', '=', customer),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed + 1)
    .execute()
  const [notes, claims, rows] = await Promise.all([
    loadNotesByTransaction(store.db, reviewScope.environment, transactions, caseViewer),
    loadClaimEventsByTransaction(store, reviewScope.environment, transactions, caseViewer),
    loadDecisionOperatorActions(store.db, decisions),
  ])
  const reasons = getDecisionReasons(config.review)
  const viewer = createDecisionViewer(actor, { cipher, reasons, staleMs: config.review.staleMs })
  const shown = decisions.slice(0, maxListed)
  return {
    merchant,
    notes: notes.map(({ transaction, note }) => ({
      transaction: transactionIdSchema.parse(transaction),
      ...note,
    })),
    claims: claims.map(({ transaction, event }) => ({
      transaction: transactionIdSchema.parse(transaction),
      ...event,
    })),
    decisions: shown.map((one) => presentDecision(one, viewer, { ...deps.actions, rows })),
    more:
      found.length > maxListed ||
      decisions.length > maxListed ||
      notes.length >= maxListedCaseNotes ||
      // A claim has two events at most, so that half as many may be all.
      claims.length >= maxListedCaseClaims,
  }
}

export const listCustomerCaseEventsRoute = defineRoute(endpoints.listCustomerCaseEvents, {
  permission: 'review.read',
  audit: ({ params }, read: LoadedCaseEvents | undefined) => ({
    action: 'customer.timeline.viewed',
    about: toAuditSubject('customer', params.customer, read),
  }),
  handle: (call, deps: CustomerCaseEventsDeps) => loadCustomerCaseEvents(call.params.customer, call, deps),
  present: ({ merchant: _, ...events }) => events,
})
