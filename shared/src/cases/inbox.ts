import { z } from 'zod'
import { colleagueSchema, inboxEntryKindSchema } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema, transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { transactionFactsSchema } from '../payments/transaction-list.ts'
import { decisionIdSchema } from './decisions.ts'

/** Kind of an entry and the id of its record. */
export const inboxEntryIdSchema = z
  .string()
  .regex(/^[a-z_]{1,20}\.[a-z0-9_]{1,40}$/)
  .brand<'InboxEntryId'>()
export type InboxEntryId = z.infer<typeof inboxEntryIdSchema>

/** Page that an entry opens; it also tells the subject of an approval. */
export const inboxTargetSchema = z.discriminatedUnion('page', [
  z.strictObject({ page: z.literal('case'), transaction: transactionIdSchema }),
  z.strictObject({ page: z.literal('decision'), decision: decisionIdSchema }),
  z.strictObject({ page: z.literal('questions') }),
  z.strictObject({ page: z.literal('downloads') }),
  z.strictObject({ page: z.literal('subject_access') }),
  z.strictObject({ page: z.literal('export_requests') }),
])
export type InboxTarget = z.infer<typeof inboxTargetSchema>

/** Event for one person, as their role may see it. Times are ISO 8601 UTC. */
export const inboxEntrySchema = z.strictObject({
  entry: inboxEntryIdSchema,
  kind: inboxEntryKindSchema,
  at: z.iso.datetime(),
  isRead: z.boolean(),
  /** Colleague who caused the entry. */
  by: colleagueSchema,
  target: inboxTargetSchema,
  /** Answer of the approver; null unless there is one. */
  outcome: z.enum(['approved', 'rejected', 'returned']).nullable(),
  /** End of the time to approve or to download; null without a limit. */
  until: z.iso.datetime().nullable(),
  transaction: transactionIdSchema.nullable(),
  /** Transaction as our records have it; null if they do not, or the entry is about none. */
  facts: transactionFactsSchema.nullable(),
  /** Customer of an entry that is about no transaction. */
  customer: z
    .strictObject({ customer: customerHandleSchema, rid: maskedValueSchema, merchant: maskedValueSchema })
    .nullable(),
  /** Rows of an export of a list. */
  rows: z.int().min(0).nullable(),
})
export type InboxEntry = z.infer<typeof inboxEntrySchema>

export const inboxQuerySchema = z.strictObject({
  show: z.literal('unread').optional(),
  kind: inboxEntryKindSchema.optional(),
  after: z.string().max(400).optional(),
})

/** Page of the entries of the last thirty days, newest first. */
export const inboxEntryListSchema = z.strictObject({
  entries: z.array(inboxEntrySchema),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of unread entries of any kind. */
  unread: z.int().min(0),
})
export type InboxEntryList = z.infer<typeof inboxEntryListSchema>

/** Number of unread entries, and the time of the newest one of each kind. */
export const inboxCountSchema = z.strictObject({
  unread: z.int().min(0),
  newest: z.partialRecord(inboxEntryKindSchema, z.iso.datetime()),
})
export type InboxCount = z.infer<typeof inboxCountSchema>

/** Entries to mark as read or unread; null means all. Entries that are not the user's own are ignored. */
export const markInboxEntriesRequestSchema = z
  .strictObject({ entries: z.array(inboxEntryIdSchema).min(1).max(100).nullable(), isRead: z.boolean() })
  .refine(({ entries, isRead }) => entries !== null || isRead, { path: ['entries'], message: 'words' })
export type MarkInboxEntriesRequest = z.infer<typeof markInboxEntriesRequestSchema>

const noneSchema = z.strictObject({})
const paramsSchema = z.strictObject({ env: environmentNameSchema })

/** Endpoints for the inbox of the user. */
export const inboxEndpoints = {
  listInbox: defineEndpoint({
    method: 'GET',
    path: '/api/:env/inbox',
    params: paramsSchema,
    query: inboxQuerySchema,
    body: noneSchema,
    response: inboxEntryListSchema,
  }),
  countUnreadInboxEntries: defineEndpoint({
    method: 'GET',
    path: '/api/:env/inbox/count',
    params: paramsSchema,
    query: noneSchema,
    body: noneSchema,
    response: inboxCountSchema,
  }),
  markInboxEntries: defineEndpoint({
    method: 'POST',
    path: '/api/:env/inbox/marks',
    params: paramsSchema,
    query: noneSchema,
    body: markInboxEntriesRequestSchema,
    response: inboxCountSchema,
  }),
} as const
