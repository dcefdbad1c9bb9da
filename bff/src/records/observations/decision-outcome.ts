import type { DecisionFollowUp, Verdict } from '@paydesk/shared/cases/decision'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { NewChange } from '../changes.ts'
import type { ChangeInterval } from './observations.ts'

export type DecisionRow = Selectable<DatabaseSchema['decisions']>

/** What the index says of a transaction after a read. */
export interface StateAfterRead {
  readonly environment: EnvironmentName
  readonly transaction: string
  readonly state: string
  readonly final: boolean
  /** Between which instants it came to this state. */
  readonly interval: Pick<ChangeInterval, 'from' | 'to'>
}

/** The decision that is waiting for a second person or for the service: there is never more than one. */
export function findLiveDecision(
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

const expectedStates: Readonly<Record<Verdict, ReadonlySet<string>>> = {
  accept: new Set(['SUCCESS']),
  reject: new Set(['REJECTED', 'DECLINED', 'FAILED']),
  cancel: new Set(['CANCELLED']),
}
const oppositeStates: Readonly<Record<Verdict, ReadonlySet<string>>> = {
  accept: new Set(['REJECTED', 'DECLINED', 'FAILED', 'CANCELLED']),
  reject: new Set(['SUCCESS']),
  cancel: new Set(['SUCCESS']),
}

/** How a final state stands to what was decided. It does not say that the decision was its cause. */
export function classifyFollowUp(verdict: Verdict, state: string): Exclude<DecisionFollowUp, 'waiting'> {
  if (expectedStates[verdict].has(state)) return 'followed'
  return oppositeStates[verdict].has(state) ? 'opposite' : 'not_followed'
}

/**
 * Notes what the service did with a decided transaction, in the transaction that writes the read into the
 * index: a confirmed decision has its outcome, one that nobody had answered is overtaken. Gives what the
 * live stream is to tell; nothing where the state is not final or nothing was decided.
 */
export async function recordDecisionOutcome(
  trx: Transaction<DatabaseSchema>,
  ended: StateAfterRead,
): Promise<NewChange[]> {
  if (!ended.final) return []
  const decision = await findLiveDecision(trx, ended.environment, ended.transaction)
  if (decision === undefined) return []
  const { id, verdict, status, version, merchant, environment } = decision
  // Whoever answers or withdraws at this moment is first or finds it ended.
  const { numUpdatedRows } = await trx
    .updateTable('decisions')
    .set({
      ...(status === 'confirmed'
        ? { follow_up: classifyFollowUp(verdict, ended.state) }
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

/** Its time was up before the service ended the transaction. */
const hasExpiredBefore = ({ expires_at }: DecisionRow, { interval }: StateAfterRead) =>
  expires_at !== null && expires_at <= interval.to
