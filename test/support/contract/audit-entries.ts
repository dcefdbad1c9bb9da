import type { AuditEntry } from '@paydesk/bff/platform/audit/entry'
import { generateSupportReference } from '@paydesk/bff/platform/runtime/reference'
import { type Person, people, type Stack } from '../stack/start.ts'

/** Appends an audit entry for a viewed customer; `change` replaces fields of the entry. */
export function enterView(
  { deps, sandbox }: Stack,
  customer: string,
  change: Partial<AuditEntry>,
  who: Person = 'support',
): Promise<unknown> {
  return deps.audit.append({
    ...{ action: 'customer.viewed', about: { kind: 'customer', id: customer, merchant: 'demo-merchant' } },
    ...{ result: 'allowed', reason: null, environment: 'stage', sourceAddress: '192.0.2.7' },
    reference: generateSupportReference(),
    actor: {
      ...{ issuer: sandbox.idpUrl, subject: people[who], role: 'support' },
      sessionHash: 'f'.repeat(64),
    },
    ...change,
  })
}
