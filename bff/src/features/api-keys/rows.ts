import {
  type ApiKeyView,
  apiKeyIdSchema,
  apiKeyPermissionSchema,
} from '@paydesk/shared/administration/api-keys'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { presentColleague } from '../../records/staff-texts.ts'

export type ApiKeyRow = Selectable<DatabaseSchema['api_keys']>

export interface ApiKeyDeps {
  readonly store: Store
  readonly cipher: FieldCipher
}

const scopesSchema = z.array(apiKeyPermissionSchema)
export const parseApiKeyPermissions = (row: Pick<ApiKeyRow, 'scopes'>) =>
  scopesSchema.parse(JSON.parse(row.scopes))

/** Derives the state of a key at `now` (ms since 1970). */
export function deriveApiKeyState(
  { revoked_at, expires_at }: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'>,
  now: number,
): ApiKeyView['state'] {
  if (revoked_at !== null) return 'revoked'
  return expires_at <= now ? 'ended' : 'active'
}

/** Presents an API key to administrators; the text of the key is not available any more. */
export function presentApiKey(
  row: ApiKeyRow,
  { session }: Actor,
  cipher: FieldCipher,
  now: number,
): ApiKeyView {
  const viewer = { session, cipher }
  const { revoked_at, revoked_issuer: issuer, revoked_subject: subject, revoked_name: name } = row
  return {
    apiKey: apiKeyIdSchema.parse(row.id),
    label: row.label,
    merchant: merchantIdSchema.parse(row.merchant),
    permissions: parseApiKeyPermissions(row),
    prefix: row.begins,
    by: presentColleague(row, viewer),
    createdAt: formatIsoTime(row.created_at),
    expiresAt: formatIsoTime(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : formatIsoTime(row.last_used_at),
    revocation:
      revoked_at === null || name === null
        ? null
        : { by: presentColleague({ issuer, subject, name }, viewer), at: formatIsoTime(revoked_at) },
    state: deriveApiKeyState(row, now),
  }
}

/** Builds the live-stream change of a key: issued, used or revoked. */
export function buildApiKeyLiveChange(
  { environment, merchant, id }: Pick<ApiKeyRow, 'environment' | 'merchant' | 'id'>,
  what: 'made' | 'used' | 'revoked',
) {
  const version = { made: 1, used: 2, revoked: 3 }[what]
  return { environment, merchant, kind: 'api_key', subject_id: id, version } as const
}
