import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { transactionView } from '../payments/transactions.ts'
import {
  approvalRule,
  decisionDraft,
  decisionReason,
  decisionSummary,
  decisionView,
  recordHash,
} from './decisions.ts'
import { operatorActionAvailability } from './operator-actions.ts'

/** Opaque handle of a member of staff, for mentions in a note. */
export const staffHandle = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'StaffHandle'>()
export type StaffHandle = z.infer<typeof staffHandle>

/** Colleagues mentioned in a note: the mention stays unread for each colleague until they open the case. */
export const noteMentions = z.array(staffHandle).max(5)

/** Colleague who may see a case and so may be mentioned in its notes. */
export const mentionCandidate = z.strictObject({ colleague: staffHandle, name: z.string() })
export type MentionCandidate = z.infer<typeof mentionCandidate>

/** Candidates sorted by name, without the user who asks. */
export const mentionCandidateList = z.strictObject({ colleagues: z.array(mentionCandidate) })

/**
 * Reason why a transaction is in the queue: the reason of its state (`MANUAL_REVIEW`, `PIV_REVIEW`,
 * `RISK_REVIEW`, `MANUAL_HOLD`), or a task named by a notification.
 */
export const caseKind = z.enum(['manual', 'piv', 'risk', 'hold', 'task'])
export type CaseKind = z.infer<typeof caseKind>

/**
 * Workflow steps of the record that wait for a person. Compliance works on cases that concern one of these
 * steps.
 */
export const stepInReview = z.enum(['kyc', 'docs', 'piv'])
export type StepInReview = z.infer<typeof stepInReview>

/** SLA status of a case. The SLA runs from the time the case was first seen to a decision. */
export const slaStatus = z.enum(['on_time', 'due_soon', 'overdue'])

/** Accepts several values separated by commas. */
const createCommaListSchema = (values: readonly string[]) =>
  z
    .string()
    .regex(new RegExp(`^(${values.join('|')})(,(${values.join('|')})){0,9}$`))
    .optional()

/** Filter of the queue: one schema for the page's URL and for the request. Contains no personal data. */
export const caseFilter = z.strictObject({
  kind: createCommaListSchema(caseKind.options),
  concern: createCommaListSchema(stepInReview.options),
  claim: z.enum(['me', 'nobody', 'others']).optional(),
  /** Cases that this colleague has claimed. */
  assignee: staffHandle.optional(),
  sla: slaStatus.optional(),
  needsApproval: z.enum(['0', '1']).optional(),
  /**
   * `waiting`: the decision waits for approval. `decided`: it waits for the payment service. `none`:
   * undecided.
   */
  decision: z.enum(['none', 'waiting', 'decided']).optional(),
  /** Snoozed cases are listed only if this is set. */
  snoozed: z.enum(['1']).optional(),
  /** Cases with notes that mention this user and that this user has not seen. */
  mentions: z.enum(['me']).optional(),
  sort: z.enum(['age', 'expiry', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type CaseFilter = z.infer<typeof caseFilter>
export const caseQuery = z.strictObject({ ...caseFilter.shape, after: z.string().max(400).optional() })

/** User who has claimed the case, and the end of the claim. */
export const caseClaim = z.strictObject({ by: colleague, until: z.iso.datetime() })
export type CaseClaim = z.infer<typeof caseClaim>

/** Case of the review queue. Times are our own, in ISO 8601 UTC, except for `expiresAt`. */
export const caseSummary = z.strictObject({
  transaction: transactionId,
  /** Increases with each change of the case itself: claim, note, snooze, decision. */
  version: z.int().min(1),
  kind: caseKind,
  concerns: z.array(stepInReview),
  state: stateValue,
  compound: compoundState.nullable(),
  customer: customerHandle.nullable(),
  rid: maskedValue,
  merchant: maskedValue,
  /** Minor units; known from notifications and creates only. */
  amount: maskedValue,
  currency: maskedValue,
  test: z.boolean().nullable(),
  /** Interval in which the review began; `from` is null if the transaction had not been read before. */
  since: z.strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }),
  expiresAt: z.iso.datetime().nullable(),
  sla: z.strictObject({ state: slaStatus, dueAt: z.iso.datetime() }),
  claim: caseClaim.nullable(),
  approvalRules: z.array(approvalRule),
  snoozedUntil: z.iso.datetime().nullable(),
  lastNote: z.strictObject({ at: z.iso.datetime(), by: colleague, text: maskedValue }).nullable(),
  decision: decisionSummary.nullable(),
})
export type CaseSummary = z.infer<typeof caseSummary>

export const caseList = z.strictObject({
  rows: z.array(caseSummary),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of matches: exact up to 10,000; above that, `more` is true. */
  count: z.int().min(0),
  more: z.boolean(),
  /** Figures of all cases that this user may see, not narrowed by the filter. */
  figures: z.strictObject({
    cases: z.int().min(0),
    mine: z.int().min(0),
    waitingForApproval: z.int().min(0),
    snoozed: z.int().min(0),
    /** Cases with notes that mention this user and that this user has not seen. */
    mentions: z.int().min(0),
    sla: z.strictObject({ on_time: z.int().min(0), due_soon: z.int().min(0), overdue: z.int().min(0) }),
    /** Cases by age since they were first seen; the oldest band has no upper end. */
    bands: z.array(
      z.strictObject({ fromMs: z.int().min(0), toMs: z.int().min(1).nullable(), cases: z.int().min(0) }),
    ),
    /** SLA (ms). */
    slaMs: z.int().min(60_000),
  }),
  /** False if this role sees amounts as ranges only: it may not sort by amount. */
  byAmount: z.boolean(),
  /** Reasons for bulk decisions. */
  reasons: z.array(decisionReason),
})
export type CaseList = z.infer<typeof caseList>

/** Note on a case. Notes are never overwritten. */
export const caseNote = z.strictObject({
  seq: z.int().min(1),
  at: z.iso.datetime(),
  by: colleague,
  kind: z.enum(['note', 'take_over', 'snooze', 'sent_back']),
  text: maskedValue,
  mentions: z.array(colleague),
})
export type CaseNote = z.infer<typeof caseNote>

/**
 * Event of a claim. `claimed`: taken while nobody had it; a take-over is a note. `released`: given back, also by signing
 * out. `expired`: the lease ended.
 */
export const caseClaimEvent = z.strictObject({
  /** Number of the claim: its events share it. */
  claim: z.int().min(1),
  kind: z.enum(['claimed', 'released', 'expired']),
  at: z.iso.datetime(),
  by: colleague,
})
export type CaseClaimEvent = z.infer<typeof caseClaimEvent>

/** Notes, claims and decisions about all transactions of a customer: of each the newest, newest first. */
export const customerCaseEvents = z.strictObject({
  notes: z.array(z.strictObject({ transaction: transactionId, ...caseNote.shape })),
  claims: z.array(z.strictObject({ transaction: transactionId, ...caseClaimEvent.shape })),
  decisions: z.array(decisionView),
  /** True if there may be older ones than those listed. */
  more: z.boolean(),
})
export type CustomerCaseEvents = z.infer<typeof customerCaseEvents>

export const noteText = z.string().trim().min(3).max(1_000)
export const addCaseNoteRequest = z.strictObject({ text: noteText, mentions: noteMentions.optional() })
export type AddCaseNoteRequest = z.infer<typeof addCaseNoteRequest>

/** Time for which a case may be snoozed. */
export const snoozeDuration = z.enum(['1h', '4h', '1d', '3d'])

/**
 * Result of a claim. `taken`: claimed by this user until `row.owner.until`. `held`: claimed by a colleague,
 * and `takeOver` was not set. `gone`: the case is no longer in review.
 */
export const claimCaseResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('taken'), row: caseSummary }),
  z.strictObject({ answer: z.literal('held'), row: caseSummary }),
  z.strictObject({ answer: z.literal('gone') }),
])
export type ClaimCaseResponse = z.infer<typeof claimCaseResponse>
export const claimCaseRequest = z.strictObject({
  /**
   * Takes the case over from the colleague who has claimed it; the text is kept as a note for that colleague.
   */
  takeOver: noteText.optional(),
})

/** Status of a case for support: whether it is claimed and how long it has waited. No reason and no owner. */
export const caseQueuePosition = z.strictObject({
  inQueue: z.boolean(),
  /**
   * Position from 1, by age among the waiting cases of this environment; null if the case is not in the
   * queue.
   */
  position: z.int().min(1).nullable(),
  waitingCases: z.int().min(0),
  since: z.iso.datetime().nullable(),
  isClaimed: z.boolean(),
})
export type CaseQueuePosition = z.infer<typeof caseQueuePosition>

/**
 * Data needed to decide a case. The transaction was read for this answer, and `print` is the hash of
 * that record: a decision with another hash is stopped.
 */
export const caseDetail = z.strictObject({
  /** Null if the transaction is not in review; `view` then shows its current state. */
  row: caseSummary.nullable(),
  view: transactionView,
  recordHash: recordHash,
  notes: z.array(caseNote),
  claims: z.array(caseClaimEvent),
  /** Decisions on this transaction, newest first. */
  decisions: z.array(decisionView),
  draft: decisionDraft.nullable(),
  reasons: z.array(decisionReason),
  /** Rules by which each kind of decision needs an approval; empty if it needs none. */
  approvalReasons: z.strictObject({
    accept: z.array(approvalRule),
    reject: z.array(approvalRule),
    cancel: z.array(approvalRule),
  }),
  /** Action that Paydesk would carry out after each kind of decision, as far as known now. */
  actionAvailability: z.strictObject({
    accept: operatorActionAvailability,
    reject: operatorActionAvailability,
    cancel: operatorActionAvailability,
  }),
  mayWork: z.boolean(),
  /** Duration of a claim (ms). Renew the claim well before it ends. */
  claimMs: z.int().min(1_000),
})
export type CaseDetail = z.infer<typeof caseDetail>
