import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { dataFreshness } from '../core/data-freshness.ts'
import { transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { stateValue } from '../core/state.ts'
import { transactionView } from '../payments/transactions.ts'
import { operatorAction, operatorActionAvailability } from './operator-actions.ts'

export const decisionId = z
  .string()
  .regex(/^d_[0-9a-z]{20}$/)
  .brand<'DecisionId'>()
export type DecisionId = z.infer<typeof decisionId>

/** What the decider wants the service to do: a record and a work order, carried out by Paydesk only where that is on. */
export const verdict = z.enum(['accept', 'reject', 'cancel'])
export type Verdict = z.infer<typeof verdict>

/**
 * `waiting`: for the second person. `confirmed`: by the second person, or none was needed. `refused` and
 * `sent_back`: by the second person. `withdrawn`: by the first, before the service followed, or by somebody
 * else where the service left it too long. `expired`: nobody answered in time. `overtaken`: the service ended the transaction before anybody answered.
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

/** What the service did after a confirmed decision. That it followed does not say that we caused it. */
export const decisionFollowUp = z.enum(['waiting', 'followed', 'not_followed', 'opposite'])
export type DecisionFollowUp = z.infer<typeof decisionFollowUp>

/** A decision as it stands beside an item of the queue. */
export const decisionSummary = z.strictObject({
  decision: decisionId,
  verdict,
  status: decisionStatus,
  followUp: decisionFollowUp.nullable(),
  /** Whether this person made it. */
  mine: z.boolean(),
})

/** At least 15 characters: a reason that somebody else understands in a year. */
export const decisionComment = z.string().trim().min(15).max(1_000)
export const decisionTicket = z.string().regex(/^[A-Za-z0-9#_-]{1,40}$/)
/** Of a whole state record, keyed: the same only where the service said the same. */
export const recordHash = z.string().regex(/^[0-9a-f]{16}$/)
export const reasonCode = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)

/** A configured reason for one kind of decision. */
export const decisionReason = z.strictObject({ code: reasonCode, verdict, words: z.string().min(1).max(80) })
export type DecisionReason = z.infer<typeof decisionReason>

/** One decision with everything that was said of it. Times are ISO 8601 UTC. */
export const decisionView = z.strictObject({
  ...decisionSummary.shape,
  transaction: transactionId,
  reason: decisionReason,
  text: maskedValue,
  ticket: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
  /** The state that it was decided on. */
  state: stateValue,
  /** Why a second person was needed, in words; empty where none was. */
  needed: z.array(z.string()),
  /** Until then a second person may answer. */
  expiresAt: z.iso.datetime().nullable(),
  second: z
    .strictObject({
      by: colleague,
      at: z.iso.datetime(),
      answer: z.enum(['confirm', 'refuse', 'send_back']),
      text: maskedValue,
    })
    .nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  /** Who took it back: its maker, or whoever closed it after the service had left it too long; null before. */
  withdrawnBy: colleague.nullable(),
  /** Why; null where nothing was said of it. */
  withdrawnText: maskedValue.nullable(),
  /** When the service was seen to have ended it, and how; null while it has not. */
  outcome: z
    .strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime(), state: stateValue })
    .nullable(),
  /** Whether this person may answer as the second one; else why not, in words. */
  mayAnswer: z.boolean(),
  whyNot: z.string().nullable(),
  mayWithdraw: z.boolean(),
  /** From then on others may close it, where it waits for the service; null otherwise. */
  staleAt: z.iso.datetime().nullable(),
  /** Whether this person is one of them. */
  mayClose: z.boolean(),
  /** Whether Paydesk asks the service for such a decision, in words. */
  carriedOut: operatorActionAvailability,
  /** The one request for it; null where Paydesk carries nothing out, or nothing was confirmed. */
  action: operatorAction.nullable(),
})
export type DecisionView = z.infer<typeof decisionView>

/** What the first person saw, frozen, beside what the service says now: both with the masks of whoever looks. */
export const decisionDetail = z.strictObject({
  decision: decisionView,
  /** Null where it may not be kept any longer. */
  seen: transactionView.nullable(),
  /** Whether what does not fit in `seen` is what did not then; else it is reckoned by what is known today. */
  firedThen: z.boolean(),
  now: transactionView.nullable(),
  nowReading: dataFreshness.nullable(),
  /** The print of what the service says now; null where it could not be read. */
  print: recordHash.nullable(),
  /** Members that differ, by their names in `transactionView`, in words for both sides. */
  changed: z.array(z.strictObject({ name: z.string(), before: z.string(), after: z.string() })),
})
export type DecisionDetail = z.infer<typeof decisionDetail>

/** What was typed so far; kept on the server, encrypted, for the person who typed it. */
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
  /** The print of what was on screen (`reviewItem.print`): where it is another one now, nothing is decided. */
  print: recordHash,
})

/**
 * `made`: recorded; it waits for a second person or for the service. `moved`: the service says something
 * else than what was on screen; nothing was decided, `changed` says what. `not_yours`: the claim ended.
 * `decided`: there is a decision already.
 */
export const decideCaseResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('made'), decision: decisionView }),
  z.strictObject({
    answer: z.literal('moved'),
    changed: decisionDetail.shape.changed,
    /** The print of what the service says now. */
    print: recordHash,
  }),
  z.strictObject({ answer: z.literal('not_yours') }),
  z.strictObject({ answer: z.literal('decided'), decision: decisionView }),
])
export type DecideCaseResponse = z.infer<typeof decideCaseResponse>

/** The second person's answer; words are needed where it is not confirmed. */
export const decisionApprovalInput = z
  .strictObject({
    answer: z.enum(['confirm', 'refuse', 'send_back']),
    text: decisionComment.optional(),
    /** The print of what the service said when they looked (`decisionCase.now`). */
    print: recordHash,
  })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type DecisionApprovalInput = z.infer<typeof decisionApprovalInput>

/**
 * `done`: recorded. `moved`: the service says something else than when they looked; nothing was recorded.
 * `too_late`: it was answered, withdrawn or ended meanwhile.
 */
export const decisionApprovalResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('done'), decision: decisionView }),
  z.strictObject({ answer: z.literal('moved'), changed: decisionDetail.shape.changed, print: recordHash }),
  z.strictObject({ answer: z.literal('too_late'), decision: decisionView }),
])
export type DecisionApprovalResponse = z.infer<typeof decisionApprovalResponse>

/** Words are needed of whoever did not make it. */
export const withdrawDecisionRequest = z.strictObject({ text: decisionComment.optional() })
export type WithdrawDecisionRequest = z.infer<typeof withdrawDecisionRequest>
