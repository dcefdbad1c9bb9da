import { randomBytes } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { withTransaction } from '../../platform/database/transaction.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { type ApiKeyDeps, type ApiKeyRow, buildApiKeyLiveChange } from './rows.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyPattern = /^pdk_[a-z]_[0-9A-Za-z]{40}$/

/** Context of the blind index. Only the hash of a key is stored. */
const keyHashContext = 'system-key'

/** Length of the prefix that is stored in clear, so that people can tell keys apart. */
const visiblePrefixLength = 10

/** Interval (ms) in which the last use of a key is recorded once. */
const useRecordIntervalMs = 60_000

/**
 * Generates a key of 238 random bits. The first letter of the environment prevents mixing up environments.
 */
export function generateApiKey(environment: EnvironmentName): string {
  let text = `pdk_${environment.charAt(0)}_`
  const whole = text.length + 40
  while (text.length < whole) {
    const byte = randomBytes(1)[0] ?? 255
    // Reject bytes from 248, the largest multiple of 62 in a byte: they would make some letters likelier.
    if (byte < 248) text += letters.charAt(byte % letters.length)
  }
  return text
}

/** Builds the stored columns of a key: its blind index and its visible prefix. */
export function buildApiKeyColumnValues(key: string, { cipher }: Pick<ApiKeyDeps, 'cipher'>) {
  return { lookup: cipher.blindIndexes(keyHashContext, key)[0], begins: key.slice(0, visiblePrefixLength) }
}

/**
 * Finds an API key in any state (active, revoked, expired); null if there is none. The search by keyed hash
 * makes its timing independent of the key.
 */
export async function findApiKey(key: string, { store, cipher }: ApiKeyDeps): Promise<ApiKeyRow | null> {
  if (!keyPattern.test(key)) return null
  const found = await store.db
    .selectFrom('api_keys')
    .selectAll()
    .where('lookup', 'in', cipher.blindIndexes(keyHashContext, key))
    .executeTakeFirst()
  return found ?? null
}

/**
 * Records the use of a key, at most once a minute, and hashes the key again after the data key was replaced.
 */
export async function recordApiKeyUse(
  row: ApiKeyRow,
  key: string,
  { store, cipher }: ApiKeyDeps,
  now: number,
): Promise<void> {
  const { lookup } = buildApiKeyColumnValues(key, { cipher })
  if (row.last_used_at !== null && row.last_used_at > now - useRecordIntervalMs && row.lookup === lookup)
    return
  await withTransaction(store, async (trx) => {
    await trx.updateTable('api_keys').set({ last_used_at: now, lookup }).where('id', '=', row.id).execute()
    await appendLiveChange(trx, store.dialect, buildApiKeyLiveChange(row, 'used'), now)
  })
  store.wake('changes')
}
