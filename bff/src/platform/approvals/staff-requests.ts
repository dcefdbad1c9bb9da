import type { AnswerOutcome, RequestOutcome } from '@paydesk/shared/core/approval'
import type { Kysely, Transaction } from 'kysely'
import { hasPersonalData } from '../access/personal-data.ts'
import type { Store } from '../database/database.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import type { DatabaseSchema } from '../database/schema/schema.ts'
import { withRequestTransaction } from '../database/transaction.ts'
import type { Actor, ScopedActor } from '../http/route.ts'
import { ProblemError } from '../problem/problem.ts'
import { isPossiblySamePerson, type Person } from '../session/person.ts'

export interface StaffRequestDeps {
  readonly store: Store
  readonly cipher: FieldCipher
}

/** Kind of request that one person makes and another person answers, once. */
export interface StaffRequestRules<Row> {
  /** Prefix of the locks under which answers of this kind are written. */
  readonly lock: string
  /** Finds a request among those that this person may see. */
  readonly find: (db: Kysely<DatabaseSchema>, id: string, caller: ScopedActor) => Promise<Row | undefined>
  /** Returns false once the request is answered or its time is over. */
  readonly isOpen: (row: Row, now: number) => boolean
  /** Returns false for the person who asked, and for a role that is not asked. */
  readonly mayAnswer: (row: Row, actor: Actor) => boolean
  /** Appends the live-stream change of a step, at the end of its transaction. */
  readonly appendChange: (
    trx: Transaction<DatabaseSchema>,
    dialect: Store['dialect'],
    row: Row,
    now: number,
  ) => Promise<void>
}

/** Request after a step, with the cipher that decrypts its texts. */
export interface StaffRequestResult<Row, Answer extends string> {
  readonly answer: Answer
  readonly row: Row
  readonly cipher: FieldCipher
}

export type CreateStaffRequestResult<Row> = StaffRequestResult<Row, RequestOutcome>
export type AnswerStaffRequestResult<Row> = StaffRequestResult<Row, AnswerOutcome>

/** Part of a transaction; `now` in ms since 1970. */
type Step<Result> = (trx: Transaction<DatabaseSchema>, now: number) => Promise<Result>

/**
 * Rule for approvals: returns false for the person who asked, in any role and session, and for an account that
 * looks like theirs.
 */
export function isAnotherPerson(requester: Person, { session }: Actor): boolean {
  return !isPossiblySamePerson(requester, session)
}

/** Finds a request. Throws `not_found`. */
export async function findStaffRequest<Row>(
  kind: StaffRequestRules<Row>,
  id: string,
  caller: ScopedActor,
  { store }: Pick<StaffRequestDeps, 'store'>,
): Promise<Row> {
  const row = await kind.find(store.db, id, caller)
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/** Returns true if this person may answer the request now. */
export function canAnswerStaffRequest<Row>(
  { isOpen, mayAnswer }: StaffRequestRules<Row>,
  row: Row,
  actor: Actor,
  now: number,
): boolean {
  return isOpen(row, now) && mayAnswer(row, actor)
}

/** Runs a step of a request and appends its change; `writtenBy` returns undefined if nothing was written. */
async function runStep<Row, Result>(
  kind: Pick<StaffRequestRules<Row>, 'appendChange'>,
  lockKey: string,
  { store }: Pick<StaffRequestDeps, 'store'>,
  step: Step<Result>,
  writtenBy: (result: Result) => Row | undefined,
): Promise<Result> {
  const done = await withRequestTransaction(store, lockKey, async (trx) => {
    const now = Date.now()
    const result = await step(trx, now)
    const row = writtenBy(result)
    if (row !== undefined) await kind.appendChange(trx, store.dialect, row, now)
    return result
  })
  store.wake('changes')
  return done
}

/** Creates a request, or returns the one that is open already: `step` tells which of the two it did. */
export async function createStaffRequest<Row>(
  kind: StaffRequestRules<Row>,
  lockKey: string,
  deps: StaffRequestDeps,
  step: Step<Omit<CreateStaffRequestResult<Row>, 'cipher'>>,
): Promise<CreateStaffRequestResult<Row>> {
  const asked = await runStep(kind, lockKey, deps, step, ({ answer, row }) =>
    answer === 'asked' ? row : undefined,
  )
  return { ...asked, cipher: deps.cipher }
}

/** Consumes what a request grants, once: `write` returns undefined if it was used. Throws `not_found`. */
export async function consumeStaffRequest<Row>(
  kind: StaffRequestRules<Row>,
  id: string,
  deps: Pick<StaffRequestDeps, 'store'>,
  write: Step<Row | undefined>,
): Promise<Row> {
  const row = await runStep(kind, `${kind.lock}/${id}`, deps, write, (written) => written)
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Answers the request of another person. Only the first answer counts: `write` must change nothing if the
 * request is not open any more. Throws `not_found`, `not_allowed`, and the problems of `write`.
 */
export async function answerStaffRequest<Row>(
  kind: StaffRequestRules<Row>,
  id: string,
  caller: ScopedActor,
  deps: StaffRequestDeps,
  write: (trx: Transaction<DatabaseSchema>, now: number, before: Row) => Promise<Row | undefined>,
): Promise<AnswerStaffRequestResult<Row>> {
  const { cipher } = deps
  const before = await findStaffRequest(kind, id, caller, deps)
  if (!kind.mayAnswer(before, caller.actor)) throw new ProblemError('not_allowed')
  const row = kind.isOpen(before, Date.now())
    ? await runStep(
        kind,
        `${kind.lock}/${id}`,
        deps,
        (trx, now) => write(trx, now, before),
        (written) => written,
      )
    : undefined
  if (row !== undefined) return { answer: 'done', row, cipher }
  return { answer: 'too_late', row: await findStaffRequest(kind, id, caller, deps), cipher }
}

/**
 * Rejects personal data in the text of an answer, apart from `allowed`: a role that may see less reads it.
 * Line breaks are allowed. Throws `bad_request` naming `text`.
 */
export function rejectPersonalDataInAnswer(text: string | undefined, allowed?: string): void {
  if (text === undefined) return
  const plain = allowed === undefined ? text : text.replaceAll(allowed, ' ')
  if (!hasPersonalData(plain.replace(/[\r\n\t]+/g, ' '))) return
  throw new ProblemError('bad_request', { fields: [{ name: 'text', rule: 'no_personal_data' }] })
}
