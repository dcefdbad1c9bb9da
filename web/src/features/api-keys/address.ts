import { type SystemInput, systemScope } from '@paydesk/shared/administration/system'
import { merchantId } from '@paydesk/shared/core/ids'
import { z } from 'zod'

/** What was chosen for a key while somebody proved anew who they are; the system's name is typed again. */
export interface ChosenKey extends Pick<SystemInput, 'scopes' | 'days'> {
  readonly merchant: SystemInput['merchant'] | undefined
}

/** The usual ends of a key, in days. */
export const usualDays = [30, 90, 180, 365, 730] as const

const usual: ChosenKey = { merchant: undefined, scopes: ['payments:create', 'payments:read'], days: 365 }

const scopeText = z.union([systemScope.transform((one) => [one]), z.array(systemScope)])

export const readSystemsAddress = z.object({
  merchant: merchantId.optional().catch(undefined),
  may: scopeText.optional().catch(undefined),
  days: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .optional()
    .catch(undefined),
})
type SystemsAddress = z.infer<typeof readSystemsAddress>

export const chosenIn = ({ merchant, may, days }: SystemsAddress): ChosenKey => ({
  merchant,
  scopes: may ?? usual.scopes,
  days: days === undefined ? usual.days : Number(days),
})

export const addressOf = ({ merchant, scopes, days }: ChosenKey): SystemsAddress => ({
  merchant,
  may: scopes,
  days: String(days),
})
