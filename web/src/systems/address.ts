import { type SystemScope, systemInput } from '@paydesk/shared/system'
import { z } from 'zod'

const { merchant, scopes, days } = systemInput.shape

/** What was chosen for a key while somebody proved anew who they are; the label is typed again. */
export const chosenKey = z.object({
  merchant: merchant.optional().catch(undefined),
  scopes: scopes.optional().catch(undefined),
  days: days.optional().catch(undefined),
})
export type ChosenKey = z.infer<typeof chosenKey>

/** The usual ends of a key, in days. */
export const usualDays = [30, 90, 180, 365, 730] as const

export const usualScopes: readonly SystemScope[] = ['payments:create', 'payments:read']
