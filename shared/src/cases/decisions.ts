import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { dataFreshness } from '../core/data-freshness.ts'
import { dayRangeFilter } from '../core/endpoint.ts'
import { transactionId } from '../core/ids.ts'
import { maskedValue, maskName } from '../core/masked-value.ts'
import { stateValue } from '../core/state.ts'
import { localText } from '../messages/local-text.ts'
import { transactionFacts } from '../payments/transaction-list.ts'
import { transactionView } from '../payments/transactions.ts'
import { operatorAction, operatorActionAvailability } from './operator-actions.ts'

/** Value of a field in a comparison of two records, as data: the page puts it into words. */
export const comparedValue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['none', 'present', 'hidden', 'yes', 'no']) }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('masked'), text: z.string(), mask: maskName }),
  /** Values of the payment service that have a label. */
  z.strictObject({ kind: z.enum(['state', 'reason']), raw: z.string() }),
  z.strictObject({ kind: z.literal('amount'), minor: z.string(), currency: z.string().nullable() }),
  /** Names of unclassified fields; `more` are not named. */
  z.strictObject({ kind: z.literal('names'), names: z.array(z.string()), more: z.int().min(0) }),
])
export type ComparedValue = z.infer<typeof comparedValue>

export const decisionId = z
  .string()
  .regex(/^d_[0-9a-z]{20}$/)
  .brand<'DecisionId'>()
export type DecisionId = z.infer<typeof decisionId>

/**
 * Result that the decider wants. It is a record and a work order: Paydesk carries it out only if that is
 * configured.
 */
export const verdict = z.enum(['accept', 'reject', 'cancel'])
export type Verdict = z.infer<typeof verdict>

/**
 * Status of a decision. `waiting`: for approval. `confirmed`: approved, or no approval was needed. `refused`
 * and `sent_back`: by the approver. `withdrawn`: by its maker before the payment service followed, or by a
 * colleague after the payment service had not followed for too long. `expired`: not answered in time.
 * `overtaken`: the payment service ended the transaction before the approval.
 */
export const decisionStatus = z.enum([
  'waiting',
  'confirmed',
  'refused',
  'sent_back',
  'withdrawn',
  'expired',
  'overtaken',
])
export type DecisionStatus = z.infer<typeof decisionStatus>

/**
 * Reaction of the payment service to a confirmed decision. `followed` does not mean that Paydesk caused the
 * result.
 */
export const decisionFollowUp = z.enum(['waiting', 'followed', 'not_followed', 'opposite'])
export type DecisionFollowUp = z.infer<typeof decisionFollowUp>

/** Decision as shown beside a case in the review queue. */
export const decisionSummary = z.strictObject({
  decision: decisionId,
  verdict,
  status: decisionStatus,
  followUp: decisionFollowUp.nullable(),
  /** True if this user made the decision. */
  mine: z.boolean(),
})

/** Comment of at least 15 characters, so that a colleague still understands the decision in a year. */
export const decisionComment = z.string().trim().min(15).max(1_000)
export const decisionTicket = z.string().regex(/^[A-Za-z0-9#_-]{1,40}$/)
/** Keyed hash of a whole state record: equal only if the payment service gave the same record. */
export const recordHash = z.string().regex(/^[0-9a-f]{16}$/)
export const reasonCode = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)

/** Rules that require an approval for a decision on this case. */
export const approvalRule = z.enum([
  'amount',
  'amount_not_given',
  'first_payment',
  'identity',
  'reversal',
  'bulk',
  'carried_out',
])
export type ApprovalRule = z.infer<typeof approvalRule>

/** Configured reason for one kind of decision. */
export const decisionReason = z.strictObject({ code: reasonCode, verdict, label: localText(80) })
export type DecisionReason = z.infer<typeof decisionReason>

/** Decision with its reason, comments and outcome. Times are ISO 8601 UTC. */
export const decisionView = z.strictObject({
  ...decisionSummary.shape,
  transaction: transactionId,
  reason: decisionReason,
  text: maskedValue,
  ticket: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
  /** State of the transaction when the decision was made. */
  state: stateValue,
  /** Rules by which an approval was needed; empty if none was. */
  approvalReasons: z.array(approvalRule),
  /** End of the time for approval. */
  expiresAt: z.iso.datetime().nullable(),
  approval: z
    .strictObject({
      by: colleague,
      at: z.iso.datetime(),
      answer: z.enum(['confirm', 'refuse', 'send_back']),
      text: maskedValue,
    })
    .nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  /**
   * Maker of the decision, or the colleague who closed it after the payment service had not followed for too
   * long. Null while the decision is not withdrawn.
   */
  withdrawnBy: colleague.nullable(),
  /** Comment on the withdrawal; null if none was given. */
  withdrawnText: maskedValue.nullable(),
  /**
   * Interval in which the payment service ended the transaction, and the final state; null while it is open.
   */
  outcome: z
    .strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime(), state: stateValue })
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
  actionAvailability: operatorActionAvailability,
  /**
   * Request sent for the decision, at most one; null if Paydesk carries nothing out or the decision is not
   * confirmed.
   */
  action: operatorAction.nullable(),
})
export type DecisionView = z.infer<typeof decisionView>

/** Transaction of a decision, from our records; null if they do not have it in this scope. */
const factsOfDecision = { facts: transactionFacts.nullable() }

/**
 * Frozen snapshot of what the decider saw, beside the current record. Both have the masks of the current
 * user.
 */
export const decisionDetail = z.strictObject({
  decision: decisionView,
  ...factsOfDecision,
  /** Null once the snapshot is past its retention. */
  snapshot: transactionView.nullable(),
  /**
   * True if the discrepancies in `seen` are those stored with the decision; false if they are computed from
   * what is known today.
   */
  hasStoredDiscrepancies: z.boolean(),
  current: transactionView.nullable(),
  currentReading: dataFreshness.nullable(),
  /** Hash of the current record; null if the record could not be read. */
  recordHash: recordHash.nullable(),
  /** Fields that differ, by their names in `transactionView`. */
  changed: z.array(z.strictObject({ name: z.string(), before: comparedValue, after: comparedValue })),
})
export type DecisionDetail = z.infer<typeof decisionDetail>

/** Unfinished input of a decision. Stored encrypted on the server, for its author only. */
export const decisionDraft = z.strictObject({
  verdict: verdict.nullable(),
  reason: reasonCode.nullable(),
  text: z.string().max(1_000),
  ticket: z.string().max(40),
})
export type DecisionDraft = z.infer<typeof decisionDraft>

export const decideCaseRequest = z.strictObject({
  verdict,
  reason: reasonCode,
  text: decisionComment,
  ticket: decisionTicket.optional(),
  /**
   * Hash of the record on screen (`caseDetail`). If the current record has another hash, nothing is decided.
   */
  recordHash: recordHash,
})

/**
 * Result of a decision. `made`: recorded, and waiting for approval or for the payment service. `moved`: the
 * payment service no longer gives the record on screen; nothing was decided, and `changed` lists the
 * differences. `not_yours`: the claim has ended. `decided`: a decision exists already.
 */
export const decideCaseResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('made'), decision: decisionView }),
  z.strictObject({
    answer: z.literal('moved'),
    changed: decisionDetail.shape.changed,
    /** Hash of the current record. */
    recordHash: recordHash,
  }),
  z.strictObject({ answer: z.literal('not_yours') }),
  z.strictObject({ answer: z.literal('decided'), decision: decisionView }),
])
export type DecideCaseResponse = z.infer<typeof decideCaseResponse>

/** Answer of the approver. A comment is required unless the decision is confirmed. */
export const decisionApprovalInput = z
  .strictObject({
    answer: z.enum(['confirm', 'refuse', 'send_back']),
    text: decisionComment.optional(),
    /** Hash of the record that the approver saw (`decisionDetail`). */
    recordHash: recordHash,
  })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type DecisionApprovalInput = z.infer<typeof decisionApprovalInput>

/**
 * Result of an approval. `done`: recorded. `moved`: the payment service no longer gives the record that the
 * approver saw; nothing was recorded. `too_late`: the decision was already answered, withdrawn or ended.
 */
export const decisionApprovalResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('done'), decision: decisionView }),
  z.strictObject({
    answer: z.literal('moved'),
    changed: decisionDetail.shape.changed,
    recordHash: recordHash,
  }),
  z.strictObject({ answer: z.literal('too_late'), decision: decisionView }),
])
export type DecisionApprovalResponse = z.infer<typeof decisionApprovalResponse>

/** A comment is required from every user except the maker of the decision. */
export const withdrawDecisionRequest = z.strictObject({ text: decisionComment.optional() })
export type WithdrawDecisionRequest = z.infer<typeof withdrawDecisionRequest>

/** Filter of the decisions. `to_approve`: decisions that this user may approve. */
export const decisionListFilter = z.strictObject({
  show: z.enum(['to_approve', 'mine', 'open', 'all']).optional(),
  followUp: decisionFollowUp.optional(),
  /** Days on which the decisions were made. */
  ...dayRangeFilter,
})
export type DecisionListFilter = z.infer<typeof decisionListFilter>
/** Page of decisions, newest first. */
export const decisionQuery = z.strictObject({
  ...decisionListFilter.shape,
  after: z.string().max(400).optional(),
})
const listedDecision = z.strictObject({ ...decisionView.shape, ...factsOfDecision })
export type ListedDecision = z.infer<typeof listedDecision>
export const decisionList = z.strictObject({
  decisions: z.array(listedDecision),
  next: z.string().nullable(),
  count: z.int().min(0),
  more: z.boolean(),
})
export type DecisionList = z.infer<typeof decisionList>
