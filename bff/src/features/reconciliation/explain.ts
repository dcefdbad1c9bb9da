import type {
  DiscrepancyId,
  DiscrepancyReason,
  ExplainDiscrepancyRequest,
} from '@paydesk/shared/cases/reconciliation'
import type { Transaction } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { buildDiscrepancyLiveChange, type DiscrepancyRow } from '../../records/rules/discrepancies.ts'
import { getDiscrepancyScope } from './filters.ts'
import {
  attachDiscrepancyCustomerRids,
  type DiscrepancyForDisplay,
  type DiscrepancyListDeps,
} from './list.ts'
import { getDiscrepancyReasons } from './reasons.ts'
import { attachDiscrepancyExplanations } from './rows.ts'

export interface ExplainDiscrepancyDeps extends DiscrepancyListDeps {
  /** Rate limit per person: explanations are stored for ever. */
  readonly reviewLimits: { writes(actor: Pick<Actor, 'session'>): void }
  readonly store: Store
  readonly config: DiscrepancyListDeps['config'] & {
    readonly reconciliation: { readonly reasons: readonly DiscrepancyReason[] | null }
  }
}

export interface ExplainDiscrepancyCall {
  readonly params: { readonly discrepancy: DiscrepancyId }
  readonly body: ExplainDiscrepancyRequest
  readonly actor: Actor
  readonly scope: Scope
}

export interface ExplainDiscrepancyResult {
  readonly answer: 'explained' | 'closed'
  readonly line: DiscrepancyForDisplay
  readonly merchant: string
}

/** Returns the discrepancy if this person may see it; else undefined, as for one that does not exist. */
function findVisibleDiscrepancy(
  trx: Pick<Transaction<DatabaseSchema>, 'selectFrom'>,
  { params, actor, scope }: ExplainDiscrepancyCall,
  store: Store,
): Promise<DiscrepancyRow | undefined> {
  const { environment, merchants, kinds } = getDiscrepancyScope({ actor, scope }, store)
  if (merchants.length === 0 || kinds.length === 0) return Promise.resolve(undefined)
  return trx
    .selectFrom('discrepancies')
    .selectAll()
    .where('id', '=', params.discrepancy)
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .where('kind', 'in', kinds)
    .executeTakeFirst()
}

/** Adds an explanation and counts it; null if the discrepancy was closed meanwhile. */
async function insertExplanation(
  trx: Transaction<DatabaseSchema>,
  { params, body, actor: { session } }: ExplainDiscrepancyCall,
  cipher: FieldCipher,
  now: number,
): Promise<DiscrepancyRow | null> {
  const row = await trx
    .updateTable('discrepancies')
    .set((eb) => ({ explained: eb('explained', '+', 1), version: eb('version', '+', 1) }))
    .where('id', '=', params.discrepancy)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const said = {
    item: row.id,
    environment: row.environment,
    nth: row.explained,
    at: now,
    issuer: session.issuer,
    subject: session.subject,
    name: cipher.seal(staffTextCipherContext, session.name),
    reason: body.reason,
    sealed_text: body.text === undefined ? null : cipher.seal(staffTextCipherContext, body.text),
    ticket: body.ticket ?? null,
  }
  await trx.insertInto('discrepancy_explanations').values(said).execute()
  return row
}

/**
 * Records an explanation of a discrepancy, which stays until the facts agree; earlier explanations are kept.
 * Throws `too_many_requests`, `bad_request` naming `reason` or `ticket`, and `not_found`.
 */
export async function recordDiscrepancyExplanation(
  call: ExplainDiscrepancyCall,
  deps: ExplainDiscrepancyDeps,
): Promise<ExplainDiscrepancyResult> {
  const { store, cipher, handles, config } = deps
  const { reason, ticket } = call.body
  deps.reviewLimits.writes(call.actor)
  if (!getDiscrepancyReasons(config.reconciliation).some(({ code }) => code === reason))
    throw new ProblemError('bad_request', { fields: [{ name: 'reason', rule: 'listed_reason' }] })
  rejectPersonalDataInTicket('ticket', ticket)
  if ((await findVisibleDiscrepancy(store.db, call, store)) === undefined) throw new ProblemError('not_found')
  const now = Date.now()
  const written = await withRequestTransaction(
    store,
    `discrepancy/${call.params.discrepancy}`,
    async (trx) => {
      const row = await insertExplanation(trx, call, cipher, now)
      if (row !== null) await appendLiveChange(trx, store.dialect, buildDiscrepancyLiveChange(row), now)
      return row
    },
  )
  if (written !== null) store.wake('changes')
  const row = written ?? (await findVisibleDiscrepancy(store.db, call, store))
  if (row === undefined) throw new ProblemError('not_found')
  const explained = await attachDiscrepancyExplanations(store.db, [row])
  const [line] = await attachDiscrepancyCustomerRids(explained, call.scope.environment, handles)
  if (line === undefined) throw new ProblemError('not_found')
  return { answer: written === null ? 'closed' : 'explained', line, merchant: row.merchant }
}
