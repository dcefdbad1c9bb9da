import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema } from '../core/ids.ts'

/** Forms whose unsent input is kept on the server. The form of a decision keeps its own draft with the case. */
export const draftKindSchema = z.enum([
  'payment_request',
  'question',
  'question_answer',
  'discrepancy_explanation',
  'case_take_over',
  'case_note',
  'case_snooze',
  'decision_approval',
  'document_request',
  'api_key',
  'import',
  'subject_access',
  'export_request',
  'reveal',
  'record_access',
  'notification_reprocess',
  'break_glass',
  'break_glass_report',
  'bulk_decision',
  'decision_close',
  'document_access',
  'download_answer',
  'export_answer',
  'subject_access_answer',
])
export type DraftKind = z.infer<typeof draftKindSchema>

/** Subject of a form that is about no record. */
export const noDraftSubject = '-'

/**
 * Record that the form is about, as an ID or handle, never a RID; `-` for none. A part after the dot tells forms
 * about the same record, or about none, apart.
 */
export const draftSubjectSchema = z
  .string()
  .regex(/^(?:-|[A-Za-z0-9][A-Za-z0-9_-]{3,63})(?:\.[A-Za-z0-9_]{1,40})?$/)

/** Version of a draft: the opened form that wrote it, and the number of its save. */
export const draftVersionSchema = z.string().regex(/^[0-9a-z]{12}\.[0-9]{1,7}$/)

/** Input as typed. Its fields are those of the kind (`draft-contents.ts`): their schemas stay out of the first page. */
const contentSchema = z.record(z.string().max(40), z.unknown())

export const storedDraftSchema = z.strictObject({
  version: draftVersionSchema,
  savedAt: z.iso.datetime(),
  content: contentSchema,
})
export type StoredDraft = z.infer<typeof storedDraftSchema>

/**
 * `newer`: another window saved since `replaces`; nothing was stored. `gone`: the draft that an Undo is about was sent
 * or replaced since it was discarded; nothing was stored.
 */
export const saveDraftResponseSchema = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('saved') }),
  z.strictObject({ answer: z.literal('newer'), draft: storedDraftSchema }),
  z.strictObject({ answer: z.literal('gone') }),
])
export type SaveDraftResponse = z.infer<typeof saveDraftResponseSchema>

const noneSchema = z.strictObject({})
const ofFormSchema = z.strictObject({
  env: environmentNameSchema,
  kind: draftKindSchema,
  about: draftSubjectSchema,
})

/** Drafts of the person who calls; nobody reads or changes those of somebody else. */
export const formDraftEndpoints = {
  showFormDraft: defineEndpoint({
    method: 'GET',
    path: '/api/:env/drafts/:kind/:about',
    params: ofFormSchema,
    query: noneSchema,
    body: noneSchema,
    response: z.strictObject({ draft: storedDraftSchema.nullable() }),
  }),
  saveFormDraft: defineEndpoint({
    method: 'POST',
    path: '/api/:env/drafts/:kind/:about',
    params: ofFormSchema,
    query: noneSchema,
    /**
     * `replaces`: version that this form was filled from; null if there was none. `isUndo`: takes the draft `replaces`
     * back that was discarded; stores nothing unless that very draft is there.
     */
    body: z.strictObject({
      version: draftVersionSchema,
      replaces: draftVersionSchema.nullable(),
      content: contentSchema,
      isUndo: z.literal(true).optional(),
    }),
    response: saveDraftResponseSchema,
    // Below the 64 KiB that a browser sends for a page that is being closed.
    maxBodyBytes: 48 * 1_024,
  }),
  /**
   * Deletes a draft that was sent or emptied; a draft that another window has saved since stays. `isDiscarded`: the
   * draft can be taken back for some minutes.
   */
  removeFormDraft: defineEndpoint({
    method: 'POST',
    path: '/api/:env/drafts/:kind/:about/remove',
    params: ofFormSchema,
    query: noneSchema,
    body: z.strictObject({ version: draftVersionSchema, isDiscarded: z.literal(true).optional() }),
    response: noneSchema,
  }),
} as const
