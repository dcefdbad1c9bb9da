import type { Permission, Role } from '@paydesk/shared/core/permissions'
import { applyBreakGlass, resolveBreakGlassRole } from './break-glass.ts'

const readPermissions: readonly Permission[] = [
  'lookup.use',
  'customer.read',
  'transaction.read',
  'transaction.record',
  'notification.read',
  'identity.summary',
]
const identityPermissions: readonly Permission[] = ['identity.read', 'identity.record']

/** Permissions for lists over all our records, for roles that work beyond the customer who calls. */
const indexPermissions: readonly Permission[] = ['index.read', 'index.export', 'ledger.read', 'register.read']

/** Permissions for review. `review.every`: cases of every kind, not only about identity and documents. */
const reviewPermissions: readonly Permission[] = ['review.place', 'review.read', 'review.work']

/** Permissions for questions to another role; the active role decides which questions it answers. */
const questionPermissions: readonly Permission[] = ['handover.ask']
const answerPermissions: readonly Permission[] = [...questionPermissions, 'handover.answer']

/** Permissions for reconciliation. `drift.every`: all kinds, not only about identity and documents. */
const reconciliationPermissions: readonly Permission[] = ['drift.read', 'drift.explain']

/** Permissions of all roles. `trail.own`: users may always see their own actions. */
const commonPermissions: readonly Permission[] = ['health.read', 'live.listen', 'trail.own', 'session.own']

/** Permissions to view supporting documents, and to download one from Paydesk, which needs an approval. */
const documentPermissions: readonly Permission[] = ['document.read', 'document.download']

/** Permission for break-glass; `glass.answer`: gets the alert and reads the report. */
const breakGlassPermissions: readonly Permission[] = ['glass.break']

/** Permission to reveal a masked value for a reason. `reveal.watch`: gets alerts about frequent reveals. */
const revealPermissions: readonly Permission[] = ['reveal.use']

/** Permissions for payment requests. `request.address`: the payment link of the customer. */
const paymentRequestPermissions: readonly Permission[] = ['request.read', 'request.make']

const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  support: new Set([
    ...commonPermissions,
    ...readPermissions,
    ...questionPermissions,
    'review.place',
    'caller.check',
    ...breakGlassPermissions,
    ...paymentRequestPermissions,
    'request.address',
  ]),
  finance: new Set([
    ...commonPermissions,
    ...readPermissions,
    ...identityPermissions,
    ...indexPermissions,
    'ledger.reprocess',
    ...reviewPermissions,
    ...answerPermissions,
    'review.every',
    ...reconciliationPermissions,
    'drift.every',
    'caller.check',
    ...breakGlassPermissions,
    ...revealPermissions,
    ...paymentRequestPermissions,
  ]),
  compliance: new Set([
    ...commonPermissions,
    ...readPermissions,
    ...identityPermissions,
    ...indexPermissions,
    'ledger.reprocess',
    ...reviewPermissions,
    ...answerPermissions,
    ...reconciliationPermissions,
    'trail.subject',
    'subject.export',
    'caller.check',
    'sight.read',
    ...documentPermissions,
    'glass.answer',
    'glass.count',
    ...revealPermissions,
    'reveal.watch',
    'request.read',
    'request.address',
  ]),
  // Auditors have no permission that changes data.
  auditor: new Set([
    ...commonPermissions,
    ...readPermissions,
    ...identityPermissions,
    ...indexPermissions,
    'health.details',
    'review.place',
    'review.read',
    'review.every',
    'drift.read',
    'drift.every',
    'trail.subject',
    'trail.every',
    'trail.verify',
    'trail.export',
    'sight.read',
    'session.every',
    'glass.count',
    'request.read',
    // Reveals the subject of an audit entry: the access policy gives an auditor nothing else to reveal.
    ...revealPermissions,
  ]),
  // Administrators see no customers and no values of records.
  admin: new Set([
    ...commonPermissions,
    'import.run',
    'health.details',
    'trail.office',
    'trail.verify',
    'sight.read',
    'session.every',
    'session.end',
    'system.manage',
  ]),
}

const roleDescriptions: Readonly<Record<Role, { readonly label: string; readonly sees: string }>> = {
  support: {
    label: 'Support',
    sees: 'Payments and their states in full; names as initials, accounts and contact data masked; no identity records.',
  },
  finance: {
    label: 'Finance',
    sees: 'Payments, amounts and provider references in full; names as initials, accounts masked; no contact data.',
  },
  compliance: {
    label: 'Compliance',
    sees: 'Payments and identity ids in full; personal data masked, field by field.',
  },
  auditor: {
    label: 'Auditor',
    sees: 'Payments with amounts as ranges and ids by their last characters; no names, accounts or contact data.',
  },
  admin: { label: 'Administrator', sees: 'How Paydesk is run; no customers and no payments.' },
}

const permissionsWithBreakGlass = new Map(
  Object.values(permissionsByRole).map((own) => [own, applyBreakGlass(own)]),
)

/** Returns the permissions of a role, also during break-glass. The sets never change in a process. */
export function resolvePermissions(role: Role, hasBreakGlass = false): ReadonlySet<Permission> {
  const own = permissionsByRole[role]
  return (hasBreakGlass ? permissionsWithBreakGlass.get(own) : undefined) ?? own
}

/** Returns the role whose field access applies to a person with this role. */
export function resolveFieldAccessRole(role: Role, hasBreakGlass: boolean): Role {
  return resolveBreakGlassRole(role, permissionsByRole[role], hasBreakGlass)
}

/** Returns the name of the role and one sentence on what it sees, for the who-am-I answer. */
export function describeRole(role: Role): { readonly label: string; readonly sees: string } {
  return roleDescriptions[role]
}
