import type { TransactionId } from '@paydesk/shared/core/ids'
import {
  type DecisionReason,
  type DecisionStatus,
  type decideRequest,
  decisionId,
  type Verdict,
} from '@paydesk/shared/work/decision'
import { type SecondRule, secondRule } from '@paydesk/shared/work/review'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { openOperational } from '../../../platform/access/guarded.ts'
import type { Schema } from '../../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/runtime/new-id.ts'
import { appendChange } from '../../../records/changes.ts'
import { columnsOf } from '../../../records/confirmation/transaction-columns.ts'
import { type DecisionRow, liveDecision } from '../../../records/observations/decision-outcome.ts'
import { type ItemRow, reviewSealed, seesOf, touchItem } from '../../../records/review-items.ts'
import type { OwnTransaction } from '../../../records/transactions.ts'
import { holds } from '../claims.ts'
import { decisionChange } from '../decision-transitions.ts'
import { neededFor } from '../second-person.ts'
import { keepDraft, printOf, snapshotText } from '../snapshot.ts'
import { type CaseNeeds, snapshotSealed } from './decision-case.ts'
import { decisionsAbout } from './decisions.ts'

export interface DecideNeeds extends CaseNeeds {
  readonly config: {
    readonly review: {
      readonly reasons: readonly DecisionReason[] | null
      /** How long a decision waits for its second person (ms). */
      readonly decisionMs: number
      /** So long the service may leave a decision before others than its maker may close it (ms). */
      readonly staleMs: number
    }
  }
}

export interface WriteCall {
  readonly params: { readonly transaction: TransactionId }
  readonly body: Omit<z.output<typeof decideRequest>, 'print'>
  readonly actor: Actor
  readonly scope: Scope
}

/** `not_yours`: the claim ended meanwhile. `decided`: somebody's decision stands already. */
export type Written =
  | { readonly answer: 'made' | 'decided'; readonly row: DecisionRow }
  | { readonly answer: 'not_yours' }

/** Rules that hold for this record, whatever the index knew when the item came or followed. */
export function neededNow(
  item: ItemRow,
  earlier: readonly DecisionRow[],
  verdict: Verdict,
  { own, seal, actions }: { readonly own: OwnTransaction } & Pick<DecideNeeds, 'seal' | 'actions'>,
): SecondRule[] {
  const { review } = columnsOf(own.record, item.environment, item.transaction_id, seal)
  const held = new Set(neededFor(item, earlier, verdict))
  if (!review.verified) held.add('identity')
  // Nothing is asked of the service on one person's word.
  if (actions.isOn(item.environment)) held.add('carried_out')
  return secondRule.options.filter((rule) => held.has(rule))
}

function rowOf(
  item: ItemRow,
  call: WriteCall,
  needs: DecideNeeds,
  made: { own: OwnTransaction; needed: SecondRule[] },
) {
  const { body, actor, params } = call
  const { seal } = needs
  const { own, needed } = made
  const id = decisionId.parse(newId('d'))
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
    sealed_text: seal.seal(reviewSealed, body.text),
    ticket: body.ticket ?? null,
    issuer: actor.session.issuer,
    subject: actor.session.subject,
    name: seal.seal(reviewSealed, actor.session.name),
    at: Date.now(),
    state: openOperational(own.record.state) ?? '',
    print: printOf(own.record, seal),
    sealed_record: seal.seal(snapshotSealed(item.environment, id), snapshotText(own)),
    needed: needed.join(','),
    status,
    live: 1,
    expires_at: alone ? null : item.clock + needs.config.review.decisionMs,
    follow_up: alone ? ('waiting' as const) : null,
  }
}

/**
 * Records a decision about what was just read, inside a transaction of its own, with everything that hangs
 * on it: the mark at the item, the draft that it was made of, what the live stream tells. `more` are rules
 * that ask for a second person on top of those of the item and the record.
 */
export async function writeDecision(
  trx: Transaction<Schema>,
  call: WriteCall,
  needs: DecideNeeds,
  { own, more }: { readonly own: OwnTransaction; readonly more: readonly SecondRule[] },
): Promise<Written> {
  const { params, actor, scope } = call
  const { dialect } = needs.store
  const { transaction } = params
  const sees = seesOf(call)
  const item = await holds(trx, dialect, { sees, transaction, person: actor.session })
  if (item === null) return { answer: 'not_yours' }
  const earlier = await decisionsAbout(trx, { ...sees, every: true }, transaction)
  const held = [...neededNow(item, earlier, call.body.verdict, { ...needs, own }), ...more]
  const needed = secondRule.options.filter((rule) => held.includes(rule))
  // The index of live decisions is the last guard: a second one is not inserted, whoever sends it.
  const row = await trx
    .insertInto('decisions')
    .values(rowOf(item, call, needs, { own, needed }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    const standing = await liveDecision(trx, scope.environment, transaction)
    if (standing === undefined) throw new Error('a decision stood in the way and is not there')
    return { answer: 'decided', row: standing }
  }
  const mark = {
    decision: row.id,
    decision_status: row.status === 'confirmed' ? 'confirmed' : 'waiting',
  } as const
  const told = await touchItem(trx, item.seq, mark)
  const place = { environment: scope.environment, transaction, person: actor.session }
  await keepDraft(trx, place, null, needs.seal)
  await appendChange(trx, dialect, [...(told === null ? [] : [told]), decisionChange(row)], row.at)
  return { answer: 'made', row }
}
