import { type ApiKeyInput, apiKeyPermission } from '@paydesk/shared/administration/api-keys'
import { merchantId } from '@paydesk/shared/core/ids'
import { z } from 'zod'

/** Options kept in the URL across re-authentication. The name is not kept and is typed again. */
export interface ApiKeyDraft extends Pick<ApiKeyInput, 'permissions' | 'days'> {
  readonly merchant: ApiKeyInput['merchant'] | undefined
}

export const expiryChoicesDays = [30, 90, 180, 365, 730] as const

const defaultDraft: ApiKeyDraft = {
  merchant: undefined,
  permissions: ['payments:create', 'payments:read'],
  days: 365,
}

const permissionsParam = z.union([apiKeyPermission.transform((one) => [one]), z.array(apiKeyPermission)])

export const apiKeysSearchSchema = z.object({
  merchant: merchantId.optional().catch(undefined),
  may: permissionsParam.optional().catch(undefined),
  days: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .optional()
    .catch(undefined),
})
type ApiKeysSearchParams = z.infer<typeof apiKeysSearchSchema>

export const readApiKeyDraft = ({ merchant, may, days }: ApiKeysSearchParams): ApiKeyDraft => ({
  merchant,
  permissions: may ?? defaultDraft.permissions,
  days: days === undefined ? defaultDraft.days : Number(days),
})

export const buildApiKeysSearchParams = ({
  merchant,
  permissions,
  days,
}: ApiKeyDraft): ApiKeysSearchParams => ({
  merchant,
  may: permissions,
  days: String(days),
})
