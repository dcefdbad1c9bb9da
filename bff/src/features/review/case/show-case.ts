import type { DecisionDraft, DecisionReason, Verdict } from '@paydesk/shared/cases/decisions'
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
import { createDecisionViewer, loadDecisionsAbout, presentDecision } from '../decisions/decisions.ts'
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
  const of = (verdict: Verdict) =>
    item === undefined ? [] : findCurrentApprovalRules(item, earlier, verdict, read)
  return { accept: of('accept'), reject: of('reject'), cancel: of('cancel') }
}

/** Stores what was shown only for people who may decide; other viewers leave nothing behind. */
async function rememberShownRecord(
  call: ShowCaseCall,
  read: ScopedTransaction,
  { store, seal }: ShowCaseDeps,
): Promise<{ readonly recordHash: string; readonly draft: DecisionDraft | null }> {
  const { params, actor, scope } = call
  if (!actor.permissions.has('review.work'))
    return { recordHash: hashStateRecord(read.record, seal), draft: null }
  const place = {
    environment: scope.environment,
    transaction: params.transaction,
    person: actor.session,
  }
  return saveCaseSnapshot(store.db, place, read, { seal, now: Date.now() })
}

async function loadCase(call: ShowCaseCall, deps: ShowCaseDeps): Promise<LoadedCase> {
  const { params, actor, scope } = call
  const { store, seal, config } = deps
  const { transaction } = params
  deps.reviewLimits.reads(actor)
  const sees = resolveReviewScope(call)
  // Answer 404 outside the scope: identity and document staff open only cases that concern them.
  if (!sees.every && (await findReviewPeriod(store.db, sees, transaction)) === null)
    throw new ProblemError('not_found')
  const read = await readCurrentTransaction(transaction, call, deps, true)
  await expireDecisions(store, scope.environment)
  const looking = createCaseViewer(actor, deps)
  const [item, decisions, earlier, notes, claims, view, desk] = await Promise.all([
    findOpenReviewCase(store.db, { dialect: store.dialect }, sees, transaction),
    loadDecisionsAbout(store.db, sees, transaction),
    loadDecisionsAbout(store.db, { ...sees, every: true }, transaction),
    loadCaseNotes(store.db, sees.environment, transaction, looking),
    loadCaseClaimEvents(store, sees.environment, transaction, looking),
    deps.transactionView(transaction, read, { scope, actor }),
    rememberShownRecord(call, read, deps),
  ])
  const reasons = getDecisionReasons(config.review)
  const onlooker = createDecisionViewer(actor, { seal, reasons, staleMs: config.review.staleMs })
  const acts = { ...deps.actions, rows: await loadDecisionOperatorActions(store.db, decisions) }
  const of = { environment: sees.environment, transaction, record: read.record }
  const opened: LoadedCase = {
    merchant: read.merchant,
    item: {
      row: item === undefined ? null : presentCaseRow(await prepareCaseForDisplay(item, call, deps), looking),
      view,
      recordHash: desk.recordHash,
      notes,
      claims,
      decisions: decisions.map((one) => presentDecision(one, onlooker, acts)),
      draft: desk.draft,
      reasons: [...reasons],
      approvalReasons: findApprovalReasons(item, earlier, { ...deps, own: read }),
      actionAvailability: await loadOperatorActionAvailability(store.db, of, deps.actions),
      mayWork: onlooker.mayWork,
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

export const showCase = defineRoute(endpoints.showCase, {
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
