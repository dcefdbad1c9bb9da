import { z } from 'zod'
import {
  auditActorView,
  auditEventGroup,
  auditReasonFields,
  auditResult,
  auditSubjectId,
  auditSubjectView,
} from './trail.ts'

const count = z.int().min(0)
const time = z.iso.datetime()

const auditEventSummary = z.strictObject({
  group: auditEventGroup,
  says: z.string(),
  /** Label of the kind of record; null if the event names none. */
  words: z.string().nullable(),
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

export const recordAccessRequest = z.strictObject({ subject: auditSubjectId })

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
      roles: z.array(z.string()),
      times: count,
      firstAt: time,
      lastAt: time,
      acts: z.array(auditEventSummary),
    }),
  ),
  more: z.boolean(),
})
export type RecordAccessReport = z.infer<typeof recordAccessReport>

/** Days in the time zone of Paydesk, `to` included. Default: the seven days up to today. */
export const staffActivityQuery = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})

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
          acts: z.array(auditEventSummary),
        }),
      ),
    }),
  ),
  /** True if only the newest events of these days were read. */
  more: z.boolean(),
})
export type StaffActivityReport = z.infer<typeof staffActivityReport>
