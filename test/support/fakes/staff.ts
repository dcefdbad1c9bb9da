import { defaultSettings } from '@paydesk/shared/administration/settings'
import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import { productionEnvironment, stageEnvironment } from './ids.ts'
import { hoursFromNow } from './values.ts'

/** Support agent with access to stage and production. */
export function buildSupportAgent(change: Partial<CurrentSession> = {}): CurrentSession {
  return {
    name: 'Sam Okafor',
    role: { id: 'support', label: 'Support', sees: 'states, steps and masked personal data' },
    roles: [{ id: 'support', label: 'Support' }],
    permissions: [
      'search.use',
      'customer.read',
      'transaction.read',
      'transaction.record',
      'notification.read',
      'identity.summary',
      'live.listen',
      'health.read',
      'case.position',
    ],
    environments: [
      {
        name: stageEnvironment,
        label: 'Stage',
        kind: 'stage',
        banner: 'Rehearsal: every person, payment and document is invented',
      },
      { name: productionEnvironment, label: 'Production', kind: 'production', banner: null },
    ],
    zone: 'Europe/Berlin',
    settings: defaultSettings,
    idleExpiresAt: hoursFromNow(0.25),
    expiresAt: hoursFromNow(8),
    recentUntil: hoursFromNow(0.05),
    ...change,
  }
}

/** Finance user: works on lists over our records and may reprocess notifications. */
export function buildFinanceReviewer(change: Partial<CurrentSession> = {}): CurrentSession {
  return buildSupportAgent({
    name: 'Farid Nasser',
    role: { id: 'finance', label: 'Finance', sees: 'payments, amounts and references in full' },
    roles: [{ id: 'finance', label: 'Finance' }],
    permissions: [
      ...buildSupportAgent().permissions,
      'identity.read',
      'identity.record',
      'records.read',
      'records.export',
      'notification_queue.read',
      'notification_queue.reprocess',
      'undocumented_values.read',
      'review.read',
      'review.every',
      'review.work',
      'reconciliation.read',
      'reconciliation.every',
      'reconciliation.explain',
    ],
    ...change,
  })
}

/** Administrator: runs Paydesk and sees no customer. */
export function buildAdministrator(change: Partial<CurrentSession> = {}): CurrentSession {
  return buildSupportAgent({
    name: 'Ada Moreau',
    role: { id: 'admin', label: 'Administrator', sees: 'how Paydesk is run; no customers and no payments' },
    roles: [{ id: 'admin', label: 'Administrator' }],
    permissions: ['health.read', 'health.details', 'import.run'],
    ...change,
  })
}

/** Compliance officer: may open identities and holds two roles. */
export function buildComplianceOfficer(change: Partial<CurrentSession> = {}): CurrentSession {
  return buildSupportAgent({
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
      'search.use',
      'customer.read',
      'transaction.read',
      'transaction.record',
      'notification.read',
      'identity.summary',
      'identity.read',
      'identity.record',
      'case.position',
      'review.read',
      'review.work',
      'reconciliation.read',
      'reconciliation.explain',
    ],
    ...change,
  })
}

/** Auditor: reads the audit log and masked views, and changes nothing. */
export function buildAuditor(change: Partial<CurrentSession> = {}): CurrentSession {
  return buildSupportAgent({
    name: 'Auden Holt',
    role: { id: 'auditor', label: 'Auditor', sees: 'payments with amounts as ranges' },
    roles: [{ id: 'auditor', label: 'Auditor' }],
    permissions: [
      ...buildSupportAgent().permissions,
      'identity.read',
      'identity.record',
      'records.read',
      'notification_queue.read',
      'undocumented_values.read',
      'review.read',
      'reconciliation.read',
      'audit.own',
      'audit.record_access',
      'audit.every',
      'audit.verify',
      'audit.export',
    ],
    ...change,
  })
}
