import { z } from 'zod'
import { dataFreshness } from './data-freshness.ts'

/** Record as JSON, masked for the role as on the page. Hidden and unclassified fields are left out. */
export const maskedRecord = z.strictObject({ reading: dataFreshness, record: z.json() })
export type MaskedRecord = z.infer<typeof maskedRecord>
