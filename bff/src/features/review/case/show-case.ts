import type { DecisionDraft, DecisionReason, DecisionVerdict } from '@paydesk/shared/cases/decisions'
import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { defineRoute, type ScopedActor } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { findOpenReviewCase, type ReviewCaseRow, resolveReviewScope } from '../../../records/review-cases.ts'
import type { ScopedTransaction } from '../../../records/transactions.ts'
import { loadCaseClaimEvents } from '../case-claim-history.ts'
import { hashStateRecord, saveCaseSnapshot } from '../case-snapshot.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { findCurrentApprovalRules } from '../decisions/decision-write.ts'
import { createDecisionViewer, loadTransactionDecisions, presentDecision } from '../decisions/decisions.ts'
import { type LoadDecisionDeps, readCurrentTransaction } from '../decisions/load-decision.ts'
import { markMentionsSeen } from '../mentions.ts'
import { loadCaseNotes } from '../notes.ts'
import { loadOperatorActionAvailability } from '../operator-actions/action-plan.ts'
import { loadDecisionOperatorActions } from '../operator-actions/action-rows.ts'
import { presentCaseRow } from '../present.ts'
import { getDecisionReasons } from '../reasons.ts'
import { findReviewPeriod } from '../review-period.ts'
import { markTakeOverInboxEntriesRead } from './case-inbox.ts'
import { createCaseViewer, prepareCaseForDisplay, type ReviewCaseDeps } from './case-routes.ts'

export interface ShowCaseDeps extends ReviewCaseDeps, LoadDecisionDeps {
  readonly config: {
    readonly review: ReviewCaseDeps['config']['review'] & {
      readonly reasons: readonly DecisionReason[] | null
      readonly staleMs: number
    }
  }
}

interface ShowCaseCall extends ScopedActor {
  readonly params: { readonly transaction: TransactionId }
}

interface LoadedCase {
  readonly merchant: string
  readonly item: CaseDetail
}

/** Finds for each verdict the rules by which it would need an approval, judged by the record on screen. */
function findApprovalReasons(
  item: ReviewCaseRow | undefined,
  earlier: readonly DecisionRow[],
  read: Parameters<typeof findCurrentApprovalRules>[3],
): CaseDetail['approvalReasons'] {
  const of = (verdict: DecisionVerdict) =>
    item === undefined ? [] : findCurrentApprovalRules(item, earlier, verdict, read)
  return { accept: of('accept'), reject: of('reject'), cancel: of('cancel') }
}

/** Stores the shown record as a snapshot for a later decision; nothing is stored for viewers who may not decide. */
async function rememberShownRecord(
  call: ShowCaseCall,
  read: ScopedTransaction,
  { store, cipher }: ShowCaseDeps,
): Promise<{ readonly recordHash: string; readonly draft: DecisionDraft | null }> {
  const { params, actor, scope } = call
  if (!actor.permissions.has('review.work'))
    return { recordHash: hashStateRecord(read.record, cipher), draft: null }
  const snapshotKey = {
    environment: scope.environment,
    transaction: params.transaction,
    person: actor.session,
  }
  return saveCaseSnapshot(store.db, snapshotKey, read, { cipher, now: Date.now() })
}

async function loadCase(call: ShowCaseCall, deps: ShowCaseDeps): Promise<LoadedCase> {
  const { params, actor, scope } = call
  const { store, cipher, config } = deps
  const { transaction } = params
  deps.reviewLimits.reads(actor)
  const reviewScope = resolveReviewScope(call)
  // Answer 404 outside the scope: identity and document staff open only cases that concern them.
  if (!reviewScope.allKinds && (await findReviewPeriod(store.db, reviewScope, transaction)) === null)
    throw new ProblemError('not_found')
  const read = await readCurrentTransaction(transaction, call, deps, true)
  await expireDecisions(store, scope.environment)
  const caseViewer = createCaseViewer(actor, deps)
  const [item, decisions, earlier, notes, claims, view, desk] = await Promise.all([
    findOpenReviewCase(store.db, { dialect: store.dialect }, reviewScope, transaction),
    loadTransactionDecisions(store.db, reviewScope, transaction),
    loadTransactionDecisions(store.db, { ...reviewScope, allKinds: true }, transaction),
    loadCaseNotes(store.db, reviewScope.environment, transaction, caseViewer),
    loadCaseClaimEvents(store, reviewScope.environment, transaction, caseViewer),
    deps.transactionView(transaction, read, { scope, actor }),
    rememberShownRecord(call, read, deps),
  ])
  const reasons = getDecisionReasons(config.review)
  const decisionViewer = createDecisionViewer(actor, { cipher, reasons, staleMs: config.review.staleMs })
  const acts = { ...deps.actions, rows: await loadDecisionOperatorActions(store.db, decisions) }
  const of = { environment: reviewScope.environment, transaction, record: read.record }
  const opened: LoadedCase = {
    merchant: read.merchant,
    item: {
      row:
        item === undefined ? null : presentCaseRow(await prepareCaseForDisplay(item, call, deps), caseViewer),
      view,
      recordHash: desk.recordHash,
      notes,
      claims,
      decisions: decisions.map((one) => presentDecision(one, decisionViewer, acts)),
      draft: desk.draft,
      reasons: [...reasons],
      approvalReasons: findApprovalReasons(item, earlier, { ...deps, own: read }),
      actionAvailability: await loadOperatorActionAvailability(store.db, of, deps.actions),
      mayWork: decisionViewer.mayWork,
      claimMs: config.review.claimMs,
    },
  }
  // Only after everything has loaded; a background refresh is no proof that anybody saw the case.
  if (!actor.isBackgroundRefresh) {
    if (item !== undefined) await markMentionsSeen(store, item, actor.session, Date.now())
    await markTakeOverInboxEntriesRead(store, { ...of, person: actor.session }, Date.now())
  }
  return opened
}

export const showCaseRoute = defineRoute(endpoints.showCase, {
  permission: 'review.read',
  audit: ({ params }, opened: LoadedCase | undefined) => ({
    action: 'case.viewed',
    about:
      opened === undefined
        ? null
        : { kind: 'transaction', id: params.transaction, merchant: opened.merchant },
  }),
  handle: loadCase,
  present: ({ item }) => item,
})
