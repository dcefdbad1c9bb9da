import { type DecisionVerdict, decisionVerdictSchema } from '@paydesk/shared/cases/decisions'
import type {
  OperatorActionAvailability,
  OperatorActionNotSentReason,
} from '@paydesk/shared/cases/operator-actions'
import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { ReviewTaskId } from '@paydesk/shared/core/ids'
import type { Kysely, Transaction } from 'kysely'
import type { StateRecord } from '../../../payment-service/parsing/wire.ts'
import { getUnclassifiedFieldNames } from '../../../platform/access/record-tree.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { generateId } from '../../../platform/runtime/generate-id.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import type { OperatorActionRow } from './action-rows.ts'

export interface OperatorActionPlanDeps {
  /** True if the deployment carries out decisions of this environment. */
  isOn(environment: string): boolean
  /** Reads what trusted notifications name; see notifications/notification-tasks.ts. */
  readNamedTasks(
    db: Kysely<DatabaseSchema>,
    environment: string,
    transaction: string,
  ): Promise<{
    readonly tasks: readonly (ReviewTaskId | null)[]
    readonly card: boolean
    readonly settled: boolean
  }>
}

type NamedTasks = Awaited<ReturnType<OperatorActionPlanDeps['readNamedTasks']>>

/** Target of the request, or the reason why nothing can be sent. */
export type OperatorActionTarget =
  | { readonly target: string; readonly why: null }
  | { readonly target: null; readonly why: OperatorActionNotSentReason }

export const operatorActionByVerdict = {
  accept: 'accept_task',
  reject: 'reject_task',
  cancel: 'cancel',
} as const

/** Requires exactly one task, or a card for a cancellation: anything else would be a guess. */
export function chooseOperatorActionTarget(
  of: DecisionVerdict,
  transaction: string,
  { tasks, card }: NamedTasks,
  record: StateRecord,
): OperatorActionTarget {
  if (of === 'cancel') {
    const isCard = card || (getUnclassifiedFieldNames(record)?.names.includes('card_reference') ?? false)
    return isCard ? { target: `transaction/${transaction}`, why: null } : { target: null, why: 'no_card' }
  }
  const [task] = tasks
  if (tasks.length > 1) return { target: null, why: 'several_tasks' }
  if (task === undefined) return { target: null, why: 'no_task' }
  return task === null ? { target: null, why: 'odd_task' } : { target: `task/${task}`, why: null }
}

/**
 * Plans the request to the payment service inside the transaction that confirms a decision, once per
 * decision, or stores why nothing can be sent. Writes nothing if operator actions are off.
 */
export async function planOperatorAction(
  trx: Transaction<DatabaseSchema>,
  row: DecisionRow,
  record: StateRecord,
  actions: OperatorActionPlanDeps,
): Promise<void> {
  const { id, environment, transaction_id, merchant, verdict } = row
  if (!actions.isOn(environment)) return
  const named = await actions.readNamedTasks(trx, environment, transaction_id)
  const found = chooseOperatorActionTarget(verdict, transaction_id, named, record)
  // Keep the action planned: an unconfirmed notification is checked before anything is sent.
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
      action: operatorActionByVerdict[verdict],
      ...aim,
      status,
      planned_at: Date.now(),
      due_at: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Describes what Paydesk would do about this record after each verdict. */
export async function loadOperatorActionAvailability(
  db: Kysely<DatabaseSchema>,
  of: { readonly environment: string; readonly transaction: string; readonly record: StateRecord },
  actions: OperatorActionPlanDeps,
): Promise<CaseDetail['actionAvailability']> {
  const { environment, transaction, record } = of
  if (!actions.isOn(environment)) {
    const off: OperatorActionAvailability = { isOn: false, reason: null }
    return { accept: off, reject: off, cancel: off }
  }
  const named = await actions.readNamedTasks(db, environment, transaction)
  const availabilityOf = (one: DecisionVerdict): OperatorActionAvailability => {
    const { why } = chooseOperatorActionTarget(one, transaction, named, record)
    return { isOn: why === null, reason: why }
  }
  const { accept, reject, cancel } = decisionVerdictSchema.enum
  return { accept: availabilityOf(accept), reject: availabilityOf(reject), cancel: availabilityOf(cancel) }
}
