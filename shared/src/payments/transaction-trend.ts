import { z } from 'zod'

const perDay = z.array(z.int().min(0))

/** Transactions by the day on which they were first seen. Each list has one number for each day. */
const daySeries = z.strictObject({
  seen: perDay,
  /** Number of these transactions that are final now. */
  ended: perDay,
  /** Number of these transactions whose state is now `SUCCESS`, confirmed or not. */
  succeeded: perDay,
})
export type TransactionDaySeries = z.infer<typeof daySeries>

/** Volume and results of the last days, from our own records, within the user's merchants. */
export const transactionTrend = z.strictObject({
  countedAt: z.iso.datetime(),
  zone: z.string(),
  /** Fourteen days, oldest first, today last. */
  days: z.array(z.iso.date()),
  total: daySeries,
  /** As many days just before `days`. */
  previous: daySeries,
  /** The most frequent workflows, then all others together; null where the workflow is not known. */
  workflows: z.array(
    z.strictObject({ workflow: z.string().nullable(), isRest: z.boolean(), ...daySeries.shape }),
  ),
})
export type TransactionTrend = z.infer<typeof transactionTrend>
