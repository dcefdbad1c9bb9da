import type { DecisionId } from '@paydesk/shared/cases/decisions'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { vi } from 'vitest'
import type { Stack, Visitor } from '../stack/start.ts'
import { claimAndDecideCase, claimAndOpenCase, loadDecision, newTransaction, openCase } from './decisions.ts'
import { itemRow } from './review-cases.ts'

/** Subjects of the calls about review, created once per stack and merchant. */
export interface InReview {
  /** Case that nobody has claimed. */
  readonly item: TransactionId
  /** Case claimed by compliance, with the hash of the record on screen. */
  readonly judged: { readonly transaction: TransactionId; readonly recordHash: string }
  /**
   * Decision that waits for an approval, which compliance may give, with the hash of the record that
   * compliance saw.
   */
  readonly waiting: { readonly decision: DecisionId; readonly recordHash: string }
  /** Decision made by compliance. */
  readonly own: DecisionId
}

/** Texts typed by staff, which may appear in answers only. */
export const staffTexts = {
  note: 'Asked the branch about Wjqkxpvz, answer by Friday',
  draft: 'Half of a sentence about Hqxzvwkj',
  decision: 'The branch has confirmed the holder Zvkqjwxh',
  question: 'Is the identity of Rkvzqxjw complete by now?',
  answer: 'It waits for the letter from Tzxqvkwj',
} as const

/** Creates a transaction in review that the product has read and that concerns identity and documents. */
async function entered(stack: Stack, finance: Visitor, merchant: string): Promise<TransactionId> {
  const transaction = await newTransaction(stack, 'piv-review', merchant)
  await openCase(finance, transaction)
  await vi.waitFor(() => itemRow(stack, transaction), { timeout: 60_000, interval: 10 })
  return transaction
}

async function makeReview(stack: Stack, merchant: string): Promise<InReview> {
  const [finance, compliance] = [await stack.as('finance'), await stack.as('compliance')]
  const enter = () => entered(stack, finance, merchant)
  const said = { text: staffTexts.decision }
  const judged = await enter()
  const { decision } = await claimAndDecideCase(finance, await enter(), said)
  const own = await claimAndDecideCase(compliance, await enter(), said)
  return {
    item: await enter(),
    judged: { transaction: judged, recordHash: await claimAndOpenCase(compliance, judged) },
    waiting: { decision, recordHash: (await loadDecision(compliance, decision)).recordHash ?? '' },
    own: own.decision,
  }
}

const made = new WeakMap<Stack, Map<string, Promise<InReview>>>()

/** Review work at a merchant of `stage`. Repeated calls return the same work. */
export function reviewAt(stack: Stack, merchant: string): Promise<InReview> {
  const ofStack = made.get(stack) ?? new Map<string, Promise<InReview>>()
  made.set(stack, ofStack)
  const known = ofStack.get(merchant) ?? makeReview(stack, merchant)
  ofStack.set(merchant, known)
  return known
}
