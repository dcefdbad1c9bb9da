import type { WhoAmI } from '@paydesk/shared/session'
import { production, stage } from './ids.ts'
import { inHours } from './values.ts'

/** A support agent on the stage environment. */
export function supportAgent(change: Partial<WhoAmI> = {}): WhoAmI {
  return {
    name: 'Sam Okafor',
    role: { id: 'support', label: 'Support', sees: 'states, steps and masked personal data' },
    roles: [{ id: 'support', label: 'Support' }],
    permissions: [
      'lookup.use',
      'customer.read',
      'transaction.read',
      'transaction.record',
      'notification.read',
      'identity.summary',
    ],
    environments: [
      {
        name: stage,
        label: 'Stage',
        kind: 'stage',
        banner: 'Rehearsal: every person, payment and document is invented',
      },
      { name: production, label: 'Production', kind: 'production', banner: null },
    ],
    zone: 'Europe/Berlin',
    idleEndsAt: inHours(0.25),
    endsAt: inHours(8),
    ...change,
  }
}

/** May open identities and holds two roles. */
export function complianceOfficer(change: Partial<WhoAmI> = {}): WhoAmI {
  return supportAgent({
    name: 'Cara Lindholm',
    role: {
      id: 'compliance',
      label: 'Compliance',
      sees: 'identity records with masks, references and amounts in full',
    },
    roles: [
      { id: 'compliance', label: 'Compliance' },
      { id: 'auditor', label: 'Auditor' },
    ],
    permissions: [
      'lookup.use',
      'customer.read',
      'transaction.read',
      'transaction.record',
      'notification.read',
      'identity.summary',
      'identity.read',
      'identity.record',
    ],
    ...change,
  })
}
