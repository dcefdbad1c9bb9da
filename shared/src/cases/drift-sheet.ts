import { z } from 'zod'
import { discrepancyKind, discrepancyKindHelp } from './drift.ts'

const count = z.int().min(0)

/** How many days the series has, the sheet's own included; 14 where it is left out. */
export const reconciliationReportDays = z.enum(['14', '30'])
/** A day of the office's zone; today where it is left out. The export takes the day only. */
export const reconciliationReportQuery = z.strictObject({
  day: z.iso.date().optional(),
  days: reconciliationReportDays.optional(),
})
export const reconciliationExportQuery = reconciliationReportQuery.pick({ day: true })

/**
 * What happened in a day. `atStart` + `opened` − `closed` = `atEnd`. `explained`: those that were explained
 * for the first time on that day.
 */
const movementCounts = { atStart: count, opened: count, explained: count, closed: count, atEnd: count }
const movementSum = z.strictObject({
  currency: z.string(),
  atStart: z.int(),
  opened: z.int(),
  closed: z.int(),
  atEnd: z.int(),
})

/** The sheet of one day, counted by this office from its own items. */
export const reconciliationReport = z.strictObject({
  day: z.iso.date(),
  zone: z.string(),
  /** The day's first instant, and the next day's. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Until then it was counted: before `to` where the day is not over. */
  countedAt: z.iso.datetime(),
  today: z.iso.date(),
  total: z.strictObject(movementCounts),
  /** The kinds of which there was any; `amounts` (minor units) is null where this role sees ranges only. */
  kinds: z.array(
    z.strictObject({ kind: discrepancyKind, ...movementCounts, amounts: z.array(movementSum).nullable() }),
  ),
  /** Every day up to the sheet's own, the oldest first. */
  series: z.array(
    z.strictObject({ day: z.iso.date(), opened: count, explained: count, closed: count, atEnd: count }),
  ),
  texts: z.array(discrepancyKindHelp),
})
export type ReconciliationReport = z.infer<typeof reconciliationReport>
