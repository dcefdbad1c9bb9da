import { z } from 'zod'
import { dayRangeFilter, defineEndpoint, exportFormat, exportQuery } from '../core/endpoint.ts'
import {
  customerHandle,
  environmentName,
  identityHandle,
  supportReference,
  transactionId,
} from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { role } from '../core/permissions.ts'
import { auditCode, purposeCode, recordedPurposeCode, ticketNumber } from '../core/purposes.ts'

const count = z.int().min(0)
const time = z.iso.datetime()

/** Opaque handle of an actor in the audit log: current and former members of staff. */
export const auditActorHandle = z
  .string()
  .regex(/^p_[0-9a-z]{20}$/)
  .brand<'TrailPersonHandle'>()
export type AuditActorHandle = z.infer<typeof auditActorHandle>

/** Groups of events; each action belongs to one group. */
export const auditEventGroup = z.enum([
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
export type AuditEventGroup = z.infer<typeof auditEventGroup>

export const auditResult = z.enum(['allowed', 'refused', 'failed'])
export type AuditResult = z.infer<typeof auditResult>

/** Subject by which events are found: our handles, or the transaction id of the payment service. */
export const auditSubjectId = z.union([customerHandle, identityHandle, transactionId])

/**
 * Filter of the list, in the page's URL and in the request. Contains no personal data.
 */
export const auditLogFilter = z.strictObject({
  /** `activity` leaves out allowed views of lists and figures, which pages load by themselves. Default: all. */
  view: z.enum(['activity', 'all']).optional(),
  group: auditEventGroup.optional(),
  person: auditActorHandle.optional(),
  result: auditResult.optional(),
  ...dayRangeFilter,
  /** Events that name exactly this record; refused for roles that see IDs masked. */
  subject: auditSubjectId.optional(),
  purpose: recordedPurposeCode.optional(),
  ticket: ticketNumber.optional(),
  reference: supportReference.optional(),
})
export type AuditLogFilter = z.infer<typeof auditLogFilter>
export const auditLogQuery = z.strictObject({
  ...auditLogFilter.shape,
  after: z.string().max(400).optional(),
})

/**
 * Actor of an event. The name is from their last sign-in, otherwise the identifier used by the identity
 * provider.
 */
export const auditActorView = z.strictObject({ person: auditActorHandle, name: maskedValue, me: z.boolean() })
export type AuditActorView = z.infer<typeof auditActorView>

/** Page of a record; set only if this user sees the handle of the record in full. */
export const auditRecordLink = z.discriminatedUnion('page', [
  z.strictObject({ page: z.literal('customer'), customer: customerHandle }),
  z.strictObject({ page: z.literal('identity'), identity: identityHandle }),
  z.strictObject({ page: z.literal('transaction'), transaction: transactionId }),
])
export type AuditRecordLink = z.infer<typeof auditRecordLink>

export const auditSubjectView = z.strictObject({
  /** Kind of record, for example `customer`. */
  kind: auditCode,
  id: maskedValue,
  link: auditRecordLink.nullable(),
})

/** Reason for an access, and the age of the re-authentication before it. */
export const auditReasonFields = {
  /** Field of the access policy; null if the whole record was shown. */
  field: auditCode.nullable(),
  purpose: recordedPurposeCode.nullable(),
  ticket: z.string().nullable(),
  /** Seconds. */
  reauthenticationAge: count.nullable(),
}

/**
 * Part of an outcome: a problem or another cause, an amount such as `rows`, or a time such as `until`.
 * `undocumented` stands for a stored text that this version does not know.
 */
export const auditOutcomePart = z.strictObject({
  code: auditCode,
  count: count.optional(),
  at: time.optional(),
})
export type AuditOutcomePart = z.infer<typeof auditOutcomePart>

/** Id of an event: its chain and its number there, for example `stage-4117`. */
export const auditEntryId = z.string().regex(/^[a-z0-9-]{1,20}-\d{1,15}$/)

/** Event as codes and values. The reader puts them into words, so that old entries read in today's words. */
export const auditEntryView = z.strictObject({
  entry: auditEntryId,
  chain: z.string(),
  number: z.int().min(0),
  /**
   * First twelve hexadecimal digits of the event's hash; `previousHash` has those of the previous event. Null if the
   * event is in no chain.
   */
  hash: z.string().nullable(),
  previousHash: z.string().nullable(),
  at: time,
  /** Null if nobody was signed in. */
  person: auditActorView.nullable(),
  role: role.nullable(),
  group: auditEventGroup,
  action: auditCode,
  about: auditSubjectView.nullable(),
  ...auditReasonFields,
  result: auditResult,
  /** Reason why the action was refused or failed, or the number of records it concerned. */
  outcome: z.array(auditOutcomePart),
  /** Null if the stored text is not a support reference. */
  reference: supportReference.nullable(),
  source: maskedValue,
  instance: z.string(),
  /** Set if the entry stands for several equal reads on this page of the list: their number, and the first. */
  repeated: z.strictObject({ times: count, since: time }).nullable(),
})
export type AuditEntryView = z.infer<typeof auditEntryView>

/** Part of the audit log that a user sees. */
export const auditLogVisibility = z.enum(['own', 'administration', 'every'])

export const auditEntryList = z.strictObject({
  entries: z.array(auditEntryView),
  /** Cursor of the next older page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Time at which the search stopped before the page was full. Older events may match. */
  lookedBackTo: time.nullable(),
  visibility: auditLogVisibility,
})
export type AuditEntryList = z.infer<typeof auditEntryList>

const eventCounts = { entries: count, reads: count, reveals: count, refused: count, failed: count }

export const auditFindingKind = z.enum([
  'changed',
  'missing',
  'doubled',
  'out_of_order',
  'fork',
  'rewritten',
  'cut',
  'outside',
  'head_changed',
  'no_head',
  'checkpoint_changed',
  'no_checkpoint',
])

/** Result of a verification. `findings` name the first bad event of each chain. */
export const auditLogVerification = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('never') }),
  z.strictObject({ state: z.literal('running'), startedAt: time, done: count, total: count }),
  z.strictObject({ state: z.literal('broken'), startedAt: time, endedAt: time }),
  z.strictObject({
    state: z.literal('done'),
    startedAt: time,
    endedAt: time,
    /** Duration (ms). */
    durationMs: count,
    isIntact: z.boolean(),
    entries: count,
    chains: z.array(
      z.strictObject({
        chain: z.string(),
        entries: count,
        last: count,
        signedTo: count,
        /**
         * Number of events removed from the start of the chain after their retention period, as a signed
         * checkpoint states.
         */
        cutTo: count,
        /**
         * Time of the signature of the newest head; `head` has the first twelve digits of the hash that it
         * signs.
         */
        signedAt: time.nullable(),
        head: z.string().nullable(),
      }),
    ),
    /** Findings; the first bad event of each chain comes first. `to`: the last of several events from `from` on. */
    findings: z.array(
      z.strictObject({
        chain: z.string().nullable(),
        kind: auditFindingKind,
        from: count.nullable(),
        to: count.nullable(),
      }),
    ),
  }),
])
export type AuditLogVerification = z.infer<typeof auditLogVerification>

/** Figures of the events that this user may see. */
export const auditLogFigures = z.strictObject({
  /** Today in the time zone of Paydesk. */
  day: z.iso.date(),
  today: z.strictObject(eventCounts),
  people: z.array(z.strictObject({ person: auditActorView, ...eventCounts })),
  morePeople: z.boolean(),
  /**
   * Number of events and the time of the oldest, for the environment and for events without an environment.
   */
  coverage: z.array(z.strictObject({ chain: z.string(), entries: count, since: time.nullable() })),
  visibility: auditLogVisibility,
  /** Last verification by this instance; null for users who may not verify. */
  lastVerification: auditLogVerification.nullable(),
})
export type AuditLogFigures = z.infer<typeof auditLogFigures>

export const auditLogExportQuery = z.strictObject(dayRangeFilter)

const auditEventSummary = z.strictObject({
  group: auditEventGroup,
  action: auditCode,
  /** Kind of record; null if the event names none. */
  kind: auditCode.nullable(),
  /** Number of records of that kind. */
  records: count,
  field: auditReasonFields.field,
  purpose: auditReasonFields.purpose,
  ticket: auditReasonFields.ticket,
  result: auditResult,
  times: count,
  firstAt: time,
  lastAt: time,
})
export type AuditEventSummary = z.infer<typeof auditEventSummary>

/**
 * Search by a full ID. Roles that see IDs masked in the log need a reason; the search then counts as one of
 * their reveals.
 */
export const recordAccessRequest = z.strictObject({
  subject: auditSubjectId,
  purpose: purposeCode.optional(),
  caseRef: ticketNumber.optional(),
})
export type RecordAccessInput = z.infer<typeof recordAccessRequest>

/**
 * Staff access to one record. A customer includes its transactions, its identity records and the questions
 * about them; an identity record includes what the customer's page showed and checked of it.
 */
export const recordAccessReport = z.strictObject({
  /** Number of records searched: the requested record and the records that belong to it. */
  records: z.int().min(1),
  entries: count,
  /** People, newest access first, each with their events, newest first. */
  people: z.array(
    z.strictObject({
      person: auditActorView,
      roles: z.array(role),
      times: count,
      firstAt: time,
      lastAt: time,
      events: z.array(auditEventSummary),
    }),
  ),
  more: z.boolean(),
})
export type RecordAccessReport = z.infer<typeof recordAccessReport>

/** Days in the time zone of Paydesk, `to` included. Default: the seven days up to today. */
export const staffActivityQuery = z.strictObject(dayRangeFilter)

/** Activity of one person by day and record, newest first. */
export const staffActivityReport = z.strictObject({
  person: auditActorView,
  from: z.iso.date(),
  to: z.iso.date(),
  entries: count,
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      records: z.array(
        z.strictObject({
          about: auditSubjectView.nullable(),
          times: count,
          lastAt: time,
          events: z.array(auditEventSummary),
        }),
      ),
    }),
  ),
  /** True if only the newest events of these days were read. */
  more: z.boolean(),
})
export type StaffActivityReport = z.infer<typeof staffActivityReport>

const none = z.strictObject({})
const get = { method: 'GET', params: z.strictObject({ env: environmentName }), body: none } as const
const post = { method: 'POST', params: z.strictObject({ env: environmentName }), query: none } as const

/**
 * Endpoints for the audit log: its events, access to records, and its verification. Events without an
 * environment appear in every environment.
 */
export const auditLogEndpoints = {
  listAuditEntries: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log',
    query: auditLogQuery,
    response: auditEntryList,
  }),
  showAuditLogFigures: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log-figures',
    query: none,
    response: auditLogFigures,
  }),
  showRecordAccess: defineEndpoint({
    ...post,
    path: '/api/:env/audit-log/record-access',
    body: recordAccessRequest,
    response: recordAccessReport,
  }),
  showStaffActivity: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log/people/:person',
    params: z.strictObject({ env: environmentName, person: auditActorHandle }),
    query: staffActivityQuery,
    response: staffActivityReport,
  }),
  /**
   * Starts a verification or joins the running one. Responds at once, or after a moment if it ends that
   * quickly.
   */
  startAuditLogVerification: defineEndpoint({
    ...post,
    path: '/api/:env/audit-log/verification',
    body: none,
    response: auditLogVerification,
  }),
  showAuditLogVerification: defineEndpoint({
    ...get,
    path: '/api/:env/audit-log/verification',
    query: none,
    response: auditLogVerification,
  }),
  /** Exports the entries of the list with its filter, masked as there; repeated reads are not folded. */
  exportAuditEntries: defineEndpoint({
    ...get,
    path: '/api/:env/exports/audit-entries',
    query: exportQuery(auditLogFilter).extend({ format: exportFormat.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  /**
   * Exports every chain with its signed heads in the format of docs/audit.md, for the stand-alone checker.
   */
  exportAuditLog: defineEndpoint({
    ...get,
    path: '/api/:env/exports/audit-log',
    query: exportQuery(auditLogExportQuery),
    response: z.string(),
    stream: 'application/jsonl',
  }),
} as const
