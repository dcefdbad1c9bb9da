import {
  type OperatorAction,
  type OperatorActionNotSentReason,
  operatorActionNotSentReasonSchema,
} from '@paydesk/shared/cases/operator-actions'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'

export type OperatorActionRow = Selectable<DatabaseSchema['operator_actions']>

/** Loads the actions of these decisions, keyed by decision. */
export async function loadDecisionOperatorActions(
  db: Kysely<DatabaseSchema>,
  decisions: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, OperatorActionRow>> {
  if (decisions.length === 0) return new Map()
  const ids = decisions.map(({ id }) => id)
  const rows = await db.selectFrom('operator_actions').selectAll().where('decision_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.decision_id, row]))
}

/** Ends an action that was not sent yet, inside the transaction that ends its decision. */
export async function cancelPlannedOperatorAction(
  trx: Transaction<DatabaseSchema>,
  decision: string,
  why: OperatorActionNotSentReason,
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
    reason: why === null ? null : operatorActionNotSentReasonSchema.catch('unknown').parse(why),
  }
}
