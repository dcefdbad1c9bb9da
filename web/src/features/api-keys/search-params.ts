import { type ApiKeyInput, apiKeyPermissionSchema } from '@paydesk/shared/administration/api-keys'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { z } from 'zod'

/** Choices of a link to the form. */
interface ApiKeyChoices extends Pick<ApiKeyInput, 'permissions' | 'days'> {
  readonly merchant: ApiKeyInput['merchant'] | undefined
}

export const expiryChoicesDays = [30, 90, 180, 365, 730] as const

const defaultChoices: ApiKeyChoices = {
  merchant: undefined,
  permissions: ['payments:create', 'payments:read'],
  days: 365,
}

const permissionsParamSchema = z.union([apiKeyPermissionSchema, z.array(apiKeyPermissionSchema)])

const apiKeysSearchSchema = z.object({
  merchant: merchantIdSchema.optional().catch(undefined),
  may: permissionsParamSchema.optional().catch(undefined),
  days: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .optional()
    .catch(undefined),
})
export type ApiKeysSearchParams = z.infer<typeof apiKeysSearchSchema>

export const readApiKeysSearchParams = (search: Record<string, unknown>): ApiKeysSearchParams =>
  apiKeysSearchSchema.parse(search)

export const readApiKeyChoices = ({ merchant, may, days }: ApiKeysSearchParams): ApiKeyChoices => ({
  merchant,
  permissions: typeof may === 'string' ? [may] : (may ?? defaultChoices.permissions),
  days: days === undefined ? defaultChoices.days : Number(days),
})
