import { z } from 'zod'
import {
  createExportQuerySchema,
  dayRangeShape,
  defineEndpoint,
  exportFormatSchema,
} from '../core/endpoint.ts'
import {
  customerHandleSchema,
  environmentNameSchema,
  identityHandleSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { roleSchema } from '../core/permissions.ts'
import {
  auditCodeSchema,
  purposeCodeSchema,
  recordedPurposeCodeSchema,
  ticketNumberSchema,
} from '../core/purposes.ts'
import { auditLogVerificationSchema } from './audit-verification.ts'

const countSchema = z.int().min(0)
const timeSchema = z.iso.datetime()

/** Opaque handle of an actor in the audit log: current and former members of staff. */
export const auditActorHandleSchema = z
  .string()
  .regex(/^p_[0-9a-z]{20}$/)
  .brand<'AuditActorHandle'>()
export type AuditActorHandle = z.infer<typeof auditActorHandleSchema>

/** Groups of audit actions; each action belongs to one group. */
export const auditEventGroupSchema = z.enum([
  'reads',
  'reveals',
  'searches',
  'lists',
  'exports',
  'work',
  'questions',
  'sessions',
  'administration',
  'audit_log',
])
export type AuditEventGroup = z.infer<typeof auditEventGroupSchema>

export const auditResultSchema = z.enum(['allowed', 'refused', 'failed'])
export type AuditResult = z.infer<typeof auditResultSchema>

/** Subject by which events are found: our handles, or the transaction id of the payment service. */
export const auditSubjectIdSchema = z.union([customerHandleSchema, identityHandleSchema, transactionIdSchema])

/**
 * Filter of the list, in the page's URL and in the request. Contains no personal data.
 */
export const auditLogFilterSchema = z.strictObject({
  /** `activity` leaves out allowed views of lists and figures, which pages load by themselves. Default: all. */
  view: z.enum(['activity', 'all']).optional(),
  group: auditEventGroupSchema.optional(),
  person: auditActorHandleSchema.optional(),
  result: auditResultSchema.optional(),
  ...dayRangeShape,
  /** Events that name exactly this record; refused for roles that see IDs masked. */
  subject: auditSubjectIdSchema.optional(),
  purpose: recordedPurposeCodeSchema.optional(),
  ticket: ticketNumberSchema.optional(),
  reference: supportReferenceSchema.optional(),
})
export type AuditLogFilter = z.infer<typeof auditLogFilterSchema>
export const auditLogQuerySchema = z.strictObject({
  ...auditLogFilterSchema.shape,
  after: z.string().max(400).optional(),
})

/**
 * Actor of an event. The name is from their last sign-in, otherwise the identifier used by the identity
 * provider.
 */
export const auditActorViewSchema = z.strictObject({
  person: auditActorHandleSchema,
  name: maskedValueSchema,
  me: z.boolean(),
})
export type AuditActorView = z.infer<typeof auditActorViewSchema>

/** Page of a record; set only if this user sees the handle of the record in full. */
export const auditRecordLinkSchema = z.discriminatedUnion('page', [
  z.strictObject({ page: z.literal('customer'), customer: customerHandleSchema }),
  z.strictObject({ page: z.literal('identity'), identity: identityHandleSchema }),
  z.strictObject({ page: z.literal('transaction'), transaction: transactionIdSchema }),
])
export type AuditRecordLink = z.infer<typeof auditRecordLinkSchema>

export const auditSubjectViewSchema = z.strictObject({
  /** Kind of record, for example `customer`. */
  kind: auditCodeSchema,
  id: maskedValueSchema,
  link: auditRecordLinkSchema.nullable(),
})

/** Reason for an access, and the age of the re-authentication before it. */
export const auditAccessReasonShape = {
  /** Field of the access policy; null if the whole record was shown. */
  field: auditCodeSchema.nullable(),
  purpose: recordedPurposeCodeSchema.nullable(),
  ticket: z.string().nullable(),
  /** Seconds. */
  reauthenticationAge: countSchema.nullable(),
}

/**
 * Part of an outcome: a problem or another cause, an amount such as `rows`, or a time such as `until`.
 * `undocumented` stands for a stored text that this version does not know.
 */
export const auditOutcomePartSchema = z.strictObject({
  code: auditCodeSchema,
  count: countSchema.optional(),
  at: timeSchema.optional(),
})
export type AuditOutcomePart = z.infer<typeof auditOutcomePartSchema>

/** Id of an event: its chain and its number there, for example `stage-4117`. */
export const auditEntryIdSchema = z.string().regex(/^[a-z0-9-]{1,20}-\d{1,15}$/)

/** Event as codes and values. The reader puts them into words, so that old entries read in today's words. */
export const auditEntryViewSchema = z.strictObject({
  entry: auditEntryIdSchema,
  chain: z.string(),
  number: z.int().min(0),
  /**
   * First twelve hexadecimal digits of the event's hash; `previousHash` has those of the previous event. Null if the
   * event is in no chain.
   */
  hash: z.string().nullable(),
  previousHash: z.string().nullable(),
  at: timeSchema,
  /** Null if nobody was signed in. */
  person: auditActorViewSchema.nullable(),
  role: roleSchema.nullable(),
  group: auditEventGroupSchema,
  action: auditCodeSchema,
  about: auditSubjectViewSchema.nullable(),
  ...auditAccessReasonShape,
  result: auditResultSchema,
  /** Reason why the action was refused or failed, or the number of records it concerned. */
  outcome: z.array(auditOutcomePartSchema),
  /** Null if the stored text is not a support reference. */
  reference: supportReferenceSchema.nullable(),
  source: maskedValueSchema,
  instance: z.string(),
  /** Set if the entry stands for several equal reads on this page of the list: their number, and the first. */
  repeated: z.strictObject({ times: countSchema, since: timeSchema }).nullable(),
})
export type AuditEntryView = z.infer<typeof auditEntryViewSchema>

/** Part of the audit log that a user sees. */
export const auditLogVisibilitySchema = z.enum(['own', 'administration', 'every'])

export const auditEntryListSchema = z.strictObject({
  entries: z.array(auditEntryViewSchema),
  /** Cursor of the next older page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Time at which the search stopped before the page was full. Older events may match. */
  lookedBackTo: timeSchema.nullable(),
  visibility: auditLogVisibilitySchema,
})
export type AuditEntryList = z.infer<typeof auditEntryListSchema>

const eventCounts = {
  entries: countSchema,
  reads: countSchema,
  reveals: countSchema,
  refused: countSchema,
  failed: countSchema,
}

/** Figures of the events that this user may see. */
export const auditLogFiguresSchema = z.strictObject({
  /** Today in the time zone of Paydesk. */
  day: z.iso.date(),
  today: z.strictObject(eventCounts),
  people: z.array(z.strictObject({ person: auditActorViewSchema, ...eventCounts })),
  morePeople: z.boolean(),
  /**
   * Number of events and the time of the oldest, for the environment and for events without an environment.
   */
  coverage: z.array(
    z.strictObject({ chain: z.string(), entries: countSchema, since: timeSchema.nullable() }),
  ),
  visibility: auditLogVisibilitySchema,
  /** Last verification by this instance; null for users who may not verify. */
  lastVerification: auditLogVerificationSchema.nullable(),
})
export type AuditLogFigures = z.infer<typeof auditLogFiguresSchema>

export const auditLogExportQuerySchema = z.strictObject(dayRangeShape)

const auditEventSummarySchema = z.strictObject({
  group: auditEventGroupSchema,
  action: auditCodeSchema,
  /** Kind of record; null if the event names none. */
  kind: auditCodeSchema.nullable(),
  /** Number of records of that kind. */
  records: countSchema,
  field: auditAccessReasonShape.field,
  purpose: auditAccessReasonShape.purpose,
  ticket: auditAccessReasonShape.ticket,
  result: auditResultSchema,
  times: countSchema,
  firstAt: timeSchema,
  lastAt: timeSchema,
})
export type AuditEventSummary = z.infer<typeof auditEventSummarySchema>

/**
 * Search by a full ID. Roles that see IDs masked in the log need a reason; the search then counts as one of
 * their reveals.
 */
export const recordAccessReportRequestSchema = z.strictObject({
  subject: auditSubjectIdSchema,
  purpose: purposeCodeSchema.optional(),
  caseRef: ticketNumberSchema.optional(),
})
export type RecordAccessReportRequest = z.infer<typeof recordAccessReportRequestSchema>

/**
 * Staff access to one record. A customer includes its transactions, its identity records and the questions
 * about them; an identity record includes what the customer's page showed and checked of it.
 */
export const recordAccessReportSchema = z.strictObject({
  /** Number of records searched: the requested record and the records that belong to it. */
  records: z.int().min(1),
  entries: countSchema,
  /** People, newest access first, each with their events, newest first. */
  people: z.array(
    z.strictObject({
      person: auditActorViewSchema,
      roles: z.array(roleSchema),
      times: countSchema,
      firstAt: timeSchema,
      lastAt: timeSchema,
      events: z.array(auditEventSummarySchema),
    }),
  ),
  more: z.boolean(),
})
export type RecordAccessReport = z.infer<typeof recordAccessReportSchema>

/** Days in the time zone of Paydesk, `to` included. Default: the seven days up to today. */
export const staffActivityQuerySchema = z.strictObject(dayRangeShape)

/** Activity of one person by day and record, newest first. */
export const staffActivityReportSchema = z.strictObject({
  person: auditActorViewSchema,
  from: z.iso.date(),
  to: z.iso.date(),
  entries: countSchema,
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      records: z.array(
        z.strictObject({
          about: auditSubjectViewSchema.nullable(),
          times: countSchema,
          lastAt: timeSchema,
          events: z.array(auditEventSummarySchema),
        }),
      ),
    }),
  ),
  /** True if only the newest events of these days were read. */
  more: z.boolean(),
})
export type StaffActivityReport = z.infer<typeof staffActivityReportSchema>

const noneSchema = z.strictObject({})
const get = {
  method: 'GET',
  params: z.strictObject({ env: environmentNameSchema }),
  body: noneSchema,
} as const
const post = {
  method: 'POST',
  params: z.strictObject({ env: environmentNameSchema }),
  query: noneSchema,
} as const

/**
 * Endpoints for the audit log: its events, access to records, and its verification. Events without an
 * environment appear in every environment.
 */
export const auditLogEndpoints = {
  listAuditEntries: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log',
    query: auditLogQuerySchema,
    response: auditEntryListSchema,
  }),
  showAuditLogFigures: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log-figures',
    query: noneSchema,
    response: auditLogFiguresSchema,
  }),
  showRecordAccess: defineEndpoint({
    ...post,
    path: '/api/:env/audit-log/record-access',
    body: recordAccessReportRequestSchema,
    response: recordAccessReportSchema,
  }),
  showStaffActivity: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log/people/:person',
    params: z.strictObject({ env: environmentNameSchema, person: auditActorHandleSchema }),
    query: staffActivityQuerySchema,
    response: staffActivityReportSchema,
  }),
  /**
   * Starts a verification or joins the running one. Responds at once, or after a moment if it ends that
   * quickly.
   */
  startAuditLogVerification: defineEndpoint({
    ...post,
    path: '/api/:env/audit-log/verification',
    body: noneSchema,
    response: auditLogVerificationSchema,
  }),
  showAuditLogVerification: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log/verification',
    query: noneSchema,
    response: auditLogVerificationSchema,
  }),
  /** Exports the entries of the list with its filter, masked as there; repeated reads are not folded. */
  exportAuditEntries: defineEndpoint({
    ...get,
    path: '/api/:env/exports/audit-entries',
    query: createExportQuerySchema(auditLogFilterSchema).extend({ format: exportFormatSchema.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  /**
   * Exports every chain with its signed heads in the format of docs/audit.md, for the stand-alone checker.
   */
  exportAuditLog: defineEndpoint({
    ...get,
    path: '/api/:env/exports/audit-log',
    query: createExportQuerySchema(auditLogExportQuerySchema),
    response: z.string(),
    stream: 'application/jsonl',
  }),
} as const
