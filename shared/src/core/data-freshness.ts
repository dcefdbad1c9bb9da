import { z } from 'zod'

/** When and from where a part was read. `memory`: a final state kept for a short time by this office. */
export const dataFreshness = z.strictObject({
  /** ISO 8601, UTC, milliseconds: when the service's answer arrived here. */
  at: z.iso.datetime(),
  from: z.enum(['service', 'memory']),
})
export type DataFreshness = z.infer<typeof dataFreshness>
