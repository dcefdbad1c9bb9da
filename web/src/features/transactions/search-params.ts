import { discrepancyId, discrepancyKind } from '@paydesk/shared/cases/reconciliation'
import { customerLanguage } from '@paydesk/shared/core/customer-language'
import { z } from 'zod'

/** URL state of the sentence for the customer; without it, the sentence is in the language of the person. */
export const sentenceSearchSchema = z.object({
  say: customerLanguage.optional().catch(undefined),
  /** Discrepancy whose row opened the page. */
  discrepancy: discrepancyId.optional().catch(undefined),
  kind: discrepancyKind.optional().catch(undefined),
})
