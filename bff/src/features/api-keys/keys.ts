import { randomBytes } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { transact } from '../../platform/database/transaction.ts'
import { appendChange } from '../../records/changes.ts'
import { changeOf, type SystemNeeds, type SystemRow } from './rows.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyForm = /^pdk_[a-z]_[0-9A-Za-z]{40}$/

/** What a key is hashed for: only the hash is kept. */
const purpose = 'system-key'

/** Letters of a key that are kept in clear, to tell keys apart. */
const shownLetters = 10

/** A use is noted once within this time (ms). */
const notedMs = 60_000

/** A new key: its environment's first letter, so that nobody takes one for another, and 238 random bits. */
export function newKey(environment: EnvironmentName): string {
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
export function keptOf(key: string, { seal }: Pick<SystemNeeds, 'seal'>) {
  return { lookup: seal.lookups(purpose, key)[0], begins: key.slice(0, shownLetters) }
}

/**
 * The system of a key, whatever became of it; null where there is none. The time taken tells nothing: a key is
 * looked for by its keyed hash.
 */
export async function systemBehind(key: string, { store, seal }: SystemNeeds): Promise<SystemRow | null> {
  if (!keyForm.test(key)) return null
  const found = await store.db
    .selectFrom('systems')
    .selectAll()
    .where('lookup', 'in', seal.lookups(purpose, key))
    .executeTakeFirst()
  return found ?? null
}

/** Notes that a key was used, at most once a minute, and hashes it anew where the data key was replaced. */
export async function noteUse(
  row: SystemRow,
  key: string,
  { store, seal }: SystemNeeds,
  now: number,
): Promise<void> {
  const { lookup } = keptOf(key, { seal })
  if (row.used_at !== null && row.used_at > now - notedMs && row.lookup === lookup) return
  await transact(store, async (trx) => {
    await trx.updateTable('systems').set({ used_at: now, lookup }).where('id', '=', row.id).execute()
    await appendChange(trx, store.dialect, changeOf(row, 'used'), now)
  })
  store.wake('changes')
}
