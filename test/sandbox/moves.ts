import { eventRows } from './events.ts'
import { grownIds } from './grown.ts'
import { taskIdFrom } from './ids.ts'
import type { Json, JsonObject } from './json.ts'
import { cloneJson, isJsonObject, stringAt } from './json.ts'
import type { SandboxState } from './sandbox-state.ts'
import type { DeliveryOptions } from './sending.ts'
import { deliverNotification } from './sending.ts'
import { isFinal } from './states.ts'
import { workflowState } from './wire.ts'
import type { StoredTransaction } from './world.ts'
import { findTransaction, storeTransaction } from './world.ts'

export interface StateMove {
  readonly state: string
  readonly compound: string
  readonly event?: string
  readonly sending?: DeliveryOptions
}

export function stateOf(transaction: StoredTransaction): string {
  return stringAt(transaction.detail().record, 'state') ?? 'PENDING'
}

export function isOpen(transaction: StoredTransaction): boolean {
  return !isFinal(stateOf(transaction))
}

/** Changes the state in all answers, then sends the notification if the move has an event. */
export function moveTransaction(
  sandbox: SandboxState,
  transaction: StoredTransaction,
  { state, compound, event, sending }: StateMove,
): boolean {
  storeTransaction(sandbox.world, transaction)
  const detail = transaction.detail()
  const row = event === undefined ? undefined : eventRows[event]
  const texts: JsonObject =
    row === undefined
      ? {}
      : {
          response_code: row.code,
          response_code_description: row.description,
          workflow_state: workflowState(row.steps),
        }
  detail.entry = { ...(isJsonObject(detail.entry) ? detail.entry : {}), transaction_state: compound, state }
  detail.record = {
    ...(isJsonObject(detail.record) ? detail.record : {}),
    state,
    compound_state: compound,
    ...texts,
  }
  if (event === undefined) return false
  const notification = buildNotification(transaction, event, texts, row?.task === true)
  detail.notifications.push(notification)
  return deliverNotification(sandbox, transaction, notification, sending)
}

/** Builds the notification of an event with the current state of the transaction. */
export function buildNotification(
  transaction: StoredTransaction,
  event: string,
  texts: JsonObject,
  task: boolean,
): JsonObject {
  const { record, payment, taskId } = transaction.detail()
  const from = isJsonObject(record) ? cloneJson(record) : {}
  delete from.expires_at
  return {
    ...from,
    uid: transaction.id,
    recurring_transaction: false,
    event,
    ...texts,
    payment_amount: cloneJson(payment),
    screen_entities: [],
    outstanding_tasks: task ? [{ id: taskId }] : [],
  }
}

function taskIdsOf(notification: Json): string[] {
  const tasks = isJsonObject(notification) ? notification.outstanding_tasks : undefined
  if (!Array.isArray(tasks)) return []
  return tasks.map((task) => stringAt(task, 'id')).filter((id) => id !== undefined)
}

/** Finds the transaction of a review task. */
export function findByTask(
  sandbox: SandboxState,
  account: string,
  taskId: string,
): StoredTransaction | undefined {
  const own = [...sandbox.world.transactions.values()].filter(
    (transaction) => transaction.account === account,
  )
  const hasTask = (transaction: StoredTransaction) =>
    transaction.detail().notifications.some((notification) => taskIdsOf(notification).includes(taskId))
  // Try the transactions first whose id derives the task id: to read the others builds all their answers.
  const likely = own.filter(({ id }) => taskIdFrom(id) === taskId)
  return likely.find(hasTask) ?? own.find(hasTask) ?? grownByTask(sandbox, account, taskId)
}

/**
 * Searches grown transactions that were never moved: they are not stored, but their task ids follow from
 * their ids.
 */
function grownByTask(
  { world }: SandboxState,
  account: string,
  taskId: string,
): StoredTransaction | undefined {
  for (const group of world.grown.filter((one) => one.account === account))
    for (const id of grownIds(group))
      if (taskIdFrom(id) === taskId) return findTransaction(world, group.account, id)
  return undefined
}
