import { type Verdict, verdict } from '@paydesk/shared/cases/decision'
import type { OperatorActionAvailability } from '@paydesk/shared/cases/operator-actions'
import type { CaseDetail } from '@paydesk/shared/cases/review'
import type { TaskId } from '@paydesk/shared/core/ids'
import type { Kysely, Transaction } from 'kysely'
import type { StateRecord } from '../../../payment-service/parsing/wire.ts'
import { getUnclassifiedNames } from '../../../platform/access/record-tree.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { generateId } from '../../../platform/runtime/generate-id.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import {
  carryOutOffMessage,
  describeCannotCarryOut,
  describeCarryOut,
  type NotSentReason,
  type OperatorActionRow,
} from './action-rows.ts'

/** What is needed to plan what carries a decision out. */
export interface ActionPlanDeps {
  /** Whether the deployment carries decisions of this environment out. */
  isOn(environment: string): boolean
  /** What notifications that are believed name; see notifications/named-tasks.ts. */
  readNamedTasks(
    db: Kysely<DatabaseSchema>,
    environment: string,
    transaction: string,
  ): Promise<{
    readonly tasks: readonly (TaskId | null)[]
    readonly card: boolean
    readonly settled: boolean
  }>
}

type NamedTasks = Awaited<ReturnType<ActionPlanDeps['readNamedTasks']>>

/** What would be asked for, or why nothing can be. */
export type ActionTarget =
  | { readonly target: string; readonly why: null }
  | { readonly target: null; readonly why: NotSentReason }

export const actionByVerdict = { accept: 'accept_task', reject: 'reject_task', cancel: 'cancel' } as const

/** Exactly one task, or for a cancellation a card: anything else is nobody's to guess. */
export function chooseActionTarget(
  of: Verdict,
  transaction: string,
  { tasks, card }: NamedTasks,
  record: StateRecord,
): ActionTarget {
  if (of === 'cancel') {
    const isCard = card || (getUnclassifiedNames(record)?.names.includes('card_reference') ?? false)
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
  trx: Transaction<DatabaseSchema>,
  row: DecisionRow,
  record: StateRecord,
  actions: ActionPlanDeps,
): Promise<void> {
  const { id, environment, transaction_id, merchant, verdict } = row
  if (!actions.isOn(environment)) return
  const named = await actions.readNamedTasks(trx, environment, transaction_id)
  const found = chooseActionTarget(verdict, transaction_id, named, record)
  // What a notification that nobody has confirmed yet names is looked at before anything is sent.
  const aim = named.settled ? found : { target: found.target, why: null }
  const status: OperatorActionRow['status'] = aim.why === null ? 'planned' : 'not_sent'
  await trx
    .insertInto('operator_actions')
    .values({
      id: generateId('a'),
      environment,
      transaction_id,
      merchant,
      decision_id: id,
      action: actionByVerdict[verdict],
      ...aim,
      status,
      planned_at: Date.now(),
      due_at: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What Paydesk would do after each kind of decision about this record, in words. */
export async function loadCarryOutOptions(
  db: Kysely<DatabaseSchema>,
  of: { readonly environment: string; readonly transaction: string; readonly record: StateRecord },
  actions: ActionPlanDeps,
): Promise<CaseDetail['carriedOut']> {
  const { environment, transaction, record } = of
  if (!actions.isOn(environment)) {
    const off: OperatorActionAvailability = { on: false, says: carryOutOffMessage }
    return { accept: off, reject: off, cancel: off }
  }
  const named = await actions.readNamedTasks(db, environment, transaction)
  const say = (one: Verdict): OperatorActionAvailability => {
    const { why } = chooseActionTarget(one, transaction, named, record)
    return why === null
      ? { on: true, says: describeCarryOut(one) }
      : { on: false, says: describeCannotCarryOut(one, why) }
  }
  const { accept, reject, cancel } = verdict.enum
  return { accept: say(accept), reject: say(reject), cancel: say(cancel) }
}
