import { z } from 'zod'
import { environmentNameSchema } from '../core/ids.ts'

/** Quarters of an hour in 24 hours. */
const slotCount = 96
const countsSchema = z.array(z.int().min(0)).length(slotCount)
const latencyMsSchema = z.int().min(0).nullable()

/** Operations of the payment service, in the order in which pages list them. */
export const measuredServiceOperations = ['state', 'list', 'notifications', 'identity', 'document'] as const

const operationLastDaySchema = z.strictObject({
  operation: z.enum(measuredServiceOperations),
  /**
   * Calls that ended, and those of them that failed. Calls that Paydesk itself refused do not count. Null for people
   * limited to some merchants: the calls are those about all merchants.
   */
  calls: z.strictObject({ ended: countsSchema, failed: countsSchema }).nullable(),
  /** Latency in ms that 95 % of the answered calls did not exceed; null without an answered call. */
  p95Ms: z.array(latencyMsSchema).length(slotCount),
  /** Median and 95 % latency of all answered calls together. */
  total: z.strictObject({ p50Ms: latencyMsSchema, p95Ms: latencyMsSchema }),
})

const environmentLastDaySchema = z.strictObject({
  environment: environmentNameSchema,
  /** Start of the count of calls, with the process that answers: calls are those of one instance. */
  since: z.iso.datetime(),
  service: z.array(operationLastDaySchema),
  /** Notifications received, without repeats; null for people limited to some merchants. */
  notifications: countsSchema.nullable(),
  /** Longest time in ms for which the last ended sync was the newest one, since it began; null before the first. */
  syncLagMs: z.array(z.int().min(0).nullable()).length(slotCount),
})
export type EnvironmentLastDay = z.infer<typeof environmentLastDaySchema>

/** Figures of the last 24 hours by quarter of an hour. Each list has one value for each of `slots`. */
export const healthLastDaySchema = z.strictObject({
  /** Start of each quarter of an hour, oldest first. The last one is not over yet. */
  slots: z.array(z.iso.datetime()).length(slotCount),
  environments: z.array(environmentLastDaySchema),
})
export type HealthLastDay = z.infer<typeof healthLastDaySchema>
