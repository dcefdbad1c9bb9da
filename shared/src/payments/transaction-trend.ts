import { z } from 'zod'

const perDaySchema = z.array(z.int().min(0))

/** Transactions by the day on which they were first seen. Each list has one number for each day. */
const daySeriesSchema = z.strictObject({
  seen: perDaySchema,
  /** Number of these transactions that are final now. */
  ended: perDaySchema,
  /** Number of these transactions whose state is now `SUCCESS`, confirmed or not. */
  succeeded: perDaySchema,
})
export type TransactionDaySeries = z.infer<typeof daySeriesSchema>

/** Volume and results of the last days, from our own records, within the user's merchants. */
export const transactionTrendSchema = z.strictObject({
  countedAt: z.iso.datetime(),
  zone: z.string(),
  /** Fourteen days, oldest first, today last. */
  days: z.array(z.iso.date()),
  total: daySeriesSchema,
  /** As many days just before `days`. */
  previous: daySeriesSchema,
  /** The most frequent workflows, then all others together; null where the workflow is not known. */
  workflows: z.array(
    z.strictObject({ workflow: z.string().nullable(), isRest: z.boolean(), ...daySeriesSchema.shape }),
  ),
})
export type TransactionTrend = z.infer<typeof transactionTrendSchema>
