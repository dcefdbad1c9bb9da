import { transactionId } from '@paydesk/shared/core/ids'
import { readState } from '@paydesk/shared/core/state'
import type { DecisionReason } from '@paydesk/shared/work/decision'
import { type DecisionView, decisionId } from '@paydesk/shared/work/decision'
import type { Kysely } from 'kysely'
import type { Sight } from '../../../platform/access/field-access.ts'
import type { Seal } from '../../../platform/database/field-cipher.ts'
import type { Schema } from '../../../platform/database/schema/schema.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { isPerson, mayBePerson, type Person } from '../../../platform/session/person.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { rulesOf, type Sees } from '../../../records/review-items.ts'
import { type ActionRow, offSays, onOrWhySays, presentAction } from '../operator-actions/action-rows.ts'
import { openSealed, showNote } from '../present.ts'
import { reasonNamed } from '../reasons.ts'
import { needsInWords } from '../second-person.ts'

/** Who looks at decisions, and what is needed to show them. */
export interface Onlooker {
  readonly sight: Sight
  readonly session: Person
  readonly mayWork: boolean
  readonly seal: Seal
  readonly reasons: readonly DecisionReason[]
  /** So long the service may leave a decision before others than its maker may close it (ms). */
  readonly staleMs: number
}

/** The same person's eyes for every decision of a call. */
export function onlookerOf(
  { sight, session, permissions }: Actor,
  more: Pick<Onlooker, 'seal' | 'reasons' | 'staleMs'>,
): Onlooker {
  return { sight, session, mayWork: permissions.has('review.work'), ...more }
}

/** Decisions that this person may see: as with items, without `every` only those about identity and documents. */
export function decisionsSeen(db: Kysely<Schema>, { environment, merchants, every }: Sees) {
  return db
    .selectFrom('decisions')
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .$if(!every, (query) => query.where('concerns', '!=', ''))
}

/** The same for a decision at hand. */
export function isSeen(row: DecisionRow, { environment, merchants, every }: Sees): boolean {
  const isInScope = row.environment === environment && merchants.includes(row.merchant)
  return isInScope && (every || row.concerns !== '')
}

/** Every decision about a transaction, newest first. */
export function decisionsAbout(db: Kysely<Schema>, sees: Sees, transaction: string): Promise<DecisionRow[]> {
  return decisionsSeen(db, sees)
    .selectAll()
    .where('transaction_id', '=', transaction)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const time = (at: number) => new Date(at).toISOString()
const timeOrNull = (at: number | null) => (at === null ? null : time(at))

/** Null where this person may answer as the second one. */
function whyNot(row: DecisionRow, { session, mayWork }: Onlooker): string | null {
  if (row.status !== 'waiting') return 'It waits for nobody’s answer'
  if (!mayWork) return 'Your role reads decisions and answers none'
  return mayBePerson(session, row) ? 'It is your own decision: somebody else has to answer' : null
}

function secondOf(row: DecisionRow, onlooker: Onlooker): DecisionView['second'] {
  const { second_issuer, second_subject, second_name, second_at, second_answer: answer, second_text } = row
  if (second_at === null || answer === null || second_name === null) return null
  const me = isPerson(onlooker.session, { issuer: second_issuer ?? '', subject: second_subject ?? '' })
  return {
    by: { name: openSealed(second_name, onlooker.seal), me },
    at: time(second_at),
    answer,
    text: second_text === null ? { seen: 'absent' } : showNote(second_text, onlooker),
  }
}

function withdrawnOf(row: DecisionRow, onlooker: Onlooker) {
  const { withdrawn_issuer, withdrawn_subject, withdrawn_name, withdrawn_text } = row
  const person = { issuer: withdrawn_issuer ?? '', subject: withdrawn_subject ?? '' }
  return {
    withdrawnAt: timeOrNull(row.withdrawn_at),
    withdrawnBy:
      withdrawn_name === null
        ? null
        : { name: openSealed(withdrawn_name, onlooker.seal), me: isPerson(onlooker.session, person) },
    withdrawnText: withdrawn_text === null ? null : showNote(withdrawn_text, onlooker),
  }
}

/** Since when others than its maker may close it; null where it does not wait for the service. */
function staleAtOf({ status, live, second_at, at }: DecisionRow, { staleMs }: Onlooker): string | null {
  return status === 'confirmed' && live === 1 ? time((second_at ?? at) + staleMs) : null
}

function outcomeOf({ outcome_from, outcome_to, outcome_state }: DecisionRow): DecisionView['outcome'] {
  if (outcome_to === null || outcome_state === null) return null
  return { from: timeOrNull(outcome_from), to: time(outcome_to), state: readState(outcome_state) }
}

/** A decision as it stands beside its item. */
export function markOf(row: DecisionRow, { session }: Pick<Onlooker, 'session'>) {
  return {
    decision: decisionId.parse(row.id),
    verdict: row.verdict,
    status: row.status,
    followUp: row.follow_up,
    mine: isPerson(session, row),
  }
}

/** What is asked of the service for decisions: whether anything is, and each one's own. */
export interface Acts {
  isOn(environment: string): boolean
  /** By decision. */
  readonly rows: ReadonlyMap<string, ActionRow>
}

function carryingOf(row: DecisionRow, { isOn, rows }: Acts): Pick<DecisionView, 'carriedOut' | 'action'> {
  const on = isOn(row.environment)
  const action = rows.get(row.id)
  return {
    carriedOut: { on, says: on ? onOrWhySays(row.verdict) : offSays },
    action: action === undefined ? null : presentAction(action),
  }
}

/** One decision as this person may see it: texts of staff under their cell, names of staff for their colleagues. */
export function presentDecision(row: DecisionRow, onlooker: Onlooker, acts: Acts): DecisionView {
  const mark = markOf(row, onlooker)
  const { mine } = mark
  const refusal = whyNot(row, onlooker)
  const staleAt = staleAtOf(row, onlooker)
  return {
    ...mark,
    transaction: transactionId.parse(row.transaction_id),
    reason: reasonNamed(onlooker.reasons, row.verdict, row.reason),
    text: showNote(row.sealed_text, onlooker),
    ticket: row.ticket === null ? { seen: 'absent' } : { seen: 'clear', text: row.ticket },
    by: { name: openSealed(row.name, onlooker.seal), me: mine },
    at: time(row.at),
    state: readState(row.state),
    needed: needsInWords(rulesOf({ second: row.needed })),
    expiresAt: row.status === 'waiting' ? timeOrNull(row.expires_at) : null,
    second: secondOf(row, onlooker),
    ...withdrawnOf(row, onlooker),
    outcome: outcomeOf(row),
    mayAnswer: refusal === null,
    whyNot: refusal,
    mayWithdraw: mine && onlooker.mayWork && row.live === 1,
    staleAt,
    mayClose: staleAt !== null && !mine && onlooker.mayWork,
    ...carryingOf(row, acts),
  }
}
