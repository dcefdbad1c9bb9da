import { discrepancyIdSchema, discrepancyKindSchema } from '@paydesk/shared/cases/reconciliation'
import { customerLanguageSchema } from '@paydesk/shared/core/customer-language'
import { z } from 'zod'

/** URL state of the sentence for the customer; without it, the sentence is in the language of the person. */
export const customerSafeTextSearchSchema = z.object({
  say: customerLanguageSchema.optional().catch(undefined),
  /** Discrepancy whose row opened the page. */
  discrepancy: discrepancyIdSchema.optional().catch(undefined),
  kind: discrepancyKindSchema.optional().catch(undefined),
})
