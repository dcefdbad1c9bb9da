import type { DriftItem, DriftReason, ExplainRequest } from '@paydesk/shared/work/drift'
import type { Transaction } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { transactInCall } from '../../platform/database/transaction.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { type DriftItemRow, driftChange } from '../../records/rules/drift-items.ts'
import { type Line, type ListNeeds, linesOf } from './list.ts'
import { reasonsOf } from './reasons.ts'
import { withExplanations } from './rows.ts'
import { seesOf } from './wanted.ts'

export interface ExplainNeeds extends ListNeeds {
  /** What is said stays for ever: one person says no more a minute than hands can. */
  readonly reviewLimits: { writes(actor: Pick<Actor, 'session'>): void }
  readonly store: Store
  readonly config: ListNeeds['config'] & {
    readonly drift: { readonly reasons: readonly DriftReason[] | null }
  }
}

export interface ExplainCall {
  readonly params: { readonly item: DriftItem }
  readonly body: ExplainRequest
  readonly actor: Actor
  readonly scope: Scope
}

export interface Said {
  readonly answer: 'explained' | 'closed'
  readonly line: Line
  readonly merchant: string
}

function refuse(name: string, expected: string): never {
  throw new ProblemError('bad_request', { fields: [{ name, expected }] })
}

/** The item that this person may see; undefined for every other one, and for one that there is not. */
function itemOf(
  trx: Pick<Transaction<Schema>, 'selectFrom'>,
  { params, actor, scope }: ExplainCall,
  store: Store,
): Promise<DriftItemRow | undefined> {
  const { environment, merchants, kinds } = seesOf({ actor, scope }, store)
  if (merchants.length === 0 || kinds.length === 0) return Promise.resolve(undefined)
  return trx
    .selectFrom('drift_items')
    .selectAll()
    .where('id', '=', params.item)
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .where('kind', 'in', kinds)
    .executeTakeFirst()
}

/** Counts one more explanation of an item and adds it; null where the facts agree meanwhile. */
async function add(
  trx: Transaction<Schema>,
  { params, body, actor: { session } }: ExplainCall,
  seal: Seal,
  now: number,
): Promise<DriftItemRow | null> {
  const row = await trx
    .updateTable('drift_items')
    .set((eb) => ({ explained: eb('explained', '+', 1), version: eb('version', '+', 1) }))
    .where('id', '=', params.item)
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
    name: seal.seal(reviewSealed, session.name),
    reason: body.reason,
    sealed_text: body.text === undefined ? null : seal.seal(reviewSealed, body.text),
    ticket: body.ticket ?? null,
  }
  await trx.insertInto('drift_explanations').values(said).execute()
  return row
}

/**
 * Records what somebody says of a difference. It stays until the facts agree; what was said before stays too.
 * Throws `too_many_requests`, `bad_request` naming `reason` or `ticket`, and `not_found`.
 */
export async function explain(call: ExplainCall, needs: ExplainNeeds): Promise<Said> {
  const { store, seal, handles, config } = needs
  const { reason, ticket } = call.body
  needs.reviewLimits.writes(call.actor)
  if (!reasonsOf(config.drift).some(({ code }) => code === reason)) refuse('reason', 'a reason of the list')
  refusePersonalTicket('ticket', ticket)
  if ((await itemOf(store.db, call, store)) === undefined) throw new ProblemError('not_found')
  const now = Date.now()
  const written = await transactInCall(store, `drift/${call.params.item}`, async (trx) => {
    const row = await add(trx, call, seal, now)
    if (row !== null) await appendChange(trx, store.dialect, driftChange(row), now)
    return row
  })
  if (written !== null) store.wake('changes')
  const row = written ?? (await itemOf(store.db, call, store))
  if (row === undefined) throw new ProblemError('not_found')
  const explained = await withExplanations(store.db, [row])
  const [line] = await linesOf(explained, call.scope.environment, handles)
  if (line === undefined) throw new ProblemError('not_found')
  return { answer: written === null ? 'closed' : 'explained', line, merchant: row.merchant }
}
