import { setTimeout as timer } from 'node:timers/promises'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { defineRoute, type Scope, type ScopedActor } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { enqueueTransactionRead } from '../../records/read-queue.ts'
import { presentReceivedNotification, type ReceivedNotificationRow } from './present-received.ts'
import {
  type ReceivedNotificationDeps,
  receivedNotificationColumns,
  selectReceivedNotificationsInScope,
} from './received-rows.ts'

export interface ReprocessNotificationDeps extends ReceivedNotificationDeps {
  readonly cipher: FieldCipher
}

interface ReprocessResult {
  readonly before: ReceivedNotificationRow
  readonly after: ReceivedNotificationRow
}

/**
 * Time limit for waiting on the confirming read (ms); then the response says that the
 * notification still waits.
 */
const maxWaitMs = 6_000
const pollMs = 100

/** Encryption context of a reason. */
export function buildReprocessReasonCipherContext(environment: string, notification: number): string {
  return `reprocessing/${environment}/${notification}`
}

async function loadRow(
  deps: ReceivedNotificationDeps,
  scope: Scope,
  notification: number,
): Promise<ReceivedNotificationRow> {
  const row = await selectReceivedNotificationsInScope(deps, scope)
    .select(receivedNotificationColumns)
    .where('notification_queue.seq', '=', notification)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

interface ReprocessReason {
  readonly reason: string
  readonly ticket?: string | undefined
}

/** Resets a row for processing, with who asked for it and why. Returns the number of the note. */
async function startReprocessing(
  before: ReceivedNotificationRow,
  { reason, ticket }: ReprocessReason,
  { actor: { session }, scope: { environment } }: ScopedActor,
  { store, cipher }: ReprocessNotificationDeps,
): Promise<number> {
  const { seq } = before
  const now = Date.now()
  const transaction = transactionIdSchema.safeParse(before.transaction_id).data
  const noted = await withRequestTransaction(store, `notification/${seq}`, async (trx) => {
    const { seq: number } = await trx
      .insertInto('notification_reprocessings')
      .values({
        environment,
        notification_seq: seq,
        at: now,
        issuer: session.issuer,
        subject: session.subject,
        reason: cipher.seal(buildReprocessReasonCipherContext(environment, seq), reason),
        ticket: ticket ?? null,
        before_effect: before.effect,
        after_effect: null,
      })
      .returning('seq')
      .executeTakeFirstOrThrow()
    // Parse a notification without a transaction again from its bytes. For any other, enqueue a read; the
    // result of the first time stays.
    const again =
      transaction === undefined
        ? ({ status: 'new', kind: null, tries: 0, why: null } as const)
        : ({ status: 'waiting', why: null } as const)
    await trx.updateTable('notification_queue').set(again).where('seq', '=', seq).execute()
    if (transaction !== undefined)
      await enqueueTransactionRead(trx, [{ environment, transaction, why: 'notification', dueAt: now }], now)
    return number
  })
  store.wake(transaction === undefined ? 'notifications' : 'reads')
  return noted
}

/** Returns the row once it is processed, or its current state at the time limit. */
async function waitUntilProcessed(
  deps: ReprocessNotificationDeps,
  scope: Scope,
  notification: number,
): Promise<ReceivedNotificationRow> {
  const until = performance.now() + maxWaitMs
  for (;;) {
    const row = await loadRow(deps, scope, notification)
    const open = row.status === 'new' || row.status === 'waiting'
    if (!open || performance.now() > until) return row
    await timer(pollMs)
  }
}

export const reprocessNotificationRoute = defineRoute(endpoints.reprocessNotification, {
  permission: 'notification_queue.reprocess',
  audit: ({ params }) => ({
    action: 'notification.reprocessed',
    about: { kind: 'notification', id: String(params.notification) },
  }),
  async handle({ params, body, actor, scope }, deps: ReprocessNotificationDeps): Promise<ReprocessResult> {
    rejectPersonalDataInTicket('ticket', body.ticket)
    const before = await loadRow(deps, scope, params.notification)
    const noted = await startReprocessing(before, body, { actor, scope }, deps)
    const after = await waitUntilProcessed(deps, scope, params.notification)
    await deps.store.db
      .updateTable('notification_reprocessings')
      .set({ after_effect: after.effect })
      .where('seq', '=', noted)
      .execute()
    return { before, after }
  },
  present: ({ before, after }) => ({
    before: presentReceivedNotification(before),
    after: presentReceivedNotification(after),
  }),
})
