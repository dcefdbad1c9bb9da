import type { DecisionId, DecisionView } from '@paydesk/shared/cases/decisions'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { isJsonObject, type Json } from '../../sandbox/json.ts'
import { listOf, readService, valueAt } from '../../sandbox/test-client.ts'
import type { Stack, Visitor } from '../stack/start.ts'
import { answerApproval, claimAndDecideCase, newTransaction } from './decisions.ts'
import { itemRow } from './review-cases.ts'
import { sendNotification } from './send-notification.ts'
import { controlSandbox, pollOptions } from './support.ts'

export const env = 'stage'
/** Configuration that switches operator actions on. Only a hanging answer reaches the deadline (8 s). */
export const operatorActionVariables = {
  PAYDESK_STAGE_OPERATOR_ACTIONS: 'on',
  PAYDESK_SERVICE_DEADLINE_MS: '8000',
}

/** Newest notification that the payment service would send for a transaction. Throws if there is none. */
export async function loadNewestNotification(
  stack: Stack,
  transaction: string,
): Promise<Record<string, Json>> {
  const { json } = await readService(stack.sandbox, `/v1/transaction/${transaction}/notifications`)
  const last = listOf(valueAt(json, 'data')).at(-1)
  if (!isJsonObject(last)) throw new Error(`${transaction} has no notification`)
  return { ...last }
}

/** Id of the task that the payment service names for a transaction. */
export async function loadTaskId(stack: Stack, transaction: string): Promise<string> {
  return String(valueAt(await loadNewestNotification(stack, transaction), 'outstanding_tasks', 0, 'id'))
}

/**
 * Sends the newest notification with replaced fields and waits until a read has confirmed that notification.
 */
export async function notifyAndAwaitRead(
  stack: Stack,
  transaction: string,
  change: Record<string, Json>,
): Promise<void> {
  const body = JSON.stringify({ ...(await loadNewestNotification(stack, transaction)), ...change })
  const before = await countConfirmedNotifications(stack, transaction)
  expect((await sendNotification(stack, body)).status).toBeLessThan(300)
  await vi.waitFor(
    async () => expect(await countConfirmedNotifications(stack, transaction)).toBe(before + 1),
    pollOptions,
  )
}

async function countConfirmedNotifications({ deps }: Stack, transaction: string): Promise<number> {
  const rows = await deps.store.db
    .selectFrom('notification_queue')
    .select('seq')
    .where('transaction_id', '=', transaction)
    .where('status', '=', 'confirmed')
    .execute()
  return rows.length
}

/**
 * Creates a transaction in review from a complete notification; `change` replaces fields of the notification.
 */
export async function createTransactionInReview(
  stack: Stack,
  change: Record<string, Json> = {},
): Promise<TransactionId> {
  const transaction = await newTransaction(stack)
  await notifyAndAwaitRead(stack, transaction, change)
  await vi.waitFor(() => itemRow(stack, transaction), pollOptions)
  return transaction
}

export const operatorVerdicts = {
  accept: { verdict: 'accept', reason: 'identity_confirmed' },
  reject: { verdict: 'reject', reason: 'suspected_misuse' },
  cancel: { verdict: 'cancel', reason: 'customer_asked' },
} as const

/**
 * Decides as the first person and approves as the second. Returns the decision; throws if the approval fails.
 */
export async function decideAndApprove(
  [first, second]: readonly [Visitor, Visitor],
  transaction: TransactionId,
  verdict: keyof typeof operatorVerdicts = 'accept',
): Promise<DecisionView> {
  const { decision } = await claimAndDecideCase(first, transaction, operatorVerdicts[verdict])
  const given = await answerApproval(second, decision)
  if (given.answer !== 'done') throw new Error(`confirming answered ${JSON.stringify(given)}`)
  return given.decision
}

/** Row of the decision's operator action; undefined if there is none. */
export const actionRow = ({ deps }: Stack, decision: DecisionId) =>
  deps.store.db
    .selectFrom('operator_actions')
    .selectAll()
    .where('decision_id', '=', decision)
    .executeTakeFirst()

/** Waits for the end of the decision's operator action. Returns the row. */
export function waitForActionEnd(stack: Stack, decision: DecisionId) {
  return vi.waitFor(async () => {
    const row = await actionRow(stack, decision)
    expect(['answered', 'refused', 'unknown', 'not_sent']).toContain(row?.status)
    return row
  }, pollOptions)
}

const counts = z.record(z.string(), z.object({ asked: z.int(), carriedOut: z.int() }))

/** Counts, by action, of requests to the payment service (`asked`) and of executions (`carriedOut`). */
export const countActionRequests = async (stack: Stack) =>
  counts.parse(await controlSandbox(stack, 'GET', 'actions'))

/** Counts of requests and executions for one task or transaction, over all kinds of action. */
export async function countActionRequestsTo(stack: Stack, id: string) {
  const own = Object.entries(await countActionRequests(stack)).filter(([key]) => key.split('/').at(-1) === id)
  return {
    asked: own.reduce((sum, [, { asked }]) => sum + asked, 0),
    carriedOut: own.reduce((sum, [, { carriedOut }]) => sum + carriedOut, 0),
  }
}

/** Makes the next request for this task meet the fault, with (`carriesOut`) or without execution. */
export const failNextAction = (stack: Stack, id: string, fault: string, carriesOut: boolean) =>
  controlSandbox(stack, 'POST', 'faults', {
    account: env,
    operation: 'action',
    id,
    fault,
    carriesOut,
    times: 1,
  })

/**
 * Runs `work` while another holder has the environment's lease and does nothing, so no background work
 * happens there.
 */
export async function withHeldLease<T>({ deps }: Stack, work: () => Promise<T>): Promise<T> {
  const give = (until: number) =>
    deps.store.db
      .updateTable('leases')
      .set((eb) => ({ holder: 'somebody else', term: eb('term', '+', 1), until }))
      .where('name', '=', `reader/${env}`)
      .execute()
  await give(Date.now() + 3_600_000)
  try {
    return await work()
  } finally {
    await give(0)
  }
}
