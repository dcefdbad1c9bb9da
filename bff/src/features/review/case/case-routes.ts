import type { MentionCandidate } from '@paydesk/shared/cases/review-cases'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { AuditEvent } from '../../../platform/audit/entry.ts'
import type { Store } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import { withRequestTransaction } from '../../../platform/database/transaction.ts'
import { type Actor, defineRoute, type Scope } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { formatIsoTime } from '../../../platform/runtime/iso-time.ts'
import { attachCustomerRids, type RowWithRid } from '../../../records/attach-rids.ts'
import type { HandleStore } from '../../../records/handles.ts'
import { buildInboxLiveChange } from '../../../records/inbox/entry-rows.ts'
import { appendLiveChange } from '../../../records/live-changes.ts'
import {
  buildReviewCaseLockKey,
  findOpenReviewCase,
  type ReviewCaseRow,
  resolveReviewScope,
  updateReviewCase,
} from '../../../records/review-cases.ts'
import { decryptStaffText } from '../../../records/staff-texts.ts'
import { type CaseClaimDeps, type CaseClaimResult, endCaseClaim, tryClaimCase } from '../case-claims.ts'
import { storeDecisionDraft } from '../case-snapshot.ts'
import type { ReviewRateLimits } from '../limits.ts'
import { findMentionCandidates, type MentionDeps, resolveMentions, writeMentions } from '../mentions.ts'
import { insertCaseNote, type NewCaseNote } from '../notes.ts'
import { type CaseViewer, presentCaseRow } from '../present.ts'
import { findReviewPeriod } from '../review-period.ts'

export interface ReviewCaseDeps extends CaseClaimDeps, MentionDeps {
  readonly handles: Pick<HandleStore, 'resolveAll'>
  readonly reviewLimits: ReviewRateLimits
  readonly config: { readonly review: { readonly claimMs: number; readonly slaMs: number } }
}

interface CaseCall {
  readonly params: { readonly transaction: TransactionId }
  readonly actor: Actor
  readonly scope: Scope
}

export function createCaseViewer(
  { fieldAccess, session }: Actor,
  { cipher, config }: ReviewCaseDeps,
): CaseViewer {
  return { fieldAccess, session, cipher, slaMs: config.review.slaMs, now: Date.now() }
}

/** Case with everything needed to present it. */
interface CaseForViewer extends RowWithRid<ReviewCaseRow> {
  readonly caseViewer: CaseViewer
}

/** Prepares a case for `presentCase`. Throws `not_found` if the case is not in review. */
export async function prepareCaseForDisplay(
  item: ReviewCaseRow | null,
  call: CaseCall,
  deps: ReviewCaseDeps,
): Promise<CaseForViewer> {
  const [line] = await attachCustomerRids(item === null ? [] : [item], call.scope.environment, deps.handles)
  if (line === undefined) throw new ProblemError('not_found')
  return { ...line, caseViewer: createCaseViewer(call.actor, deps) }
}

const presentCase = (line: CaseForViewer) => presentCaseRow(line, line.caseViewer)

type CaseAuditAction = Extract<AuditEvent['action'], `case.${string}`>

/** Names the transaction only if its case existed: an unknown id can be any text of that form. */
function buildCaseAuditEvent(
  action: CaseAuditAction,
  { params }: Pick<CaseCall, 'params'>,
  merchant: string | undefined,
): AuditEvent {
  return {
    action,
    about: merchant === undefined ? null : { kind: 'transaction', id: params.transaction, merchant },
  }
}

interface ClaimedCase {
  readonly claimResult: CaseClaimResult
  readonly line: CaseForViewer | null
  readonly merchant: string
}

/** Returns `case.viewed` if a colleague holds the claim: nothing was changed. */
function selectClaimAction(claimed: ClaimedCase | undefined) {
  if (claimed === undefined) return 'case.claimed'
  if (claimed.claimResult.answer !== 'taken') return 'case.viewed'
  return claimed.claimResult.over ? 'case.taken_over' : 'case.claimed'
}

export const claimCaseRoute = defineRoute(endpoints.claimCase, {
  permission: 'review.work',
  audit: (call, claimed: ClaimedCase | undefined) =>
    buildCaseAuditEvent(selectClaimAction(claimed), call, claimed?.merchant),
  async handle(call, deps: ReviewCaseDeps): Promise<ClaimedCase> {
    const { params, body, actor } = call
    deps.reviewLimits.writes(actor)
    const reviewScope = resolveReviewScope(call)
    const wanted = { reviewScope, transaction: params.transaction, person: actor.session }
    const ms = deps.config.review.claimMs
    const claimResult = await tryClaimCase(deps, wanted, { ms, takeOver: body.takeOver, now: Date.now() })
    if (claimResult.answer !== 'gone')
      return {
        claimResult,
        line: await prepareCaseForDisplay(claimResult.item, call, deps),
        merchant: claimResult.item.merchant,
      }
    const stay = await findReviewPeriod(deps.store.db, reviewScope, params.transaction)
    if (stay === null) throw new ProblemError('not_found')
    return { claimResult, line: null, merchant: stay.merchant }
  },
  present({ claimResult, line }) {
    if (claimResult.answer === 'gone' || line === null) return { answer: 'gone' } as const
    return { answer: claimResult.answer, row: presentCase(line) }
  },
})

export const releaseCaseRoute = defineRoute(endpoints.releaseCase, {
  permission: 'review.work',
  audit: (call, line: CaseForViewer | undefined) =>
    buildCaseAuditEvent('case.released', call, line?.row.merchant),
  async handle(call, deps: ReviewCaseDeps): Promise<CaseForViewer> {
    const wanted = {
      reviewScope: resolveReviewScope(call),
      transaction: call.params.transaction,
      person: call.actor.session,
    }
    return prepareCaseForDisplay(await endCaseClaim(deps, wanted, Date.now()), call, deps)
  },
  present: presentCase,
})

interface CaseNoteInput extends Pick<NewCaseNote, 'what' | 'text'> {
  /** Handles of the colleagues mentioned in the note. */
  readonly mentions?: readonly string[] | undefined
  readonly snoozeMs?: number
}

/**
 * Writes a note in one transaction with its mentions and the snooze. Returns the updated case. Throws
 * `not_found` if the case is not in review.
 */
async function writeCaseNote(
  call: CaseCall,
  { what, text, mentions = [], snoozeMs }: CaseNoteInput,
  deps: ReviewCaseDeps,
): Promise<CaseForViewer> {
  const { store, cipher, permissions } = deps
  const { dialect } = store
  deps.reviewLimits.notes(call.actor)
  const reviewScope = resolveReviewScope(call)
  const { transaction } = call.params
  const now = Date.now()
  const item = await withRequestTransaction(
    store,
    buildReviewCaseLockKey(reviewScope, transaction),
    async (trx) => {
      const before = await findOpenReviewCase(trx, { dialect, lock: true }, reviewScope, transaction)
      if (before === undefined) return null
      const { environment } = reviewScope
      const me = call.actor.session
      const members = await resolveMentions(mentions, trx, before, { permissions, me, now })
      const note = { environment, transaction, by: me, what, text }
      const last_note = await insertCaseNote(trx, note, { cipher, now })
      await writeMentions(trx, members, { environment, item: before.seq, note: last_note, at: now })
      const put = snoozeMs === undefined ? {} : { snoozed_until: before.clock + snoozeMs }
      const change = await updateReviewCase(trx, before.seq, { last_note, ...put })
      const after = await findOpenReviewCase(trx, { dialect }, reviewScope, transaction)
      const inboxChanges = members.map((member) => buildInboxLiveChange(environment, member))
      await appendLiveChange(trx, dialect, change === null ? [] : [change, ...inboxChanges], now)
      return after ?? null
    },
  )
  store.wake('changes')
  return prepareCaseForDisplay(item, call, deps)
}

export const addCaseNoteRoute = defineRoute(endpoints.addCaseNote, {
  permission: 'review.work',
  audit: (call, line: CaseForViewer | undefined) =>
    buildCaseAuditEvent('case.noted', call, line?.row.merchant),
  handle: (call, deps: ReviewCaseDeps): Promise<CaseForViewer> =>
    writeCaseNote(call, { what: 'note', ...call.body }, deps),
  present: presentCase,
})

const hourMs = 3_600_000
const snoozeDurationsMs = { '1h': hourMs, '4h': 4 * hourMs, '1d': 24 * hourMs, '3d': 72 * hourMs } as const

export const snoozeCaseRoute = defineRoute(endpoints.snoozeCase, {
  permission: 'review.work',
  audit: (call, line: CaseForViewer | undefined) =>
    buildCaseAuditEvent('case.snoozed', call, line?.row.merchant),
  handle: (call, deps: ReviewCaseDeps): Promise<CaseForViewer> =>
    writeCaseNote(
      call,
      { what: 'snooze', text: call.body.text, snoozeMs: snoozeDurationsMs[call.body.duration] },
      deps,
    ),
  present: presentCase,
})

export const endCaseSnoozeRoute = defineRoute(endpoints.endCaseSnooze, {
  permission: 'review.work',
  audit: (call, line: CaseForViewer | undefined) =>
    buildCaseAuditEvent('case.snooze_ended', call, line?.row.merchant),
  async handle(call, deps: ReviewCaseDeps): Promise<CaseForViewer> {
    const { store } = deps
    deps.reviewLimits.writes(call.actor)
    const reviewScope = resolveReviewScope(call)
    const { transaction } = call.params
    const lockKey = buildReviewCaseLockKey(reviewScope, transaction)
    const item = await withRequestTransaction(store, lockKey, async (trx) => {
      const at = { dialect: store.dialect, lock: true }
      const before = await findOpenReviewCase(trx, at, reviewScope, transaction)
      if (before === undefined) return null
      const isSame = formatIsoTime(before.snoozed_until) === call.body.until
      if (!isSame || before.snoozed_until <= before.clock) return before
      const change = await updateReviewCase(trx, before.seq, { snoozed_until: 0 })
      await appendLiveChange(trx, store.dialect, change === null ? [] : [change], Date.now())
      return (await findOpenReviewCase(trx, at, reviewScope, transaction)) ?? null
    })
    store.wake('changes')
    return prepareCaseForDisplay(item, call, deps)
  },
  present: presentCase,
})

interface DraftResult {
  readonly merchant: string
  readonly kept: boolean
}

export const saveDecisionDraftRoute = defineRoute(endpoints.saveDecisionDraft, {
  permission: 'review.work',
  audit: (call, draftResult: DraftResult | undefined) =>
    buildCaseAuditEvent('case.draft.saved', call, draftResult?.merchant),
  async handle(call, { store, cipher, reviewLimits }: ReviewCaseDeps): Promise<DraftResult> {
    const { params, body, actor } = call
    reviewLimits.writes(actor)
    const reviewScope = resolveReviewScope(call)
    const stay = await findReviewPeriod(store.db, reviewScope, params.transaction)
    if (stay === null) throw new ProblemError('not_found')
    const place = {
      environment: reviewScope.environment,
      transaction: params.transaction,
      person: actor.session,
    }
    const isThere = await storeDecisionDraft(store.db, place, body.draft, cipher)
    return { merchant: stay.merchant, kept: isThere && body.draft !== null }
  },
  present: ({ kept }) => ({ isSaved: kept }),
})

export interface MentionCandidatesDeps extends MentionDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly cipher: FieldCipher
}

interface MentionCandidates {
  readonly merchant: string
  readonly colleagues: MentionCandidate[]
}

export const listMentionCandidatesRoute = defineRoute(endpoints.listMentionCandidates, {
  permission: 'review.work',
  audit: ({ params }, found: MentionCandidates | undefined) => ({
    action: 'review.colleagues.listed',
    about:
      found === undefined ? null : { kind: 'transaction', id: params.transaction, merchant: found.merchant },
  }),
  async handle(call, { store, cipher, permissions }: MentionCandidatesDeps): Promise<MentionCandidates> {
    const { dialect } = store
    const item = await findOpenReviewCase(
      store.db,
      { dialect },
      resolveReviewScope(call),
      call.params.transaction,
    )
    if (item === undefined) throw new ProblemError('not_found')
    const found = await findMentionCandidates(store.db, item, {
      permissions,
      me: call.actor.session,
      now: Date.now(),
    })
    const colleagues = found.map(({ handle, name }) => ({
      colleague: handle,
      name: decryptStaffText(name, cipher),
    }))
    return { merchant: item.merchant, colleagues: colleagues.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  },
  present: ({ colleagues }) => ({ colleagues }),
})
