import type { Verdict } from '@paydesk/shared/cases/decisions'
import type { OperatorAction } from '@paydesk/shared/cases/operator-actions'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'

export type OperatorActionRow = Selectable<DatabaseSchema['operator_actions']>

/** Reasons why nothing was sent: the code in the table, and its text for people. */
const notSentReasons = {
  no_task: 'The newest notification names no review task',
  several_tasks: 'The newest notification names several review tasks, and which of them is meant nobody said',
  odd_task: 'The review task that the newest notification names has no id that could be asked for',
  no_card: 'Only card transactions can be cancelled through the service, and nothing tells of a card here',
  withdrawn: 'The decision was withdrawn before anything was sent',
  over: 'The decision was over before anything was sent',
  ended: 'The service had ended the transaction already',
  not_in_review: 'The transaction was not in review any more',
  task_changed: 'The newest notification names another review task than when it was decided',
  sent_before: 'It was asked for before, or what became of an earlier request about it is not known',
  not_reached: 'The service could not be reached: three times no connection came about',
  too_late: 'The service could not be asked for an hour',
  switched_off: 'Operator actions were switched off before anything was sent',
} as const
export type NotSentReason = keyof typeof notSentReasons

function describeNotSent(why: string): string {
  return Object.entries(notSentReasons).find(([name]) => name === why)?.[1] ?? 'It is not known why'
}

/** Loads the actions of these decisions, keyed by decision. */
export async function loadDecisionActions(
  db: Kysely<DatabaseSchema>,
  decisions: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, OperatorActionRow>> {
  if (decisions.length === 0) return new Map()
  const ids = decisions.map(({ id }) => id)
  const rows = await db.selectFrom('operator_actions').selectAll().where('decision_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.decision_id, row]))
}

/** Ends an action that was not sent yet, inside the transaction that ends its decision. */
export async function cancelPlannedAction(
  trx: Transaction<DatabaseSchema>,
  decision: string,
  why: NotSentReason,
): Promise<void> {
  await trx
    .updateTable('operator_actions')
    .set({ status: 'not_sent', why })
    .where('decision_id', '=', decision)
    .where('status', '=', 'planned')
    .execute()
}

const timeOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Presents an action; the same for everybody who may see its decision. */
export function presentOperatorAction(row: OperatorActionRow): OperatorAction {
  const { action, status, sent_at, answered_at, http_status, code, why } = row
  return {
    kind: action,
    status,
    at: timeOrNull(sent_at),
    answeredAt: timeOrNull(answered_at),
    httpStatus: http_status,
    code,
    whyNot: why === null ? null : describeNotSent(why),
  }
}

const actionLabels: Readonly<Record<Verdict, string>> = {
  accept: 'accept the review task',
  reject: 'reject the review task',
  cancel: 'cancel the transaction',
}

export const carryOutOffMessage =
  'Paydesk does not carry decisions out: do it at the operator’s console; we watch for the outcome.'

/** Describes what happens after the confirmation if Paydesk itself sends the request. */
export const describeCarryOut = (verdict: Verdict) =>
  `After confirmation Paydesk asks the service to ${actionLabels[verdict]}, once.`

/** Describes the same for a recorded decision, whose target is only checked on confirmation. */
export const describeConfirmedCarryOut = (verdict: Verdict) =>
  `${describeCarryOut(verdict)} If it cannot, nothing is sent, and it says here why.`

/** Describes the same if operator actions are on, but not possible for this transaction. */
export const describeCannotCarryOut = (verdict: Verdict, why: NotSentReason) =>
  `Paydesk cannot ${actionLabels[verdict]}. ${describeNotSent(why)}. Do it at the operator’s console; we watch for the outcome.`
