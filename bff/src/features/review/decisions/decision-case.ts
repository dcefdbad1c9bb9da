import { type EnvironmentName, type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import type { TransactionView } from '@paydesk/shared/payments/transaction'
import type { DecisionCase } from '@paydesk/shared/work/decision'
import { differences } from '@paydesk/shared/work/differences'
import type { PaymentService } from '../../../payment-service/payment-service.ts'
import type { Seal } from '../../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { isPerson } from '../../../platform/session/person.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { seesOf } from '../../../records/review-items.ts'
import { type OwnTransaction, readOwnTransaction } from '../../../records/transactions.ts'
import { type DecisionStore, expireDecisions } from '../decision-transitions.ts'
import type { ActionNeeds } from '../operator-actions/action-plan.ts'
import { deskOf, openDesk, printOf, readSnapshot } from '../snapshot.ts'
import { decisionsSeen } from './decisions.ts'

/** Who looks, within which scope. */
export interface Who {
  readonly actor: Actor
  readonly scope: Scope
}

export interface CaseNeeds {
  readonly store: DecisionStore
  readonly seal: Seal
  readonly actions: ActionNeeds
  service(environment: EnvironmentName): PaymentService
  /** A read as this person may see it, explained as on the page of the transaction. */
  transactionView(transaction: TransactionId, read: OwnTransaction, who: Who): Promise<TransactionView>
  /** What does not fit together in a read now: ids of rules, to be kept with it. */
  firedRules(transaction: TransactionId, read: OwnTransaction, who: Who): Promise<readonly string[]>
}

/** What the record that the decider saw is sealed for. */
export const snapshotSealed = (environment: string, id: string) => `decision-record/${environment}/${id}`

/** Asks the service by a request of its own: what somebody decides on is what it says now. */
export function readNow(
  transaction: TransactionId,
  { actor, scope }: Who,
  { service }: CaseNeeds,
): Promise<OwnTransaction> {
  const fresh = { scope, actor, fresh: true, alone: true }
  return readOwnTransaction(transaction, fresh, service(scope.environment))
}

/**
 * What the service says differently from what this person had open under that print, as far as they may
 * see it. Empty where they have something else open by now, and where only hidden members differ.
 */
export async function changedSince(
  print: string,
  now: OwnTransaction,
  { params, ...who }: Who & { readonly params: { readonly transaction: TransactionId } },
  needs: CaseNeeds,
): Promise<DecisionCase['changed']> {
  const { store, seal, transactionView } = needs
  const { transaction } = params
  const place = { environment: who.scope.environment, transaction, person: who.actor.session }
  const desk = await deskOf(store.db, place, seal)
  const seen = desk?.print === print ? readSnapshot(desk.snapshot) : null
  if (seen === null) return []
  return differences(
    await transactionView(transaction, seen, who),
    await transactionView(transaction, now, who),
  )
}

/** A decision that this person may see. Throws `not_found`. */
export async function decisionFor(id: string, who: Who, { store }: CaseNeeds): Promise<DecisionRow> {
  const sees = seesOf(who)
  const row = await decisionsSeen(store.db, sees).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/** What the first person saw; null where it is not kept any more. */
function seenBy(row: DecisionRow, { seal }: CaseNeeds): OwnTransaction | null {
  if (row.sealed_record === null) return null
  const text = seal.open(snapshotSealed(row.environment, row.id), row.sealed_record)
  return text === null ? null : readSnapshot(text)
}

/** As `decisionCase`, with the row that is still to be shown. */
export type ReadCase = Omit<DecisionCase, 'decision'> & { readonly row: DecisionRow }

/** The service's answer, or null where it has none now: what was decided is shown all the same. */
export async function readOrNull(transaction: TransactionId, who: Who, needs: CaseNeeds) {
  try {
    return await readNow(transaction, who, needs)
  } catch (thrown) {
    if (thrown instanceof ProblemError) return null
    throw thrown
  }
}

/**
 * What a decision was made on, beside what the service says now. What whoever may answer looks at is put
 * on their desk, so that the answer can say what moved meanwhile. Throws `not_found`.
 */
export async function readCase(id: string, who: Who, needs: CaseNeeds): Promise<ReadCase> {
  const { store, seal, transactionView } = needs
  await expireDecisions(store, who.scope.environment)
  const row = await decisionFor(id, who, needs)
  const transaction = transactionId.parse(row.transaction_id)
  const own = await readOrNull(transaction, who, needs)
  const frozen = seenBy(row, needs)
  const seen = frozen === null ? null : await transactionView(transaction, frozen, who)
  const now = own === null ? null : await transactionView(transaction, own, who)
  const person = who.actor.session
  if (own !== null && row.status === 'waiting' && !isPerson(person, row)) {
    const place = { environment: who.scope.environment, transaction, person }
    await openDesk(store.db, place, own, { seal, now: Date.now() })
  }
  return {
    row,
    seen,
    firedThen: frozen?.fired !== undefined,
    now,
    nowReading: own?.reading ?? null,
    print: own === null ? null : printOf(own.record, seal),
    changed: seen === null || now === null ? [] : differences(seen, now),
  }
}
