import type { DecisionId } from '@paydesk/shared/cases/decision'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { vi } from 'vitest'
import type { Stack, Visitor } from '../stack/start.ts'
import { decided, look, newTransaction, open, takeAndOpen } from './decisions.ts'
import { itemRow } from './review-cases.ts'

/** What calls about work in review are about, once for each stack and merchant. */
export interface InReview {
  /** Nobody has it. */
  readonly item: TransactionId
  /** Compliance has it, with this on screen. */
  readonly judged: { readonly transaction: TransactionId; readonly print: string }
  /** It waits for a second person, and compliance may be the one; the print of what they looked at. */
  readonly waiting: { readonly decision: DecisionId; readonly print: string }
  /** Compliance made it themselves. */
  readonly own: DecisionId
}

/** Words that somebody typed: they are found nowhere but in answers. */
export const typed = {
  note: 'Asked the branch about Wjqkxpvz, answer by Friday',
  draft: 'Half of a sentence about Hqxzvwkj',
  decision: 'The branch has confirmed the holder Zvkqjwxh',
  question: 'Is the identity of Rkvzqxjw complete by now?',
  answer: 'It waits for the letter from Tzxqvkwj',
} as const

/** A transaction in review that the office has read and that concerns identity and documents. */
async function entered(stack: Stack, finance: Visitor, merchant: string): Promise<TransactionId> {
  const transaction = await newTransaction(stack, 'piv-review', merchant)
  await open(finance, transaction)
  await vi.waitFor(() => itemRow(stack, transaction), { timeout: 60_000, interval: 10 })
  return transaction
}

async function makeReview(stack: Stack, merchant: string): Promise<InReview> {
  const [finance, compliance] = [await stack.as('finance'), await stack.as('compliance')]
  const enter = () => entered(stack, finance, merchant)
  const said = { text: typed.decision }
  const judged = await enter()
  const { decision } = await decided(finance, await enter(), said)
  const own = await decided(compliance, await enter(), said)
  return {
    item: await enter(),
    judged: { transaction: judged, print: await takeAndOpen(compliance, judged) },
    waiting: { decision, print: (await look(compliance, decision)).print ?? '' },
    own: own.decision,
  }
}

const made = new WeakMap<Stack, Map<string, Promise<InReview>>>()

/** Work in review at a merchant of stage: the same however often it is asked for. */
export function reviewAt(stack: Stack, merchant: string): Promise<InReview> {
  const ofStack = made.get(stack) ?? new Map<string, Promise<InReview>>()
  made.set(stack, ofStack)
  const known = ofStack.get(merchant) ?? makeReview(stack, merchant)
  ofStack.set(merchant, known)
  return known
}
