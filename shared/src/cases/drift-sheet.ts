import { z } from 'zod'
import { discrepancyKind, discrepancyKindHelp } from './drift.ts'

const count = z.int().min(0)

/** Length of the series in days, the day of the report included; 14 by default. */
export const reconciliationReportDays = z.enum(['14', '30'])
/**
 * Query of the report. `day` is a day in the time zone of Paydesk, today by default. The export takes only
 * the day.
 */
export const reconciliationReportQuery = z.strictObject({
  day: z.iso.date().optional(),
  days: reconciliationReportDays.optional(),
})
export const reconciliationExportQuery = reconciliationReportQuery.pick({ day: true })

/**
 * Movements of one day. `atStart` + `opened` − `closed` = `atEnd`. `explained`: discrepancies explained for
 * the first time on that day.
 */
const movementCounts = { atStart: count, opened: count, explained: count, closed: count, atEnd: count }
const movementSum = z.strictObject({
  currency: z.string(),
  atStart: z.int(),
  opened: z.int(),
  closed: z.int(),
  atEnd: z.int(),
})

/** Report of one day, counted from our own records. */
export const reconciliationReport = z.strictObject({
  day: z.iso.date(),
  zone: z.string(),
  /** First instant of the day; `to` is the first instant of the next day. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Time of the count; before `to` if the day is not over. */
  countedAt: z.iso.datetime(),
  today: z.iso.date(),
  total: z.strictObject(movementCounts),
  /** Kinds with at least one discrepancy. `amounts` (minor units) is null if this role sees ranges only. */
  kinds: z.array(
    z.strictObject({ kind: discrepancyKind, ...movementCounts, amounts: z.array(movementSum).nullable() }),
  ),
  /** Days up to the day of the report, oldest first. */
  series: z.array(
    z.strictObject({ day: z.iso.date(), opened: count, explained: count, closed: count, atEnd: count }),
  ),
  texts: z.array(discrepancyKindHelp),
})
export type ReconciliationReport = z.infer<typeof reconciliationReport>
