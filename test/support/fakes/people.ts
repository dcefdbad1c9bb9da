import type { WhoAmI } from '@paydesk/shared/administration/session'
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
      'live.listen',
      'health.read',
      'review.place',
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

/** Works on lists over everything that is known, and may re-process. */
export function financeReviewer(change: Partial<WhoAmI> = {}): WhoAmI {
  return supportAgent({
    name: 'Farid Nasser',
    role: { id: 'finance', label: 'Finance', sees: 'payments, amounts and references in full' },
    roles: [{ id: 'finance', label: 'Finance' }],
    permissions: [
      ...supportAgent().permissions,
      'identity.read',
      'identity.record',
      'index.read',
      'index.export',
      'ledger.read',
      'ledger.reprocess',
      'register.read',
      'review.read',
      'review.every',
      'review.work',
      'drift.read',
      'drift.every',
      'drift.explain',
    ],
    ...change,
  })
}

/** Runs Paydesk and sees no customer. */
export function administrator(change: Partial<WhoAmI> = {}): WhoAmI {
  return supportAgent({
    name: 'Ada Moreau',
    role: { id: 'admin', label: 'Administrator', sees: 'how Paydesk is run; no customers and no payments' },
    roles: [{ id: 'admin', label: 'Administrator' }],
    permissions: ['health.read', 'health.details', 'import.run'],
    ...change,
  })
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
      'review.place',
      'review.read',
      'review.work',
      'drift.read',
      'drift.explain',
    ],
    ...change,
  })
}

/** Reads the audit trail and masked views, and changes nothing. */
export function auditor(change: Partial<WhoAmI> = {}): WhoAmI {
  return supportAgent({
    name: 'Auden Holt',
    role: { id: 'auditor', label: 'Auditor', sees: 'payments with amounts as ranges' },
    roles: [{ id: 'auditor', label: 'Auditor' }],
    permissions: [
      ...supportAgent().permissions,
      'identity.read',
      'identity.record',
      'index.read',
      'ledger.read',
      'register.read',
      'review.read',
      'drift.read',
      'trail.own',
      'trail.subject',
      'trail.every',
      'trail.verify',
      'trail.export',
    ],
    ...change,
  })
}
