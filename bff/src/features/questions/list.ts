import type {
  ListedQuestion,
  QuestionList,
  QuestionListFilter,
  questionQuerySchema,
} from '@paydesk/shared/cases/questions'
import type { CustomerHandle } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import type { z } from 'zod'
import { guardValue } from '../../platform/access/guarded.ts'
import type { StaffRequestDeps } from '../../platform/approvals/staff-requests.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Actor, ScopedActor } from '../../platform/http/route.ts'
import type { SqlCondition } from '../../platform/list-query/conditions.ts'
import { type CursorPosition, decryptCursor, encryptCursor } from '../../platform/list-query/cursor.ts'
import { countRows, type ListCount, presentCappedCount } from '../../platform/list-query/page.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import { buildInboxLiveChange } from '../../records/inbox/entry-rows.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import {
  type FactsByTransaction,
  loadTransactionFacts,
  presentTransactionFacts,
} from '../../records/observations/transaction-facts.ts'
import { getAnsweringRole, presentQuestion, type QuestionRow, selectVisibleQuestions } from './rows.ts'

export interface ListQuestionsDeps extends StaffRequestDeps {
  readonly handles: HandleStore
}

/** Facts of our records about the subjects of questions. */
interface SubjectFacts {
  readonly transactions: FactsByTransaction
  /** RIDs by customer handle; null if the RID is not known. */
  readonly rids: ReadonlyMap<string, string | null>
}

export interface LoadedQuestions extends Pick<QuestionList, 'next' | 'waiting' | 'newAnswers'> {
  readonly rows: readonly QuestionRow[]
  readonly subjects: SubjectFacts
}

const pageSize = 50

type Query = z.output<typeof questionQuerySchema>

/** Selects the questions of a filter that this person may see. */
export function selectQuestions(
  { db }: Pick<Store, 'db'>,
  caller: ScopedActor,
  { show = 'open', customer }: QuestionListFilter,
) {
  const { issuer, subject } = caller.actor.session
  const visible = selectVisibleQuestions(db, caller)
  const seen = customer === undefined ? visible : visible.where(isAboutCustomer(customer, caller))
  if (show === 'all') return seen
  const open = seen.where('answered_at', 'is', null)
  if (show === 'asked') return seen.where('issuer', '=', issuer).where('subject', '=', subject)
  return show === 'to_answer' ? selectAnswerableQuestions(caller, open) : open
}

/** Condition for questions about a customer or one of its transactions. */
function isAboutCustomer(customer: CustomerHandle, { scope }: ScopedActor): SqlCondition {
  return sql`(subject_id = ${customer} or subject_id in (select t.id from transactions t
    where t.environment = ${scope.environment} and t.customer = ${customer}))`
}

type QuestionSelect = ReturnType<typeof selectVisibleQuestions>

/** Selects, among open questions, those that this person may answer. */
export function selectAnswerableQuestions({ actor }: ScopedActor, open: QuestionSelect): QuestionSelect {
  const { issuer, subject } = actor.session
  const desk = getAnsweringRole(actor)
  return open.where((is) =>
    desk === null
      ? is.lit(false)
      : is.and([
          is('desk', '=', desk),
          is.not(is.and([is('issuer', '=', issuer), is('subject', '=', subject)])),
        ]),
  )
}

const countQuestions = async (some: QuestionSelect): Promise<number> => {
  const { n } = await some.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return n
}

/** Counts the questions on the list of a filter. */
export async function countQuestionList(
  filter: QuestionListFilter,
  caller: ScopedActor,
  { store }: Pick<StaffRequestDeps, 'store'>,
): Promise<ListCount> {
  return presentCappedCount(await countQuestions(selectQuestions(store, caller, filter)))
}

/** Counts the rows of an export, up to `max`. */
export function countQuestionExport(
  filter: QuestionListFilter,
  caller: ScopedActor,
  max: number,
  { store }: { readonly store: Store },
): Promise<number> {
  return countRows(selectQuestions(store, caller, filter).select('id').limit(max), store)
}

/** Loads rows from the cursor on, without those of its instant that were listed before. */
function loadRowsAfter(some: QuestionSelect, position: CursorPosition | null): Promise<QuestionRow[]> {
  return some
    .selectAll()
    .$if(position !== null, (query) => query.where('at', '<=', position?.value ?? 0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .offset(position?.seq ?? 0)
    .execute()
}

/** Builds a cursor: the instant of the last row, and the number of rows of that instant listed so far. */
function buildCursorPosition(rows: readonly QuestionRow[], before: CursorPosition | null): CursorPosition {
  const at = rows.at(-1)?.at ?? 0
  const same = rows.filter((row) => row.at === at).length
  return { value: at, seq: same + (before?.value === at ? before.seq : 0) }
}

/** Marks answers as seen, and tells the other windows of this person that their inbox has changed. */
async function markAnswersSeen(
  store: Store,
  answers: readonly QuestionRow[],
  { actor, scope }: ScopedActor,
): Promise<void> {
  const now = Date.now()
  const ids = answers.map(({ id }) => id)
  await withTransaction(store, async (trx) => {
    await trx.updateTable('questions').set({ seen_at: now }).where('id', 'in', ids).execute()
    await appendLiveChange(trx, store.dialect, buildInboxLiveChange(scope.environment, actor.session), now)
  })
  store.wake('changes')
}

export async function loadQuestionSubjectFacts(
  rows: readonly QuestionRow[],
  { scope }: ScopedActor,
  { store, handles }: ListQuestionsDeps,
): Promise<SubjectFacts> {
  const aboutTransactions = rows.filter(({ subject_kind }) => subject_kind === 'transaction')
  const aboutCustomers = rows.filter(({ subject_kind }) => subject_kind === 'customer')
  const named = aboutCustomers.map(({ subject_id, merchant }) => ({ customer: subject_id, merchant }))
  const [transactions, customers] = await Promise.all([
    loadTransactionFacts(
      aboutTransactions.map(({ subject_id }) => subject_id),
      scope,
      { store, handles },
    ),
    attachCustomerRids(named, scope.environment, handles),
  ])
  return { transactions, rids: new Map(customers.map(({ row, rid }) => [row.customer, rid])) }
}

/** Presents a question with the facts of its subject, masked for the role of this person. */
export function presentListedQuestion(
  row: QuestionRow,
  { transactions, rids }: SubjectFacts,
  actor: Actor,
  cipher: FieldCipher,
): ListedQuestion {
  const fieldAccess = actor.fieldAccess
  const isTransaction = row.subject_kind === 'transaction'
  return {
    ...presentQuestion(row, actor, cipher),
    facts: isTransaction ? presentTransactionFacts(row.subject_id, transactions, fieldAccess) : null,
    customer: isTransaction
      ? null
      : {
          rid: fieldAccess.mask(guardValue('rid', rids.get(row.subject_id) ?? null)),
          merchant: fieldAccess.mask(guardValue('original.merchant_id', row.merchant)),
        },
  }
}

/**
 * Loads one page of the questions this person may see. Listing one's own questions marks their answers as
 * seen from the next request on, unless a page refreshes in the background. Throws `bad_request` if `after`
 * is not of this list.
 */
export async function loadQuestionList(
  { show = 'open', customer, after }: Query,
  caller: ScopedActor,
  deps: ListQuestionsDeps,
): Promise<LoadedQuestions> {
  const { store, cipher } = deps
  const { issuer, subject } = caller.actor.session
  const bound = { list: 'questions' as const, filter: { show, customer }, ...caller, cipher }
  const position = after === undefined ? null : decryptCursor(after, bound).position
  const seen = selectVisibleQuestions(store.db, caller)
  const own = seen.where('issuer', '=', issuer).where('subject', '=', subject)
  const rows = await loadRowsAfter(selectQuestions(store, caller, { show, customer }), position)
  const listed = rows.slice(0, pageSize)
  const isLooked = show === 'asked' && !caller.actor.isBackgroundRefresh
  const news = isLooked ? listed.filter(({ answered_at, seen_at }) => answered_at && !seen_at) : []
  if (news.length > 0) await markAnswersSeen(store, news, caller)
  const next =
    rows.length > pageSize ? encryptCursor(buildCursorPosition(listed, position), Date.now(), bound) : null
  const waiting = await countQuestions(
    selectAnswerableQuestions(caller, seen.where('answered_at', 'is', null)),
  )
  // Count after marking the listed ones: another window of this person may list them at the same moment.
  const newAnswers = await countQuestions(
    own.where('answered_at', 'is not', null).where('seen_at', 'is', null),
  )
  return {
    rows: listed,
    subjects: await loadQuestionSubjectFacts(listed, caller, deps),
    next,
    waiting,
    newAnswers,
  }
}
