import { z } from 'zod'
import { decisionDraftSchema } from '../cases/decisions.ts'
import { questionRecipientSchema } from '../cases/questions.ts'
import { purposeCodeSchema } from '../core/purposes.ts'
import { paymentRequestFormIdSchema } from '../payments/payment-requests.ts'
import { apiKeyPermissionSchema } from './api-keys.ts'
import type { DraftKind } from './drafts.ts'

const lineSchema = z.string().max(300)
const ticketSchema = z.string().max(60)
const textSchema = z.string().max(2_000)
const reasonSchema = z.strictObject({ purpose: purposeCodeSchema.nullable(), caseRef: ticketSchema })
const requestSchema = reasonSchema.extend({ text: textSchema })
const fieldSchema = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/**
 * Input of each form as typed: nothing is required, and everything is limited. The form checks the input when
 * it is sent.
 */
export const draftContentSchemas = {
  payment_request: z.strictObject({
    /** Form that made the draft: a form makes one payment, in every window. */
    form: paymentRequestFormIdSchema,
    /** Typed customer; null if the form was opened for a known one. */
    rid: lineSchema.nullable(),
    merchant: z.string().max(64),
    workflow: lineSchema,
    amount: lineSchema,
    currency: lineSchema,
    reference: lineSchema,
    client: z.record(fieldSchema, lineSchema).refine((client) => Object.keys(client).length <= 40),
    holder: z.strictObject({ iban: lineSchema, name: lineSchema, type: lineSchema, bic: lineSchema }),
  }),
  question: z.strictObject({ to: questionRecipientSchema.nullable(), text: textSchema }),
  question_answer: z.strictObject({ answer: z.enum(['yes', 'no', 'text']).nullable(), text: textSchema }),
  discrepancy_explanation: z.strictObject({
    reason: z.string().max(60).nullable(),
    text: textSchema,
    ticket: ticketSchema,
  }),
  case_take_over: z.strictObject({ text: textSchema }),
  case_note: z.strictObject({ text: textSchema }),
  case_snooze: z.strictObject({ text: textSchema }),
  decision_approval: z.strictObject({
    answer: z.enum(['confirm', 'refuse', 'send_back']).nullable(),
    /** Hash of the record that the approver saw when they chose the answer. */
    recordHash: z.string().max(64).nullable(),
    text: textSchema,
  }),
  document_request: requestSchema,
  api_key: z.strictObject({
    label: z.string().max(60),
    merchant: z.string().max(64),
    permissions: z.array(apiKeyPermissionSchema).max(2),
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
  subject_access: z.strictObject({ ticket: ticketSchema }),
  /** A draft for each list; its rows are chosen again. */
  export_request: requestSchema,
  reveal: reasonSchema,
  record_access: z.strictObject({
    /** Typed ID; empty if the form was opened for a record. */
    id: z.string().max(64),
    purpose: purposeCodeSchema.nullable(),
    caseRef: ticketSchema,
  }),
  notification_reprocess: z.strictObject({ text: textSchema, ticket: ticketSchema }),
  break_glass: z.strictObject({
    purpose: purposeCodeSchema.nullable(),
    ticket: ticketSchema,
    text: textSchema,
  }),
  break_glass_report: z.strictObject({ text: z.string().max(4_000) }),
  /** The cases are chosen again. */
  bulk_decision: decisionDraftSchema,
  decision_close: z.strictObject({ text: textSchema }),
  document_access: reasonSchema,
  download_answer: z.strictObject({ text: textSchema }),
  export_answer: z.strictObject({ text: textSchema }),
  subject_access_answer: z.strictObject({ text: textSchema }),
} as const satisfies Record<DraftKind, z.ZodType>

export type DraftContent<Kind extends DraftKind> = z.infer<(typeof draftContentSchemas)[Kind]>
