import { z } from 'zod'

/** Time and source of a read. `memory`: a final state that Paydesk keeps for a short time. */
export const dataFreshnessSchema = z.strictObject({
  /** Arrival of the payment service's answer: ISO 8601, UTC, milliseconds. */
  at: z.iso.datetime(),
  from: z.enum(['service', 'memory']),
})
export type DataFreshness = z.infer<typeof dataFreshnessSchema>
