import { z } from 'zod'
import { decisionDraft } from '../cases/decisions.ts'
import { questionRecipient } from '../cases/questions.ts'
import { purposeCode } from '../core/purposes.ts'
import { paymentRequestFormId } from '../payments/payment-requests.ts'
import { apiKeyPermission } from './api-keys.ts'
import type { DraftKind } from './drafts.ts'

const line = z.string().max(300)
const ticket = z.string().max(60)
const text = z.string().max(2_000)
const reason = z.strictObject({ purpose: purposeCode.nullable(), caseRef: ticket })
const request = reason.extend({ text })
const field = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/**
 * Input of each form as typed: nothing is required, and everything is limited. The form checks the input when
 * it is sent.
 */
export const draftContents = {
  payment_request: z.strictObject({
    /** Form that made the draft: a form makes one payment, in every window. */
    form: paymentRequestFormId,
    /** Typed customer; null if the form was opened for a known one. */
    rid: line.nullable(),
    merchant: z.string().max(64),
    workflow: line,
    amount: line,
    currency: line,
    reference: line,
    client: z.record(field, line).refine((client) => Object.keys(client).length <= 40),
    holder: z.strictObject({ iban: line, name: line, type: line, bic: line }),
  }),
  question: z.strictObject({ to: questionRecipient.nullable(), text }),
  question_answer: z.strictObject({ answer: z.enum(['yes', 'no', 'text']).nullable(), text }),
  discrepancy_explanation: z.strictObject({ reason: z.string().max(60).nullable(), text, ticket }),
  case_take_over: z.strictObject({ text }),
  case_note: z.strictObject({ text }),
  case_snooze: z.strictObject({ text }),
  decision_approval: z.strictObject({
    answer: z.enum(['confirm', 'refuse', 'send_back']).nullable(),
    /** Record that the answer was chosen for. */
    recordHash: z.string().max(64).nullable(),
    text,
  }),
  document_request: request,
  api_key: z.strictObject({
    label: z.string().max(60),
    merchant: z.string().max(64),
    permissions: z.array(apiKeyPermission).max(2),
    days: z.int().min(1).max(730),
  }),
  import: z.strictObject({
    kind: z.enum(['rid', 'transaction']),
    merchant: z.string().max(64),
    /** Pasted list, if it is short; a file is chosen again. */
    text: z.string().max(8_000),
    /** Column that the person chose; null if they did not. */
    column: z.strictObject({ at: z.int().min(0).max(499), heading: z.boolean() }).nullable(),
  }),
  subject_access: z.strictObject({ ticket }),
  /** A draft for each list; its rows are chosen again. */
  export_request: request,
  reveal: reason,
  record_access: z.strictObject({
    /** Typed ID; empty if the form was opened for a record. */
    id: z.string().max(64),
    purpose: purposeCode.nullable(),
    caseRef: ticket,
  }),
  notification_reprocess: z.strictObject({ text, ticket }),
  break_glass: z.strictObject({ purpose: purposeCode.nullable(), ticket, text }),
  break_glass_report: z.strictObject({ text: z.string().max(4_000) }),
  /** The cases are chosen again. */
  bulk_decision: decisionDraft,
  decision_close: z.strictObject({ text }),
  document_access: reason,
  download_answer: z.strictObject({ text }),
  export_answer: z.strictObject({ text }),
  subject_access_answer: z.strictObject({ text }),
} as const satisfies Record<DraftKind, z.ZodType>

export type DraftContent<Kind extends DraftKind> = z.infer<(typeof draftContents)[Kind]>
