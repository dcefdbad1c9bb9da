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
  /** Word for what kind of record it was; null where the entry names none. */
  words: z.string().nullable(),
  /** How many records of that kind. */
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
 * Who had to do with one record; a customer includes its transactions, identity records and what was asked about
 * them, an identity record what was shown and checked of it on the customer's page.
 */
export const recordAccessReport = z.strictObject({
  /** Records that were looked for: the one asked for and what belongs to it. */
  records: z.int().min(1),
  entries: count,
  /** The newest first; with what they did, the newest first. */
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

/** Days of the office's zone, `to` included; seven days up to today where both are left out. */
export const staffActivityQuery = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})

/** What one person had to do with, by day and record, the newest first. */
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
  /** True where only the newest entries of these days were looked at. */
  more: z.boolean(),
})
export type StaffActivityReport = z.infer<typeof staffActivityReport>
