import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { transactionView } from '../payments/transactions.ts'
import { decisionDraft, decisionReason, decisionSummary, decisionView, recordHash } from './decision.ts'
import { noteMentions } from './mention.ts'
import { operatorActionAvailability } from './operator-actions.ts'

/**
 * Why a transaction is in the queue: the reason of its state (`MANUAL_REVIEW`, `PIV_REVIEW`, `RISK_REVIEW`,
 * `MANUAL_HOLD`), or a task that a notification named.
 */
export const caseKind = z.enum(['manual', 'piv', 'risk', 'hold', 'task'])
export type CaseKind = z.infer<typeof caseKind>

/** Workflow steps of the record that wait for a person; compliance works on items that concern one of them. */
export const stepInReview = z.enum(['kyc', 'docs', 'piv'])
export type StepInReview = z.infer<typeof stepInReview>

/** Why a decision of this item needs a second person. */
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

/** How an item stands against the agreed time from its first sight to a decision. */
export const slaStatus = z.enum(['kept', 'near', 'over'])

/** Several values separated by commas. */
const createCommaListSchema = (values: readonly string[]) =>
  z
    .string()
    .regex(new RegExp(`^(${values.join('|')})(,(${values.join('|')})){0,9}$`))
    .optional()

/** The filter of the queue: one schema for the page's address and for the request. It holds no personal data. */
export const caseFilter = z.strictObject({
  kind: createCommaListSchema(caseKind.options),
  concern: createCommaListSchema(stepInReview.options),
  owner: z.enum(['me', 'nobody', 'others']).optional(),
  level: slaStatus.optional(),
  second: z.enum(['0', '1']).optional(),
  /** `waiting`: a decision waits for the second person. `decided`: it waits for the service. `none`: undecided. */
  decision: z.enum(['none', 'waiting', 'decided']).optional(),
  /** Left out, what is put off is not listed. */
  snoozed: z.enum(['1']).optional(),
  /** Notes that name this person and that they have not seen. */
  mentions: z.enum(['me']).optional(),
  sort: z.enum(['age', 'expiry', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type CaseFilter = z.infer<typeof caseFilter>
export const caseQuery = z.strictObject({ ...caseFilter.shape, after: z.string().max(400).optional() })

/** Who works on an item, until when it is theirs. */
export const caseClaim = z.strictObject({ by: colleague, until: z.iso.datetime() })
export type CaseClaim = z.infer<typeof caseClaim>

/** One item of the queue. Times are ISO 8601 UTC and ours, but for `expiresAt`. */
export const caseSummary = z.strictObject({
  transaction: transactionId,
  /** Rises with each change of the item itself: claim, note, snooze, decision. */
  version: z.int().min(1),
  kind: caseKind,
  concerns: z.array(stepInReview),
  state: stateValue,
  compound: compoundState.nullable(),
  customer: customerHandle.nullable(),
  rid: maskedValue,
  merchant: maskedValue,
  /** Minor units; from notifications and creates only. */
  amount: maskedValue,
  currency: maskedValue,
  test: z.boolean().nullable(),
  /** It came under review between these two; `from` is null where nobody had looked before. */
  since: z.strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }),
  expiresAt: z.iso.datetime().nullable(),
  level: z.strictObject({ state: slaStatus, dueAt: z.iso.datetime() }),
  owner: caseClaim.nullable(),
  second: z.array(approvalRule),
  snoozedUntil: z.iso.datetime().nullable(),
  lastNote: z.strictObject({ at: z.iso.datetime(), by: colleague, text: maskedValue }).nullable(),
  decision: decisionSummary.nullable(),
})
export type CaseSummary = z.infer<typeof caseSummary>

export const caseList = z.strictObject({
  rows: z.array(caseSummary),
  /** Hand it over as `after` for the next page; null on the last. */
  next: z.string().nullable(),
  /** How many match: exact up to 10,000; above it `more` is true. */
  count: z.int().min(0),
  more: z.boolean(),
  /** Of all items that this person may see, whatever the filter. */
  figures: z.strictObject({
    items: z.int().min(0),
    mine: z.int().min(0),
    waitingForSecond: z.int().min(0),
    snoozed: z.int().min(0),
    /** With notes that name this person and that they have not seen. */
    mentions: z.int().min(0),
    level: z.strictObject({ kept: z.int().min(0), near: z.int().min(0), over: z.int().min(0) }),
    /** By age since first sight; the oldest band has no upper end. */
    bands: z.array(
      z.strictObject({ fromMs: z.int().min(0), toMs: z.int().min(1).nullable(), items: z.int().min(0) }),
    ),
    /** The agreed time (ms). */
    levelMs: z.int().min(60_000),
  }),
  /** Whether this role may sort by amount: not where it sees ranges only. */
  byAmount: z.boolean(),
  /** For deciding about several rows at once. */
  reasons: z.array(decisionReason),
})
export type CaseList = z.infer<typeof caseList>

/** What somebody wrote beside an item; nothing is overwritten. */
export const caseNote = z.strictObject({
  seq: z.int().min(1),
  at: z.iso.datetime(),
  by: colleague,
  what: z.enum(['note', 'take_over', 'snooze', 'sent_back']),
  text: maskedValue,
  /** Whom it names. */
  mentions: z.array(colleague),
})
export type CaseNote = z.infer<typeof caseNote>

/** Free text of a note. */
export const noteText = z.string().trim().min(3).max(1_000)
export const addCaseNoteRequest = z.strictObject({ text: noteText, mentions: noteMentions.optional() })
export type AddCaseNoteRequest = z.infer<typeof addCaseNoteRequest>

/** How long an item may be put off. */
export const snoozeDuration = z.enum(['1h', '4h', '1d', '3d'])

/**
 * Taking an item. `taken`: it is yours until `row.owner.until`. `held`: a colleague has it, and `takeOver`
 * was not asked. `gone`: it is not in review any more.
 */
export const claimCaseResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('taken'), row: caseSummary }),
  z.strictObject({ answer: z.literal('held'), row: caseSummary }),
  z.strictObject({ answer: z.literal('gone') }),
])
export type ClaimCaseResponse = z.infer<typeof claimCaseResponse>
export const claimCaseRequest = z.strictObject({
  /** Takes it from the colleague who has it; the text is kept as a note for them. */
  takeOver: noteText.optional(),
})

/** What support needs of an item: that somebody has it, and how long it waits. No reason, no owner. */
export const caseQueuePosition = z.strictObject({
  inQueue: z.boolean(),
  /** From 1, by age among what waits in this environment; null where it is not in the queue. */
  position: z.int().min(1).nullable(),
  of: z.int().min(0),
  since: z.iso.datetime().nullable(),
  taken: z.boolean(),
})
export type CaseQueuePosition = z.infer<typeof caseQueuePosition>

/**
 * Everything to judge one item. The service was read for it, and `print` is of that very record: a
 * decision that names another one is stopped.
 */
export const caseDetail = z.strictObject({
  /** Null where it is not in review: `view` then says what became of it. */
  row: caseSummary.nullable(),
  view: transactionView,
  print: recordHash,
  notes: z.array(caseNote),
  /** Every decision about this transaction, newest first. */
  decisions: z.array(decisionView),
  draft: decisionDraft.nullable(),
  reasons: z.array(decisionReason),
  /** Why a second person is needed for each kind of decision, in words; empty where none is. */
  needs: z.strictObject({
    accept: z.array(z.string()),
    reject: z.array(z.string()),
    cancel: z.array(z.string()),
  }),
  /** What Paydesk would do after each kind of decision, as far as it knows now. */
  carriedOut: z.strictObject({
    accept: operatorActionAvailability,
    reject: operatorActionAvailability,
    cancel: operatorActionAvailability,
  }),
  mayWork: z.boolean(),
  /** How long a claim holds (ms): it is to be renewed well before. */
  claimMs: z.int().min(1_000),
})
export type CaseDetail = z.infer<typeof caseDetail>
