import { randomUUID } from 'node:crypto'
import { merchantIdSchema, type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import { type Stack, Visitor } from '../stack/start.ts'

/** Inserts a case as it enters the queue; `more` replaces columns. */
export async function insertItem(
  stack: Stack,
  more: Readonly<Record<string, string | number | null>> & { readonly transaction_id?: string } = {},
): Promise<TransactionId> {
  const at = Date.now()
  const row = {
    environment: 'stage',
    transaction_id: randomUUID(),
    merchant: 'demo-merchant',
    kind: 'manual' as const,
    concerns: '',
    state: 'PENDING',
    compound: 'PENDING.MANUAL_REVIEW',
    since_to: at,
    due_at: at + 4 * 3_600_000,
    second: '',
    ...more,
  }
  await stack.deps.store.db.insertInto('review_cases').values(row).execute()
  return transactionIdSchema.parse(row.transaction_id)
}

/** Row of the transaction's open case. Rejects if there is none. */
export function itemRow({ deps }: Stack, transaction: string) {
  return deps.store.db
    .selectFrom('review_cases')
    .selectAll()
    .where('environment', '=', 'stage')
    .where('transaction_id', '=', transaction)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Starts a session of a person without a sign-in, because tests need more people than the provider has. */
export async function startSessionOf(
  stack: Stack,
  subject: string,
  roles: Role[] = ['finance'],
  origin = stack.origin,
): Promise<Visitor> {
  const visitor = new Visitor(origin)
  const value = await stack.deps.sessions.start({
    issuer: stack.sandbox.idpUrl,
    subject,
    providerSession: null,
    name: `Name of ${subject}`,
    roles,
    merchants: [merchantIdSchema.parse('demo-merchant')],
    idToken: 'none',
  })
  visitor.jar.set('paydesk_session', value)
  return visitor
}
