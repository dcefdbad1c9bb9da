import { endpoints } from '@paydesk/shared/endpoints'
import { expect, vi } from 'vitest'
import type { Answer, Visitor } from '../support/stack/start.ts'
import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'

/** Texts that staff type: only readers of notes may find them in an answer. */
export const walkStaffTexts = {
  note: 'Asked the branch about Wjqkxpvzyb, answer by Friday',
  takeOver: 'Bqzvkxwjpd is on leave, so that I go on',
  snooze: 'Nothing before the letter from Gxkqvwzjnt is here',
  draft: 'Half of a sentence about Hqxzvwkjmr',
  decision: 'The branch has confirmed the holder Zvkqjwxhft',
  second: 'Look again at the second letter of Pkzwxqvjgd',
  question: 'Is the identity of Rkvzqxjwtm complete by now?',
  answer: 'It waits for the letter from Tzxqvkwjpn',
  explained: 'The books of Jwqzxkvpht name the other one',
} as const
const text = walkStaffTexts

/** Ticket: stored and shown in clear, because Paydesk rejects personal data in it. */
export const sampleTicket = 'T-4711'

interface Given {
  readonly decision: string
  readonly transaction: string
  /** True if the decision was made before this visit. */
  readonly isOlder: boolean
}

/** Values from earlier answers of a visit about the review queue. */
export interface GivenReview {
  /** Transactions of cases that this person may work on; undefined if the queue was refused. */
  items?: Set<string>
  /** Colleague that a note may mention. */
  colleague?: string
  /** Hashes of the records that were shown when the case was opened, by transaction. */
  prints?: Map<string, string>
  /** Decisions, newest first; undefined if the list was refused. */
  decisions?: readonly Given[]
  /** Ids of the decisions of this visit. */
  made?: Set<string>
  /** Hashes of the records that were shown when the decision was opened, by decision. */
  seen?: Map<string, string>
  /** Questions that this person may answer; undefined if the list was refused. */
  questions?: readonly string[]
  /**
   * Subject access requests that this person may approve; `ready` are those that they may download. Undefined
   * if the list was refused.
   */
  requests?: readonly { readonly request: string; readonly isSeeded: boolean }[]
  ready?: readonly string[]
}

const unread = '0'.repeat(16)

const ofItems =
  (bodyOf: (transaction: string, givenReview: GivenReview) => unknown[] = () => [undefined]) =>
  ({ transactions }: WalkSubject, givenReview: GivenReview): WalkInput[] =>
    transactions
      .filter((transaction) => givenReview.items?.has(transaction) ?? true)
      .flatMap((transaction) =>
        bodyOf(transaction, givenReview).map((body) => ({ params: { env, transaction }, body })),
      )

const noRequest = 'q_00000000000000000000'
const nowhere = { decision: 'd_00000000000000000000', isOlder: true }
const decisionsAbout = ({ transactions }: WalkSubject, { decisions }: GivenReview) =>
  decisions?.filter(({ transaction }) => transactions.includes(transaction)) ?? [nowhere]

const noQuestion = 'h_00000000000000000000'
const question = (about: object, to: string) => ({ about, to, question: text.question })

/** Well-formed calls about the review queue. */
export const reviewCalls = {
  listCases: () =>
    [{ snoozed: '1' }, { sort: 'expiry', order: 'desc' }, { kind: 'piv,task' }].map((query) => ({
      params: { env },
      query,
    })),
  showReviewFigures: () => ['7', '90'].map((days) => ({ params: { env }, query: { days } })),
  showCase: ofItems(),
  showCaseQueuePosition: ({ transactions }: WalkSubject) =>
    transactions.map((transaction) => ({ params: { env, transaction } })),
  claimCase: ofItems(() => [{}, { takeOver: text.takeOver }]),
  listMentionCandidates: ofItems(),
  listColleagues: () => [{ params: { env } }],
  addCaseNote: ofItems((_, { colleague }) => [
    { text: text.note },
    ...(colleague === undefined ? [] : [{ text: text.note, mentions: [colleague] }]),
  ]),
  endCaseSnooze: ofItems(() => [{ until: '2026-01-01T00:00:00.000Z' }]),
  snoozeCase: ofItems(() => [{ duration: '1h', text: text.snooze }]),
  saveDecisionDraft: ofItems(() => [
    { draft: { verdict: 'reject', reason: 'suspected_misuse', text: text.draft, ticket: sampleTicket } },
  ]),
  decideCase: ofItems((transaction, { prints }) => {
    const made = { verdict: 'accept', reason: 'documents_checked', text: text.decision, ticket: sampleTicket }
    return [
      { ...made, recordHash: unread },
      { ...made, recordHash: prints?.get(transaction) ?? unread },
    ]
  }),
  // Use a state that no record has: this visit decides its cases one by one.
  bulkDecideCases: ({ transactions }: WalkSubject, { items }: GivenReview) =>
    transactions
      .filter((transaction) => items?.has(transaction) ?? true)
      .map((transaction) => ({
        params: { env },
        body: {
          cases: [{ transaction, state: 'NEVER', compound: null }],
          ...{ verdict: 'accept', reason: 'documents_checked', text: text.decision, ticket: sampleTicket },
        },
      })),
  listDecisions: () =>
    [{}, { show: 'to_approve' }, { show: 'open' }].map((query) => ({ params: { env }, query })),
  exportDecisions: (): WalkInput[] => [{ params: { env } }, { params: { env }, query: { format: 'xlsx' } }],
  exportCases: (): WalkInput[] =>
    [{ snoozed: '1' }, { snoozed: '1', format: 'xlsx' }].map((query) => ({ params: { env }, query })),
  exportQuestions: (): WalkInput[] =>
    [{ show: 'all' }, { show: 'all', format: 'xlsx' }].map((query) => ({ params: { env }, query })),
  exportCustomerTransactions: ({ customer }: WalkSubject): WalkInput[] =>
    [{ customer }, { customer, format: 'xlsx' }].map((query) => ({ params: { env }, query })),
  showDecision: (subject: WalkSubject, givenReview: GivenReview) =>
    decisionsAbout(subject, givenReview).map(({ decision }) => ({ params: { env, decision } })),
  decideApproval: (subject: WalkSubject, givenReview: GivenReview) =>
    decisionsAbout(subject, givenReview).flatMap(({ decision }) =>
      [unread, givenReview.seen?.get(decision) ?? unread].map((recordHash) => ({
        params: { env, decision },
        body: { answer: 'send_back', text: text.second, recordHash },
      })),
    ),
  // Leave decisions of this visit open for the next person.
  withdrawDecision: (subject: WalkSubject, givenReview: GivenReview) =>
    decisionsAbout(subject, givenReview)
      .filter(({ isOlder }) => isOlder)
      .map(({ decision }) => ({ params: { env, decision } })),
  releaseCase: ofItems(),
  askQuestion: ({ customer, transactions }: WalkSubject) => [
    { params: { env }, body: question({ kind: 'customer', customer }, 'finance') },
    ...transactions.map((transaction) => ({
      params: { env },
      body: question({ kind: 'transaction', transaction }, 'compliance'),
    })),
  ],
  listInbox: () =>
    [{}, { show: 'unread' }, { kind: 'question' }].map((query) => ({ params: { env }, query })),
  countUnreadInboxEntries: () => [{ params: { env } }],
  markInboxEntries: () => [{ params: { env }, body: { entries: ['mention.1'], isRead: false } }],
  listQuestions: ({ customer }: WalkSubject) =>
    [{}, { show: 'to_answer' }, { show: 'asked' }, { show: 'all', customer }].map((query) => ({
      params: { env },
      query,
    })),
  answerQuestion: (_: WalkSubject, { questions = [noQuestion] }: GivenReview) =>
    questions.map((handover) => ({
      params: { env, question: handover },
      body: { answer: 'text', text: text.answer },
    })),
  // Approve only the request that the scan has inserted: an approved export contains a RID of any form in
  // clear.
  requestSubjectAccessExport: ({ customer }: WalkSubject) => [
    { params: { env }, body: { customer, ticket: sampleTicket } },
  ],
  // End with all requests: the next calls answer those of the last list.
  listSubjectAccessRequests: ({ customer }: WalkSubject): WalkInput[] => [
    { params: { env }, query: { customer } },
    { params: { env } },
  ],
  decideSubjectAccessExport: (
    _: WalkSubject,
    { requests = [{ request: noRequest, isSeeded: true }] }: GivenReview,
  ) =>
    requests.map(({ request, isSeeded }) => ({
      params: { env, request },
      body: { answer: isSeeded ? ('confirm' as const) : ('refuse' as const), text: text.second },
    })),
  downloadSubjectAccessExport: (_: WalkSubject, { ready = [noRequest] }: GivenReview) =>
    ready.map((request) => ({ params: { env, request } })),
} as const

/** Stores what later calls of the visit need from an answer. */
export function takeReview(
  givenReview: GivenReview,
  name: string,
  { params = {} }: WalkInput,
  { json }: Answer,
): void {
  const { transaction = '', decision = '' } = params
  if (name === 'listCases') {
    const { rows } = endpoints.listCases.response.parse(json)
    givenReview.items = new Set([...(givenReview.items ?? []), ...rows.map((row) => row.transaction)])
  }
  if (name === 'showCase') {
    const { recordHash } = endpoints.showCase.response.parse(json)
    givenReview.prints = new Map([...(givenReview.prints ?? []), [transaction, recordHash]])
  }
  if (name === 'listMentionCandidates') {
    const [first] = endpoints.listMentionCandidates.response.parse(json).colleagues
    if (first !== undefined) givenReview.colleague = first.colleague
  }
  if (name === 'decideCase') {
    const answer = endpoints.decideCase.response.parse(json)
    if (answer.answer === 'made')
      givenReview.made = new Set([...(givenReview.made ?? []), answer.decision.decision])
  }
  if (name === 'listDecisions' && givenReview.decisions === undefined) {
    const { decisions } = endpoints.listDecisions.response.parse(json)
    givenReview.decisions = decisions.map((one) => ({
      decision: one.decision,
      transaction: one.transaction,
      isOlder: !(givenReview.made?.has(one.decision) ?? false),
    }))
  }
  if (name === 'listQuestions') {
    const { questions } = endpoints.listQuestions.response.parse(json)
    const open = questions.filter(({ mayAnswer }) => mayAnswer).map(({ id }) => id)
    givenReview.questions = [...(givenReview.questions ?? []), ...open]
  }
  if (name === 'listSubjectAccessRequests') {
    const { requests } = endpoints.listSubjectAccessRequests.response.parse(json)
    givenReview.requests = requests
      .filter(({ mayAnswer }) => mayAnswer)
      .map((one) => ({ request: one.request, isSeeded: one.by.name === 'A colleague' }))
    givenReview.ready = []
  }
  if (name === 'decideSubjectAccessExport') {
    const { request } = endpoints.decideSubjectAccessExport.response.parse(json)
    if (request.mayDownload) givenReview.ready = [...(givenReview.ready ?? []), request.request]
  }
  if (name === 'showDecision') {
    const { recordHash } = endpoints.showDecision.response.parse(json)
    givenReview.seen = new Map([...(givenReview.seen ?? []), [decision, recordHash ?? unread]])
  }
}

/** Waits until the cases of these transactions are in the queue. */
export async function untilQueued(finance: Visitor, transactions: readonly string[]): Promise<void> {
  const missing = async () => {
    const { rows } = await finance.get(endpoints.listCases, { params: { env } })
    return transactions.filter((transaction) => !rows.some((row) => row.transaction === transaction))
  }
  await vi.waitFor(async () => expect(await missing()).toEqual([]), {
    timeout: 120_000,
    interval: 50,
  })
}
