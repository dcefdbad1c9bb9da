import { randomBytes } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { withTransaction } from '../../platform/database/transaction.ts'
import { appendChange } from '../../records/changes.ts'
import { type ApiKeyDeps, type ApiKeyRow, buildApiKeyChange } from './rows.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyPattern = /^pdk_[a-z]_[0-9A-Za-z]{40}$/

/** What a key is hashed for: only the hash is kept. */
const keyHashContext = 'system-key'

/** Letters of a key that are kept in clear, to tell keys apart. */
const visiblePrefixLength = 10

/** A use is noted once within this time (ms). */
const useRecordIntervalMs = 60_000

/** A new key: its environment's first letter, so that nobody takes one for another, and 238 random bits. */
export function generateApiKey(environment: EnvironmentName): string {
  let text = `pdk_${environment.charAt(0)}_`
  const whole = text.length + 40
  while (text.length < whole) {
    const byte = randomBytes(1)[0] ?? 255
    // 248 is the largest multiple of 62 in a byte: what lies above would make some letters likelier.
    if (byte < 248) text += letters.charAt(byte % letters.length)
  }
  return text
}

/** What is kept of a key. */
export function buildApiKeyColumns(key: string, { seal }: Pick<ApiKeyDeps, 'seal'>) {
  return { lookup: seal.blindIndexes(keyHashContext, key)[0], begins: key.slice(0, visiblePrefixLength) }
}

/**
 * The system of a key, whatever became of it; null where there is none. The time taken tells nothing: a key is
 * looked for by its keyed hash.
 */
export async function findApiKey(key: string, { store, seal }: ApiKeyDeps): Promise<ApiKeyRow | null> {
  if (!keyPattern.test(key)) return null
  const found = await store.db
    .selectFrom('systems')
    .selectAll()
    .where('lookup', 'in', seal.blindIndexes(keyHashContext, key))
    .executeTakeFirst()
  return found ?? null
}

/** Notes that a key was used, at most once a minute, and hashes it anew where the data key was replaced. */
export async function recordApiKeyUse(
  row: ApiKeyRow,
  key: string,
  { store, seal }: ApiKeyDeps,
  now: number,
): Promise<void> {
  const { lookup } = buildApiKeyColumns(key, { seal })
  if (row.used_at !== null && row.used_at > now - useRecordIntervalMs && row.lookup === lookup) return
  await withTransaction(store, async (trx) => {
    await trx.updateTable('systems').set({ used_at: now, lookup }).where('id', '=', row.id).execute()
    await appendChange(trx, store.dialect, buildApiKeyChange(row, 'used'), now)
  })
  store.wake('changes')
}
