import type { TaskId } from '@paydesk/shared/core/ids'
import { type Verdict, verdict } from '@paydesk/shared/work/decision'
import type { CarryingOut } from '@paydesk/shared/work/operator-action'
import type { ReviewItem } from '@paydesk/shared/work/review'
import type { Kysely, Transaction } from 'kysely'
import type { StateRecord } from '../../../payment-service/parsing/wire.ts'
import { othersOf } from '../../../platform/access/tree.ts'
import type { Schema } from '../../../platform/database/schema/schema.ts'
import { newId } from '../../../platform/runtime/new-id.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { type ActionRow, notHereSays, offSays, onSays, type Why } from './action-rows.ts'

/** What is needed to plan what carries a decision out. */
export interface ActionNeeds {
  /** Whether the deployment carries decisions of this environment out. */
  isOn(environment: string): boolean
  /** What notifications that are believed name; see notifications/named-tasks.ts. */
  named(
    db: Kysely<Schema>,
    environment: string,
    transaction: string,
  ): Promise<{
    readonly tasks: readonly (TaskId | null)[]
    readonly card: boolean
    readonly settled: boolean
  }>
}

type Named = Awaited<ReturnType<ActionNeeds['named']>>

/** What would be asked for, or why nothing can be. */
export type Aim =
  | { readonly target: string; readonly why: null }
  | { readonly target: null; readonly why: Why }

export const actionOf = { accept: 'accept_task', reject: 'reject_task', cancel: 'cancel' } as const

/** Exactly one task, or for a cancellation a card: anything else is nobody's to guess. */
export function aimOf(of: Verdict, transaction: string, { tasks, card }: Named, record: StateRecord): Aim {
  if (of === 'cancel') {
    const isCard = card || (othersOf(record)?.names.includes('card_reference') ?? false)
    return isCard ? { target: `transaction/${transaction}`, why: null } : { target: null, why: 'no_card' }
  }
  const [task] = tasks
  if (tasks.length > 1) return { target: null, why: 'several_tasks' }
  if (task === undefined) return { target: null, why: 'no_task' }
  return task === null ? { target: null, why: 'odd_task' } : { target: `task/${task}`, why: null }
}

/**
 * Inside the transaction that confirms a decision: what is to be asked of the service, once for each
 * decision, or why nothing can be. Nothing is written where it is off.
 */
export async function planAction(
  trx: Transaction<Schema>,
  row: DecisionRow,
  record: StateRecord,
  actions: ActionNeeds,
): Promise<void> {
  const { id, environment, transaction_id, merchant, verdict } = row
  if (!actions.isOn(environment)) return
  const named = await actions.named(trx, environment, transaction_id)
  const found = aimOf(verdict, transaction_id, named, record)
  // What a notification that nobody has confirmed yet names is looked at before anything is sent.
  const aim = named.settled ? found : { target: found.target, why: null }
  const status: ActionRow['status'] = aim.why === null ? 'planned' : 'not_sent'
  await trx
    .insertInto('operator_actions')
    .values({
      id: newId('a'),
      environment,
      transaction_id,
      merchant,
      decision_id: id,
      action: actionOf[verdict],
      ...aim,
      status,
      planned_at: Date.now(),
      due_at: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What Paydesk would do after each kind of decision about this record, in words. */
export async function carryingOutOf(
  db: Kysely<Schema>,
  of: { readonly environment: string; readonly transaction: string; readonly record: StateRecord },
  actions: ActionNeeds,
): Promise<ReviewItem['carriedOut']> {
  const { environment, transaction, record } = of
  if (!actions.isOn(environment)) {
    const off: CarryingOut = { on: false, says: offSays }
    return { accept: off, reject: off, cancel: off }
  }
  const named = await actions.named(db, environment, transaction)
  const say = (one: Verdict): CarryingOut => {
    const { why } = aimOf(one, transaction, named, record)
    return why === null ? { on: true, says: onSays(one) } : { on: false, says: notHereSays(one, why) }
  }
  const { accept, reject, cancel } = verdict.enum
  return { accept: say(accept), reject: say(reject), cancel: say(cancel) }
}
