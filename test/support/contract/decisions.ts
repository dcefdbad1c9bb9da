import type { DecisionId, DecisionView } from '@paydesk/shared/cases/decisions'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { z } from 'zod'
import type { Stack, Visitor } from '../stack/start.ts'
import { insertItem } from './review-cases.ts'
import { controlSandbox } from './support.ts'

const env = 'stage'
const grown = z.object({ firstId: z.string(), firstRid: z.string() })

/** Creates a transaction in the sandbox that no user has seen, with a new customer at the given merchant. */
export async function newTransaction(
  stack: Stack,
  row = 'manual-review',
  merchant = 'demo-merchant',
): Promise<TransactionId> {
  for (;;) {
    const asked = { account: env, count: 1, customers: 1, rows: [row] }
    const { firstId, firstRid } = grown.parse(await controlSandbox(stack, 'POST', 'grow', asked))
    // Retry for the right merchant: every tenth customer belongs to the second merchant.
    if (firstRid.endsWith('0') === (merchant !== 'demo-merchant')) return transactionIdSchema.parse(firstId)
  }
}

/** Creates a transaction with a case in the review queue; `more` replaces columns of the case. */
export async function createCaseInReview(
  stack: Stack,
  more: Readonly<Record<string, string | number | null>> = {},
): Promise<TransactionId> {
  const transaction = await newTransaction(stack)
  return insertItem(stack, { concerns: 'kyc,piv', second: 'identity', ...more, transaction_id: transaction })
}

export const openCase = (visitor: Visitor, transaction: TransactionId) =>
  visitor.get(endpoints.showCase, { params: { env, transaction } })

/** Claims a case and opens it. Returns the hash of the record on screen. */
export async function claimAndOpenCase(visitor: Visitor, transaction: TransactionId): Promise<string> {
  await visitor.get(endpoints.claimCase, { params: { env, transaction }, body: {} })
  return (await openCase(visitor, transaction)).recordHash
}

export const decisionComment = 'The bank confirmed the holder of the account'

export function decideCase(
  visitor: Visitor,
  transaction: TransactionId,
  recordHash: string,
  more: object = {},
) {
  const body = { verdict: 'accept', reason: 'identity_confirmed', text: decisionComment, recordHash, ...more }
  return visitor.get(endpoints.decideCase, { params: { env, transaction }, body })
}

/** Claims, opens and decides a case. Returns the decision; throws if none was made. */
export async function claimAndDecideCase(
  visitor: Visitor,
  transaction: TransactionId,
  more: object = {},
): Promise<DecisionView> {
  const made = await decideCase(visitor, transaction, await claimAndOpenCase(visitor, transaction), more)
  if (made.answer !== 'made') throw new Error(`deciding answered ${JSON.stringify(made)}`)
  return made.decision
}

export const loadDecision = (visitor: Visitor, decision: DecisionId) =>
  visitor.get(endpoints.showDecision, { params: { env, decision } })

/** Opens a decision and answers the approval as the second person, by default with approve. */
export async function answerApproval(visitor: Visitor, decision: DecisionId, more: object = {}) {
  const { recordHash } = await loadDecision(visitor, decision)
  const body = { answer: 'confirm', recordHash, ...more }
  return visitor.get(endpoints.decideApproval, { params: { env, decision }, body })
}

/** Makes the record in the sandbox say that the identity review succeeded. */
export async function completeIdentityReview(
  stack: Stack,
  visitor: Visitor,
  transaction: TransactionId,
): Promise<void> {
  const { view } = await openCase(visitor, transaction)
  const steps = Object.fromEntries(view.steps.map(({ step, value }) => [step, value]))
  const body = {
    id: transaction,
    state: view.state.raw,
    compound_state: view.compound?.raw,
    workflow_state: { ...steps, kyc: 'SUCCESS' },
    original_message: { merchant_id: 'demo-merchant' },
  }
  await controlSandbox(stack, 'POST', 'override', { account: env, operation: 'state', id: transaction, body })
}

export const withdrawDecision = (visitor: Visitor, decision: DecisionId) =>
  visitor.get(endpoints.withdrawDecision, { params: { env, decision } })

/** Changes the state at the payment service, which sends a notification only if `event` is given. */
export const moveTransactionState = (stack: Stack, transaction: string, state: string, event?: string) =>
  controlSandbox(stack, 'POST', `transactions/${transaction}/move`, {
    account: env,
    state,
    ...(event === undefined ? {} : { event }),
  })

/** Decisions of a transaction in our records, oldest first. */
export const decisionRows = ({ deps }: Stack, transaction: string) =>
  deps.store.db
    .selectFrom('decisions')
    .selectAll()
    .where('transaction_id', '=', transaction)
    .orderBy('at')
    .orderBy('id')
    .execute()
