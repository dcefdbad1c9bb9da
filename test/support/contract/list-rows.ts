import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import type { Stack } from '../stack/start.ts'

interface RowPlace {
  readonly merchant: string
  readonly transaction_id: string
}

type Columns = Readonly<Record<string, string | number | null>>

/** Stores a confirmed decision that has ended; `more` replaces columns. */
export async function insertDecision(stack: Stack, of: RowPlace, more: Columns = {}): Promise<string> {
  const { store, cipher } = stack.deps
  const id = generateId('d')
  await store.db
    .insertInto('decisions')
    .values({
      ...{ environment: 'stage', id, ...of, concerns: 'kyc', at: Date.now() },
      ...{
        issuer: 'https://id.test',
        subject: 'somebody',
        name: cipher.seal(staffTextCipherContext, 'Bo Lund'),
      },
      ...{ verdict: 'accept', reason: 'amount_checked', state: 'MANUAL_REVIEW', needed: '' },
      ...{ sealed_text: cipher.seal(staffTextCipherContext, 'The bank has confirmed the amount') },
      ...{ record_hash: '0'.repeat(16), status: 'confirmed', live: 0 },
      ...more,
    } as never)
    .execute()
  return id
}

/** Stores a received and confirmed notification; `more` replaces columns. */
export async function insertNotification(stack: Stack, of: RowPlace, more: Columns = {}): Promise<void> {
  const at = Date.now()
  await stack.deps.store.db
    .insertInto('notification_queue')
    .values({
      ...{ environment: 'stage', ...of, digest: generateId('q').padEnd(64, '0') },
      ...{ received_at: at, last_at: at, proof: 'checksum', status: 'confirmed' },
      ...{ kind: 'transaction', sealed: 'x' },
      ...more,
    } as never)
    .execute()
}
