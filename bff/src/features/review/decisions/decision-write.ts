import {
  type ApprovalRule,
  approvalRuleSchema,
  type DecisionReason,
  type DecisionStatus,
  type DecisionVerdict,
  type decideCaseRequestSchema,
  decisionIdSchema,
} from '@paydesk/shared/cases/decisions'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { unwrapOperationalText } from '../../../platform/access/guarded.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../../platform/http/route.ts'
import { generateId } from '../../../platform/runtime/generate-id.ts'
import { extractRecordColumns } from '../../../records/confirmation/transaction-columns.ts'
import { appendLiveChange } from '../../../records/live-changes.ts'
import { type DecisionRow, findOpenDecision } from '../../../records/observations/decision-outcome.ts'
import {
  type ReviewCaseRow,
  resolveReviewScope,
  staffTextCipherContext,
  updateReviewCase,
} from '../../../records/review-cases.ts'
import type { ScopedTransaction } from '../../../records/transactions.ts'
import { findApprovalRules } from '../approval-rules.ts'
import { lockClaimedCase } from '../case-claims.ts'
import { hashStateRecord, serializeCaseSnapshot, storeDecisionDraft } from '../case-snapshot.ts'
import { buildDecisionLiveChange } from '../decision-transitions.ts'
import { loadTransactionDecisions } from './decisions.ts'
import { buildDecisionSnapshotCipherContext, type LoadDecisionDeps } from './load-decision.ts'

export interface MakeDecisionDeps extends LoadDecisionDeps {
  readonly config: {
    readonly review: {
      readonly reasons: readonly DecisionReason[] | null
      /** Time for which a decision waits for its approval (ms). */
      readonly decisionMs: number
      /**
       * Time (ms) the payment service may leave a decision open before people other than
       * its maker may close it.
       */
      readonly staleMs: number
    }
  }
}

export interface WriteDecisionCall {
  readonly params: { readonly transaction: TransactionId }
  readonly body: Omit<z.output<typeof decideCaseRequestSchema>, 'recordHash'>
  readonly actor: Actor
  readonly scope: Scope
}

/** Result of a write. `not_yours`: the claim ended meanwhile. `decided`: another decision is live already. */
export type WriteDecisionResult =
  | { readonly answer: 'made' | 'decided'; readonly row: DecisionRow }
  | { readonly answer: 'not_yours' }

/** Returns the rules that hold for this record, which can differ from those stored with the case. */
export function findCurrentApprovalRules(
  item: ReviewCaseRow,
  earlier: readonly DecisionRow[],
  verdict: DecisionVerdict,
  {
    own,
    cipher,
    actions,
  }: { readonly own: ScopedTransaction } & Pick<MakeDecisionDeps, 'cipher' | 'actions'>,
): ApprovalRule[] {
  const { review } = extractRecordColumns(own.record, item.environment, item.transaction_id, cipher)
  const held = new Set(findApprovalRules(item, earlier, verdict))
  if (!review.verified) held.add('identity')
  // Require a second person for everything that is sent to the payment service.
  if (actions.isOn(item.environment)) held.add('carried_out')
  return approvalRuleSchema.options.filter((rule) => held.has(rule))
}

function buildDecisionRow(
  item: ReviewCaseRow,
  call: WriteDecisionCall,
  deps: MakeDecisionDeps,
  made: { own: ScopedTransaction; needed: ApprovalRule[] },
) {
  const { body, actor, params } = call
  const { cipher } = deps
  const { own, needed } = made
  const id = decisionIdSchema.parse(generateId('d'))
  const alone = needed.length === 0
  const status: DecisionStatus = alone ? 'confirmed' : 'waiting'
  return {
    id,
    environment: item.environment,
    transaction_id: params.transaction,
    merchant: item.merchant,
    concerns: item.concerns,
    verdict: body.verdict,
    reason: body.reason,
    sealed_text: cipher.seal(staffTextCipherContext, body.text),
    ticket: body.ticket ?? null,
    issuer: actor.session.issuer,
    subject: actor.session.subject,
    name: cipher.seal(staffTextCipherContext, actor.session.name),
    at: Date.now(),
    state: unwrapOperationalText(own.record.state) ?? '',
    record_hash: hashStateRecord(own.record, cipher),
    sealed_record: cipher.seal(
      buildDecisionSnapshotCipherContext(item.environment, id),
      serializeCaseSnapshot(own),
    ),
    needed: needed.join(','),
    status,
    live: 1,
    expires_at: alone ? null : item.clock + deps.config.review.decisionMs,
    follow_up: alone ? ('waiting' as const) : null,
  }
}

/**
 * Records a decision about the record that was just read, in a transaction of its own together with
 * everything that depends on it: the mark on the case, the deletion of the draft, the live updates. `more`:
 * approval rules on top of those of the case and the record.
 */
export async function writeDecision(
  trx: Transaction<DatabaseSchema>,
  call: WriteDecisionCall,
  deps: MakeDecisionDeps,
  { own, more }: { readonly own: ScopedTransaction; readonly more: readonly ApprovalRule[] },
): Promise<WriteDecisionResult> {
  const { params, actor, scope } = call
  const { dialect } = deps.store
  const { transaction } = params
  const reviewScope = resolveReviewScope(call)
  const item = await lockClaimedCase(trx, dialect, { reviewScope, transaction, person: actor.session })
  if (item === null) return { answer: 'not_yours' }
  const earlier = await loadTransactionDecisions(trx, { ...reviewScope, allKinds: true }, transaction)
  const held = [...findCurrentApprovalRules(item, earlier, call.body.verdict, { ...deps, own }), ...more]
  const needed = approvalRuleSchema.options.filter((rule) => held.includes(rule))
  // Rely on the unique index of live decisions as the last guard: a second one is never inserted.
  const row = await trx
    .insertInto('decisions')
    .values(buildDecisionRow(item, call, deps, { own, needed }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    const standing = await findOpenDecision(trx, scope.environment, transaction)
    if (standing === undefined) throw new Error('a decision stood in the way and is not there')
    return { answer: 'decided', row: standing }
  }
  const mark = {
    decision: row.id,
    decision_status: row.status === 'confirmed' ? 'confirmed' : 'waiting',
  } as const
  const newChange = await updateReviewCase(trx, item.seq, mark)
  const place = { environment: scope.environment, transaction, person: actor.session }
  await storeDecisionDraft(trx, place, null, deps.cipher)
  await appendLiveChange(
    trx,
    dialect,
    [...(newChange === null ? [] : [newChange]), buildDecisionLiveChange(row)],
    row.at,
  )
  return { answer: 'made', row }
}
