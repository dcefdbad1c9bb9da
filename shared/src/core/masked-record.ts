import { z } from 'zod'
import { dataFreshnessSchema } from './data-freshness.ts'

/** Record as JSON, masked for the role as on the page. Hidden and unclassified fields are left out. */
export const maskedRecordSchema = z.strictObject({ reading: dataFreshnessSchema, record: z.json() })
export type MaskedRecord = z.infer<typeof maskedRecordSchema>
