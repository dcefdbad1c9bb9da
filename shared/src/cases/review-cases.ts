import { z } from 'zod'
import { colleagueSchema } from '../core/colleague.ts'
import { customerHandleSchema, transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { compoundStateSchema, stateValueSchema } from '../core/state.ts'
import { transactionViewSchema } from '../payments/transactions.ts'
import {
  approvalRuleSchema,
  decisionDraftSchema,
  decisionReasonSchema,
  decisionSummarySchema,
  decisionViewSchema,
  recordHashSchema,
} from './decisions.ts'
import { operatorActionAvailabilitySchema } from './operator-actions.ts'

/** Opaque handle of a member of staff, for mentions in a note. */
export const staffHandleSchema = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'StaffHandle'>()
export type StaffHandle = z.infer<typeof staffHandleSchema>

/** Colleagues mentioned in a note: the mention stays unread for each colleague until they open the case. */
export const noteMentionsSchema = z.array(staffHandleSchema).max(5)

/** Colleague who may see a case and so may be mentioned in its notes. */
export const mentionCandidateSchema = z.strictObject({ colleague: staffHandleSchema, name: z.string() })
export type MentionCandidate = z.infer<typeof mentionCandidateSchema>

/** Candidates sorted by name, without the user who asks. */
export const mentionCandidateListSchema = z.strictObject({ colleagues: z.array(mentionCandidateSchema) })

/**
 * Reason why a transaction is in the queue: the reason of its state (`MANUAL_REVIEW`, `PIV_REVIEW`,
 * `RISK_REVIEW`, `MANUAL_HOLD`), or a task named by a notification.
 */
export const caseKindSchema = z.enum(['manual', 'piv', 'risk', 'hold', 'task'])
export type CaseKind = z.infer<typeof caseKindSchema>

/**
 * Workflow steps of the record that wait for a person. Compliance works on cases that concern one of these
 * steps.
 */
export const workflowStepInReviewSchema = z.enum(['kyc', 'docs', 'piv'])
export type WorkflowStepInReview = z.infer<typeof workflowStepInReviewSchema>

/** SLA status of a case. The SLA runs from the time the case was first seen to a decision. */
export const slaStatusSchema = z.enum(['on_time', 'due_soon', 'overdue'])

/** Accepts several values separated by commas. */
const createCommaListSchema = (values: readonly string[]) =>
  z
    .string()
    .regex(new RegExp(`^(${values.join('|')})(,(${values.join('|')})){0,9}$`))
    .optional()

/** Filter of the queue: one schema for the page's URL and for the request. Contains no personal data. */
export const caseFilterSchema = z.strictObject({
  kind: createCommaListSchema(caseKindSchema.options),
  concern: createCommaListSchema(workflowStepInReviewSchema.options),
  claim: z.enum(['me', 'nobody', 'others']).optional(),
  /** Cases that this colleague has claimed. */
  assignee: staffHandleSchema.optional(),
  sla: slaStatusSchema.optional(),
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
export type CaseFilter = z.infer<typeof caseFilterSchema>
export const caseQuerySchema = z.strictObject({
  ...caseFilterSchema.shape,
  after: z.string().max(400).optional(),
})

/** User who has claimed the case, and the end of the claim. */
export const caseClaimSchema = z.strictObject({ by: colleagueSchema, until: z.iso.datetime() })
export type CaseClaim = z.infer<typeof caseClaimSchema>

/** Case of the review queue. Times are our own, in ISO 8601 UTC, except for `expiresAt`. */
export const caseSummarySchema = z.strictObject({
  transaction: transactionIdSchema,
  /** Increases with each change of the case itself: claim, note, snooze, decision. */
  version: z.int().min(1),
  kind: caseKindSchema,
  concerns: z.array(workflowStepInReviewSchema),
  state: stateValueSchema,
  compound: compoundStateSchema.nullable(),
  customer: customerHandleSchema.nullable(),
  rid: maskedValueSchema,
  merchant: maskedValueSchema,
  /** Minor units; known from notifications and creates only. */
  amount: maskedValueSchema,
  currency: maskedValueSchema,
  test: z.boolean().nullable(),
  /** Interval in which the review began; `from` is null if the transaction had not been read before. */
  since: z.strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }),
  expiresAt: z.iso.datetime().nullable(),
  sla: z.strictObject({ state: slaStatusSchema, dueAt: z.iso.datetime() }),
  claim: caseClaimSchema.nullable(),
  approvalRules: z.array(approvalRuleSchema),
  snoozedUntil: z.iso.datetime().nullable(),
  lastNote: z.strictObject({ at: z.iso.datetime(), by: colleagueSchema, text: maskedValueSchema }).nullable(),
  decision: decisionSummarySchema.nullable(),
})
export type CaseSummary = z.infer<typeof caseSummarySchema>

export const caseListSchema = z.strictObject({
  rows: z.array(caseSummarySchema),
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
  reasons: z.array(decisionReasonSchema),
})
export type CaseList = z.infer<typeof caseListSchema>

/** Note on a case. Notes are never overwritten. */
export const caseNoteSchema = z.strictObject({
  seq: z.int().min(1),
  at: z.iso.datetime(),
  by: colleagueSchema,
  kind: z.enum(['note', 'take_over', 'snooze', 'sent_back']),
  text: maskedValueSchema,
  mentions: z.array(colleagueSchema),
})
export type CaseNote = z.infer<typeof caseNoteSchema>

/**
 * Event of a claim. `claimed`: taken while nobody had it; a take-over is a note. `released`: given back, also by signing
 * out. `expired`: the lease ended.
 */
export const caseClaimEventSchema = z.strictObject({
  /** Number of the claim: its events share it. */
  claim: z.int().min(1),
  kind: z.enum(['claimed', 'released', 'expired']),
  at: z.iso.datetime(),
  by: colleagueSchema,
})
export type CaseClaimEvent = z.infer<typeof caseClaimEventSchema>

/** Notes, claims and decisions about all transactions of a customer: of each the newest, newest first. */
export const customerCaseEventsSchema = z.strictObject({
  notes: z.array(z.strictObject({ transaction: transactionIdSchema, ...caseNoteSchema.shape })),
  claims: z.array(z.strictObject({ transaction: transactionIdSchema, ...caseClaimEventSchema.shape })),
  decisions: z.array(decisionViewSchema),
  /** True if there may be older ones than those listed. */
  more: z.boolean(),
})
export type CustomerCaseEvents = z.infer<typeof customerCaseEventsSchema>

export const noteTextSchema = z.string().trim().min(3).max(1_000)
export const addCaseNoteRequestSchema = z.strictObject({
  text: noteTextSchema,
  mentions: noteMentionsSchema.optional(),
})
export type AddCaseNoteRequest = z.infer<typeof addCaseNoteRequestSchema>

/** Time for which a case may be snoozed. */
export const snoozeDurationSchema = z.enum(['1h', '4h', '1d', '3d'])

/**
 * Result of a claim. `taken`: claimed by this user until `row.owner.until`. `held`: claimed by a colleague,
 * and `takeOver` was not set. `gone`: the case is no longer in review.
 */
export const claimCaseResponseSchema = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('taken'), row: caseSummarySchema }),
  z.strictObject({ answer: z.literal('held'), row: caseSummarySchema }),
  z.strictObject({ answer: z.literal('gone') }),
])
export type ClaimCaseResponse = z.infer<typeof claimCaseResponseSchema>
export const claimCaseRequestSchema = z.strictObject({
  /**
   * Takes the case over from the colleague who has claimed it; the text is kept as a note for that colleague.
   */
  takeOver: noteTextSchema.optional(),
})

/** Status of a case for support: whether it is claimed and how long it has waited. No reason and no owner. */
export const caseQueuePositionSchema = z.strictObject({
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
export type CaseQueuePosition = z.infer<typeof caseQueuePositionSchema>

/**
 * Data needed to decide a case. The transaction was read for this answer, and `print` is the hash of
 * that record: a decision with another hash is stopped.
 */
export const caseDetailSchema = z.strictObject({
  /** Null if the transaction is not in review; `view` then shows its current state. */
  row: caseSummarySchema.nullable(),
  view: transactionViewSchema,
  recordHash: recordHashSchema,
  notes: z.array(caseNoteSchema),
  claims: z.array(caseClaimEventSchema),
  /** Decisions on this transaction, newest first. */
  decisions: z.array(decisionViewSchema),
  draft: decisionDraftSchema.nullable(),
  reasons: z.array(decisionReasonSchema),
  /** Rules by which each kind of decision needs an approval; empty if it needs none. */
  approvalReasons: z.strictObject({
    accept: z.array(approvalRuleSchema),
    reject: z.array(approvalRuleSchema),
    cancel: z.array(approvalRuleSchema),
  }),
  /** Action that Paydesk would carry out after each kind of decision, as far as known now. */
  actionAvailability: z.strictObject({
    accept: operatorActionAvailabilitySchema,
    reject: operatorActionAvailabilitySchema,
    cancel: operatorActionAvailabilitySchema,
  }),
  mayWork: z.boolean(),
  /** Duration of a claim (ms). Renew the claim well before it ends. */
  claimMs: z.int().min(1_000),
})
export type CaseDetail = z.infer<typeof caseDetailSchema>
