import type { Selectable } from 'kysely'
import { isJsonObject, type JsonValue, parseJson } from '../../payment-service/parsing/json.ts'
import { defaultLimits } from '../../payment-service/parsing/limits.ts'
import { parseNotificationRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  extractNotificationColumns,
  type NotificationColumns,
} from '../../records/observations/notification-columns.ts'
import { notificationContextFor } from './notification-queue.ts'

export type SealedNotification = Pick<
  Selectable<DatabaseSchema['inbox']>,
  'seq' | 'environment' | 'digest' | 'sealed' | 'tries'
>

/** Content of a stored notification: the columns it announces, or why it cannot be read. */
export type OpenedNotification =
  | { readonly readable: true; readonly announced: NotificationColumns; readonly sealed: string }
  | { readonly readable: false; readonly why: string }

/** Fields that grant access: kept as a keyed hash only, or not needed. */
const credentialFields = new Set(['secret', 'redirect_url', 'download_url', 'recurring_id', 'card_token'])

/** Removes credentials at any depth; the parser has limited the depth. */
function withoutCredentials(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutCredentials)
  const kept = Object.entries(value).filter(([name]) => !credentialFields.has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutCredentials(inner)]))
}

/**
 * Decrypts a stored notification and reads what it announces (interface, Notifications). Content of any kind
 * is a result, not an error: parsed within the limits for responses of the payment service, ids by their
 * patterns. Encrypts the body again without its credentials.
 */
export function openNotification(row: SealedNotification, seal: FieldCipher): OpenedNotification {
  const purpose = notificationContextFor(row.environment, row.digest)
  const bytes = seal.openBytes(purpose, row.sealed)
  if (bytes === null) return { readable: false, why: 'not_opened' }
  const parsed = parseJson(bytes, defaultLimits.json)
  if (!parsed.ok) return { readable: false, why: parsed.fault }
  if (!isJsonObject(parsed.value)) return { readable: false, why: 'not_an_object' }
  const announced = extractNotificationColumns(parseNotificationRecord(parsed.value), row.environment, seal)
  const sealed = seal.seal(purpose, JSON.stringify(withoutCredentials(parsed.value)))
  return { readable: true, announced, sealed }
}
