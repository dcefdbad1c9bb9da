import type { DecisionVerdict, PaymentServiceReaction } from '@paydesk/shared/cases/decisions'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { NewLiveChange } from '../live-changes.ts'
import type { ChangeInterval } from './observations.ts'

export type DecisionRow = Selectable<DatabaseSchema['decisions']>

/** State of a transaction in our records after a read. */
export interface StateAfterRead {
  readonly environment: EnvironmentName
  readonly transaction: string
  readonly state: string
  readonly final: boolean
  /** Interval in which the transaction came to this state. */
  readonly interval: Pick<ChangeInterval, 'from' | 'to'>
}

/** Finds the decision that waits for an approval or for the payment service; there is at most one. */
export function findOpenDecision(
  db: Kysely<DatabaseSchema>,
  environment: string,
  transaction: string,
): Promise<DecisionRow | undefined> {
  return db
    .selectFrom('decisions')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('live', '=', 1)
    .executeTakeFirst()
}

const expectedStates: Readonly<Record<DecisionVerdict, ReadonlySet<string>>> = {
  accept: new Set(['SUCCESS']),
  reject: new Set(['REJECTED', 'DECLINED', 'FAILED']),
  cancel: new Set(['CANCELLED']),
}
const oppositeStates: Readonly<Record<DecisionVerdict, ReadonlySet<string>>> = {
  accept: new Set(['REJECTED', 'DECLINED', 'FAILED', 'CANCELLED']),
  reject: new Set(['SUCCESS']),
  cancel: new Set(['SUCCESS']),
}

/** Classifies a final state by the verdict. Does not claim that the decision was its cause. */
export function classifyPaymentServiceReaction(
  verdict: DecisionVerdict,
  state: string,
): Exclude<PaymentServiceReaction, 'waiting'> {
  if (expectedStates[verdict].has(state)) return 'followed'
  return oppositeStates[verdict].has(state) ? 'opposite' : 'not_followed'
}

/**
 * Records what the payment service did with a decided transaction, in the database transaction that writes
 * the read into our records: a confirmed decision gets its outcome, an unanswered one is overtaken or
 * expired. Returns the changes to publish; none if the state is not final or no decision is live.
 */
export async function recordDecisionOutcome(
  trx: Transaction<DatabaseSchema>,
  ended: StateAfterRead,
): Promise<NewLiveChange[]> {
  if (!ended.final) return []
  const decision = await findOpenDecision(trx, ended.environment, ended.transaction)
  if (decision === undefined) return []
  const { id, verdict, status, version, merchant, environment } = decision
  // Compare the version: a concurrent answer or withdrawal comes first or finds the decision ended.
  const { numUpdatedRows } = await trx
    .updateTable('decisions')
    .set({
      ...(status === 'confirmed'
        ? { follow_up: classifyPaymentServiceReaction(verdict, ended.state) }
        : { status: hasExpiredBefore(decision, ended) ? ('expired' as const) : ('overtaken' as const) }),
      live: 0,
      outcome_from: ended.interval.from,
      outcome_to: ended.interval.to,
      outcome_state: ended.state,
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return recordDecisionOutcome(trx, ended)
  return [{ environment, merchant, kind: 'decision', subject_id: id, version: version + 1 }]
}

/** Tells if the decision expired before the payment service ended the transaction. */
const hasExpiredBefore = ({ expires_at }: DecisionRow, { interval }: StateAfterRead) =>
  expires_at !== null && expires_at <= interval.to
