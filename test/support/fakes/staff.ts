import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import { productionEnvironment, stageEnvironment } from './ids.ts'
import { hoursFromNow } from './values.ts'

/** Support agent with access to stage and production. */
export function buildSupportAgent(change: Partial<CurrentSession> = {}): CurrentSession {
  return {
    name: 'Sam Okafor',
    role: 'support',
    roles: ['support'],
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
    settings: defaultPersonSettings,
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
    role: 'finance',
    roles: ['finance'],
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
    role: 'admin',
    roles: ['admin'],
    permissions: ['health.read', 'health.details', 'import.run'],
    ...change,
  })
}

/** Compliance officer: may open identities and holds two roles. */
export function buildComplianceOfficer(change: Partial<CurrentSession> = {}): CurrentSession {
  return buildSupportAgent({
    name: 'Cara Lindholm',
    role: 'compliance',
    roles: ['compliance', 'auditor'],
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
    role: 'auditor',
    roles: ['auditor'],
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
      'field_permissions.read',
    ],
    ...change,
  })
}
