import { z } from 'zod'
import { colleague, inboxKind } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { transactionFacts } from '../payments/transaction-list.ts'
import { decisionId } from './decisions.ts'

/** Kind of an entry and the id of its record. */
export const inboxEntryId = z
  .string()
  .regex(/^[a-z_]{1,20}\.[a-z0-9_]{1,40}$/)
  .brand<'InboxEntryId'>()
export type InboxEntryId = z.infer<typeof inboxEntryId>

/** Page that an entry opens; it also tells the subject of an approval. */
export const inboxTarget = z.discriminatedUnion('page', [
  z.strictObject({ page: z.literal('case'), transaction: transactionId }),
  z.strictObject({ page: z.literal('decision'), decision: decisionId }),
  z.strictObject({ page: z.literal('questions') }),
  z.strictObject({ page: z.literal('downloads') }),
  z.strictObject({ page: z.literal('subject_access') }),
  z.strictObject({ page: z.literal('export_requests') }),
])
export type InboxTarget = z.infer<typeof inboxTarget>

/** Event for one person, as their role may see it. Times are ISO 8601 UTC. */
export const inboxEntry = z.strictObject({
  entry: inboxEntryId,
  kind: inboxKind,
  at: z.iso.datetime(),
  isRead: z.boolean(),
  /** Colleague who caused the entry. */
  by: colleague,
  target: inboxTarget,
  /** Answer of the approver; null unless there is one. */
  outcome: z.enum(['approved', 'rejected', 'returned']).nullable(),
  /** End of the time to approve or to download; null without a limit. */
  until: z.iso.datetime().nullable(),
  transaction: transactionId.nullable(),
  /** Transaction as our records have it; null if they do not, or the entry is about none. */
  facts: transactionFacts.nullable(),
  /** Customer of an entry that is about no transaction. */
  customer: z.strictObject({ customer: customerHandle, rid: maskedValue, merchant: maskedValue }).nullable(),
  /** Rows of an export of a list. */
  rows: z.int().min(0).nullable(),
})
export type InboxEntry = z.infer<typeof inboxEntry>

export const inboxQuery = z.strictObject({
  show: z.literal('unread').optional(),
  kind: inboxKind.optional(),
  after: z.string().max(400).optional(),
})

/** Page of the entries of the last thirty days, newest first. */
export const inboxPage = z.strictObject({
  entries: z.array(inboxEntry),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of unread entries of any kind. */
  unread: z.int().min(0),
})
export type InboxPage = z.infer<typeof inboxPage>

/** Number of unread entries, and the time of the newest one of each kind. */
export const inboxCount = z.strictObject({
  unread: z.int().min(0),
  newest: z.partialRecord(inboxKind, z.iso.datetime()),
})
export type InboxCount = z.infer<typeof inboxCount>

/** Entries to mark as read or unread; null means all. Entries that are not the user's own are ignored. */
export const markInboxRequest = z
  .strictObject({ entries: z.array(inboxEntryId).min(1).max(100).nullable(), isRead: z.boolean() })
  .refine(({ entries, isRead }) => entries !== null || isRead, { path: ['entries'], message: 'words' })
export type MarkInboxRequest = z.infer<typeof markInboxRequest>

const none = z.strictObject({})
const params = z.strictObject({ env: environmentName })

/** Endpoints for the inbox of the user. */
export const inboxEndpoints = {
  listInbox: defineEndpoint({
    method: 'GET',
    path: '/api/:env/inbox',
    params,
    query: inboxQuery,
    body: none,
    response: inboxPage,
  }),
  countInbox: defineEndpoint({
    method: 'GET',
    path: '/api/:env/inbox/count',
    params,
    query: none,
    body: none,
    response: inboxCount,
  }),
  markInbox: defineEndpoint({
    method: 'POST',
    path: '/api/:env/inbox/marks',
    params,
    query: none,
    body: markInboxRequest,
    response: inboxCount,
  }),
} as const
