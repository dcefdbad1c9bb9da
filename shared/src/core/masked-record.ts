import { z } from 'zod'
import { dataFreshness } from './data-freshness.ts'

/** JSON as the role may see it: the same masks as the page, hidden and unknown members left out. */
export const maskedRecord = z.strictObject({ reading: dataFreshness, record: z.json() })
export type MaskedRecord = z.infer<typeof maskedRecord>
