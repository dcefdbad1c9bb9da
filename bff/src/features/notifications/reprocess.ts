import { setTimeout as timer } from 'node:timers/promises'
import { transactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { transactInCall } from '../../platform/database/transaction.ts'
import { type Actor, route, type Scope } from '../../platform/http/route.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { ask } from '../../records/read-queue.ts'
import { presentReceived, type ReceivedRow } from './present-received.ts'
import { type LedgerNeeds, rowsInScope, shownColumns } from './received-rows.ts'

export interface ReprocessNeeds extends LedgerNeeds {
  readonly seal: Seal
}

interface Reprocessed {
  readonly before: ReceivedRow
  readonly after: ReceivedRow
}

/** A person waits so long for the read that confirms; then the answer says that it is still waiting. */
const waitMs = 6_000
const lookMs = 100

/** What a reason is sealed for. */
export function reasonPurpose(environment: string, notification: number): string {
  return `reprocessing/${environment}/${notification}`
}

async function rowOf(needs: LedgerNeeds, scope: Scope, notification: number): Promise<ReceivedRow> {
  const row = await rowsInScope(needs, scope)
    .select(shownColumns)
    .where('inbox.seq', '=', notification)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

interface Wanted {
  readonly reason: string
  readonly ticket?: string | undefined
}

/** Puts the row back to where it is worked on, with who wanted it and why; gives the number of the note. */
async function begin(
  before: ReceivedRow,
  { reason, ticket }: Wanted,
  { actor: { session }, scope: { environment } }: { actor: Actor; scope: Scope },
  { store, seal }: ReprocessNeeds,
): Promise<number> {
  const { seq } = before
  const now = Date.now()
  const transaction = transactionId.safeParse(before.transaction_id).data
  const noted = await transactInCall(store, `notification/${seq}`, async (trx) => {
    const { seq: number } = await trx
      .insertInto('reprocessings')
      .values({
        environment,
        inbox_seq: seq,
        at: now,
        issuer: session.issuer,
        subject: session.subject,
        reason: seal.seal(reasonPurpose(environment, seq), reason),
        ticket: ticket ?? null,
        before_effect: before.effect,
        after_effect: null,
      })
      .returning('seq')
      .executeTakeFirstOrThrow()
    // One that names no transaction is looked at again from its bytes; any other is re-read, and what was
    // found of it the first time stays.
    const again =
      transaction === undefined
        ? ({ status: 'new', kind: null, tries: 0, why: null } as const)
        : ({ status: 'waiting', why: null } as const)
    await trx.updateTable('inbox').set(again).where('seq', '=', seq).execute()
    if (transaction !== undefined)
      await ask(trx, [{ environment, transaction, why: 'notification', dueAt: now }], now)
    return number
  })
  store.wake(transaction === undefined ? 'inbox' : 'due')
  return noted
}

/** The row once it was worked on, or as it is when the time is up. */
async function settled(needs: ReprocessNeeds, scope: Scope, notification: number): Promise<ReceivedRow> {
  const until = performance.now() + waitMs
  for (;;) {
    const row = await rowOf(needs, scope, notification)
    const open = row.status === 'new' || row.status === 'waiting'
    if (!open || performance.now() > until) return row
    await timer(lookMs)
  }
}

export const reprocessNotification = route(endpoints.reprocessNotification, {
  permission: 'ledger.reprocess',
  audit: ({ params }) => ({
    action: 'notification.reprocessed',
    about: { kind: 'notification', id: String(params.notification) },
  }),
  async handle({ params, body, actor, scope }, needs: ReprocessNeeds): Promise<Reprocessed> {
    refusePersonalTicket('ticket', body.ticket)
    const before = await rowOf(needs, scope, params.notification)
    const noted = await begin(before, body, { actor, scope }, needs)
    const after = await settled(needs, scope, params.notification)
    await needs.store.db
      .updateTable('reprocessings')
      .set({ after_effect: after.effect })
      .where('seq', '=', noted)
      .execute()
    return { before, after }
  },
  present: ({ before, after }) => ({ before: presentReceived(before), after: presentReceived(after) }),
})
