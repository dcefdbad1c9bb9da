import { z } from 'zod'
import { colleagueSchema } from '../core/colleague.ts'
import { dataFreshnessSchema } from '../core/data-freshness.ts'
import { dayRangeShape } from '../core/endpoint.ts'
import { transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema, maskKindSchema } from '../core/masked-value.ts'
import { stateValueSchema } from '../core/state.ts'
import { createLocalizedTextSchema } from '../messages/localized-text.ts'
import { transactionFactsSchema } from '../payments/transaction-list.ts'
import { transactionViewSchema } from '../payments/transactions.ts'
import { operatorActionAvailabilitySchema, operatorActionSchema } from './operator-actions.ts'

/** Value of a field in a comparison of two records, as data: the page puts it into words. */
export const comparedValueSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['none', 'present', 'hidden', 'yes', 'no']) }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('masked'), text: z.string(), mask: maskKindSchema }),
  /** Values of the payment service that have a label. */
  z.strictObject({ kind: z.enum(['state', 'reason']), raw: z.string() }),
  z.strictObject({ kind: z.literal('amount'), minor: z.string(), currency: z.string().nullable() }),
  /** Names of unclassified fields; `more` are not named. */
  z.strictObject({ kind: z.literal('names'), names: z.array(z.string()), more: z.int().min(0) }),
])
export type ComparedValue = z.infer<typeof comparedValueSchema>

export const decisionIdSchema = z
  .string()
  .regex(/^d_[0-9a-z]{20}$/)
  .brand<'DecisionId'>()
export type DecisionId = z.infer<typeof decisionIdSchema>

/**
 * Result that the decider wants. It is a record and a work order: Paydesk carries it out only if that is
 * configured.
 */
export const decisionVerdictSchema = z.enum(['accept', 'reject', 'cancel'])
export type DecisionVerdict = z.infer<typeof decisionVerdictSchema>

/**
 * Status of a decision. `waiting`: for approval. `confirmed`: approved, or no approval was needed. `refused`
 * and `sent_back`: by the approver. `withdrawn`: by its maker before the payment service followed, or by a
 * colleague after the payment service had not followed for too long. `expired`: not answered in time.
 * `overtaken`: the payment service ended the transaction before the approval.
 */
export const decisionStatusSchema = z.enum([
  'waiting',
  'confirmed',
  'refused',
  'sent_back',
  'withdrawn',
  'expired',
  'overtaken',
])
export type DecisionStatus = z.infer<typeof decisionStatusSchema>

/**
 * Reaction of the payment service to a confirmed decision. `followed` does not mean that Paydesk caused the
 * result.
 */
export const paymentServiceReactionSchema = z.enum(['waiting', 'followed', 'not_followed', 'opposite'])
export type PaymentServiceReaction = z.infer<typeof paymentServiceReactionSchema>

/** Decision as shown beside a case in the review queue. */
export const decisionSummarySchema = z.strictObject({
  decision: decisionIdSchema,
  verdict: decisionVerdictSchema,
  status: decisionStatusSchema,
  followUp: paymentServiceReactionSchema.nullable(),
  /** True if this user made the decision. */
  mine: z.boolean(),
})

/** Comment of at least 15 characters, so that a colleague still understands the decision in a year. */
export const decisionCommentSchema = z.string().trim().min(15).max(1_000)
export const decisionTicketSchema = z.string().regex(/^[A-Za-z0-9#_-]{1,40}$/)
/** Keyed hash of a whole state record: equal only if the payment service gave the same record. */
export const recordHashSchema = z.string().regex(/^[0-9a-f]{16}$/)
/** Code of a reason for a decision, such as `documents_ok`. The configuration names those that staff may choose. */
export const reasonCodeSchema = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)

/** Rules that require an approval for a decision on this case. */
export const approvalRuleSchema = z.enum([
  'amount',
  'amount_not_given',
  'first_payment',
  'identity',
  'reversal',
  'bulk',
  'carried_out',
])
export type ApprovalRule = z.infer<typeof approvalRuleSchema>

/** Configured reason for one kind of decision. */
export const decisionReasonSchema = z.strictObject({
  code: reasonCodeSchema,
  verdict: decisionVerdictSchema,
  label: createLocalizedTextSchema(80),
})
export type DecisionReason = z.infer<typeof decisionReasonSchema>

/** Decision with its reason, comments and outcome. Times are ISO 8601 UTC. */
export const decisionViewSchema = z.strictObject({
  ...decisionSummarySchema.shape,
  transaction: transactionIdSchema,
  reason: decisionReasonSchema,
  text: maskedValueSchema,
  ticket: maskedValueSchema,
  by: colleagueSchema,
  at: z.iso.datetime(),
  /** State of the transaction when the decision was made. */
  state: stateValueSchema,
  /** Rules by which an approval was needed; empty if none was. */
  approvalReasons: z.array(approvalRuleSchema),
  /** End of the time for approval. */
  expiresAt: z.iso.datetime().nullable(),
  approval: z
    .strictObject({
      by: colleagueSchema,
      at: z.iso.datetime(),
      answer: z.enum(['confirm', 'refuse', 'send_back']),
      text: maskedValueSchema,
    })
    .nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  /**
   * Maker of the decision, or the colleague who closed it after the payment service had not followed for too
   * long. Null while the decision is not withdrawn.
   */
  withdrawnBy: colleagueSchema.nullable(),
  /** Comment on the withdrawal; null if none was given. */
  withdrawnText: maskedValueSchema.nullable(),
  /**
   * Interval in which the payment service ended the transaction, and the final state; null while it is open.
   */
  outcome: z
    .strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime(), state: stateValueSchema })
    .nullable(),
  /** True if this user may approve; otherwise `disabledReason` says why not. */
  mayAnswer: z.boolean(),
  disabledReason: z.enum(['not_waiting', 'role', 'own_decision']).nullable(),
  mayWithdraw: z.boolean(),
  /**
   * Time from which colleagues may close a decision that the payment service has not followed; null
   * otherwise.
   */
  staleAt: z.iso.datetime().nullable(),
  /** True if this user may close the decision after `staleAt`. */
  mayClose: z.boolean(),
  /** Tells whether Paydesk sends such a decision to the payment service. */
  actionAvailability: operatorActionAvailabilitySchema,
  /**
   * Request sent for the decision, at most one; null if Paydesk carries nothing out or the decision is not
   * confirmed.
   */
  action: operatorActionSchema.nullable(),
})
export type DecisionView = z.infer<typeof decisionViewSchema>

/** Transaction of a decision, from our records; null if they do not have it in this scope. */
const factsOfDecision = { facts: transactionFactsSchema.nullable() }

/**
 * Frozen snapshot of what the decider saw, beside the current record. Both have the masks of the current
 * user.
 */
export const decisionDetailSchema = z.strictObject({
  decision: decisionViewSchema,
  ...factsOfDecision,
  /** Null once the snapshot is past its retention. */
  snapshot: transactionViewSchema.nullable(),
  /**
   * True if the discrepancies in `seen` are those stored with the decision; false if they are computed from
   * what is known today.
   */
  hasStoredDiscrepancies: z.boolean(),
  current: transactionViewSchema.nullable(),
  currentReading: dataFreshnessSchema.nullable(),
  /** Hash of the current record; null if the record could not be read. */
  recordHash: recordHashSchema.nullable(),
  /** Fields that differ, by their names in `transactionView`. */
  changed: z.array(
    z.strictObject({ name: z.string(), before: comparedValueSchema, after: comparedValueSchema }),
  ),
})
export type DecisionDetail = z.infer<typeof decisionDetailSchema>

/** Unfinished input of a decision. Stored encrypted on the server, for its author only. */
export const decisionDraftSchema = z.strictObject({
  verdict: decisionVerdictSchema.nullable(),
  reason: reasonCodeSchema.nullable(),
  text: z.string().max(1_000),
  ticket: z.string().max(40),
})
export type DecisionDraft = z.infer<typeof decisionDraftSchema>

export const decideCaseRequestSchema = z.strictObject({
  verdict: decisionVerdictSchema,
  reason: reasonCodeSchema,
  text: decisionCommentSchema,
  ticket: decisionTicketSchema.optional(),
  /**
   * Hash of the record on screen (`CaseDetail`). If the current record has another hash, nothing is decided.
   */
  recordHash: recordHashSchema,
})

/**
 * Result of a decision. `made`: recorded, and waiting for approval or for the payment service. `moved`: the
 * payment service no longer gives the record on screen; nothing was decided, and `changed` lists the
 * differences. `not_yours`: the claim has ended. `decided`: a decision exists already.
 */
export const decideCaseResponseSchema = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('made'), decision: decisionViewSchema }),
  z.strictObject({
    answer: z.literal('moved'),
    changed: decisionDetailSchema.shape.changed,
    /** Hash of the current record. */
    recordHash: recordHashSchema,
  }),
  z.strictObject({ answer: z.literal('not_yours') }),
  z.strictObject({ answer: z.literal('decided'), decision: decisionViewSchema }),
])
export type DecideCaseResponse = z.infer<typeof decideCaseResponseSchema>

/** Answer of the approver. A comment is required unless the decision is confirmed. */
export const decisionApprovalInputSchema = z
  .strictObject({
    answer: z.enum(['confirm', 'refuse', 'send_back']),
    text: decisionCommentSchema.optional(),
    /** Hash of the record that the approver saw (`DecisionDetail`). */
    recordHash: recordHashSchema,
  })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type DecisionApprovalInput = z.infer<typeof decisionApprovalInputSchema>

/**
 * Result of an approval. `done`: recorded. `moved`: the payment service no longer gives the record that the
 * approver saw; nothing was recorded. `too_late`: the decision was already answered, withdrawn or ended.
 */
export const decisionApprovalResponseSchema = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('done'), decision: decisionViewSchema }),
  z.strictObject({
    answer: z.literal('moved'),
    changed: decisionDetailSchema.shape.changed,
    recordHash: recordHashSchema,
  }),
  z.strictObject({ answer: z.literal('too_late'), decision: decisionViewSchema }),
])
export type DecisionApprovalResponse = z.infer<typeof decisionApprovalResponseSchema>

/** A comment is required from every user except the maker of the decision. */
export const withdrawDecisionRequestSchema = z.strictObject({ text: decisionCommentSchema.optional() })
export type WithdrawDecisionRequest = z.infer<typeof withdrawDecisionRequestSchema>

/** Filter of the decisions. `to_approve`: decisions that this user may approve. */
export const decisionListFilterSchema = z.strictObject({
  show: z.enum(['to_approve', 'mine', 'open', 'all']).optional(),
  followUp: paymentServiceReactionSchema.optional(),
  /** Days on which the decisions were made. */
  ...dayRangeShape,
})
export type DecisionListFilter = z.infer<typeof decisionListFilterSchema>
/** Page of decisions, newest first. */
export const decisionQuerySchema = z.strictObject({
  ...decisionListFilterSchema.shape,
  after: z.string().max(400).optional(),
})
const listedDecisionSchema = z.strictObject({ ...decisionViewSchema.shape, ...factsOfDecision })
export type ListedDecision = z.infer<typeof listedDecisionSchema>
export const decisionListSchema = z.strictObject({
  decisions: z.array(listedDecisionSchema),
  next: z.string().nullable(),
  count: z.int().min(0),
  more: z.boolean(),
})
export type DecisionList = z.infer<typeof decisionListSchema>
