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

/** Lists over everything this office knows: for whoever works on more than the one customer who calls. */
const indexPermissions: readonly Permission[] = ['index.read', 'index.export', 'ledger.read', 'register.read']

/** `review.every`: items of every kind, not only those that concern identity and documents. */
const reviewPermissions: readonly Permission[] = ['review.place', 'review.read', 'review.work']

/** Questions to another role; the role in force says which ones it answers. */
const questionPermissions: readonly Permission[] = ['handover.ask']
const answerPermissions: readonly Permission[] = [...questionPermissions, 'handover.answer']

/** `drift.every`: differences of every kind, not only those that concern identity and documents. */
const reconciliationPermissions: readonly Permission[] = ['drift.read', 'drift.explain']

/** `trail.own`: what somebody did themselves is never hidden from them. */
const commonPermissions: readonly Permission[] = ['health.read', 'live.listen', 'trail.own', 'session.own']

/** What is in supporting documents, and taking one out of Paydesk, which another person has to confirm. */
const documentPermissions: readonly Permission[] = ['document.read', 'document.download']

/** Wider sight in an emergency; `glass.answer`: whoever is told of it and reads the report. */
const breakGlassPermissions: readonly Permission[] = ['glass.break']

/** One masked value in clear, for a reason. `reveal.watch`: hears of whoever does it unusually often. */
const revealPermissions: readonly Permission[] = ['reveal.use']

/** Payments that this office asks the service for. `request.address`: the customer's way to the hosted page. */
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
  // Whoever audits changes nothing.
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
    // Whom an entry of the trail is about: of everything else the matrix gives an auditor nothing in clear.
    ...revealPermissions,
  ]),
  // Whoever administers sees no customers, and no value of a record either.
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

/** What a role may do, or while the glass is broken. The sets are fixed for the life of the process. */
export function resolvePermissions(role: Role, hasBreakGlass = false): ReadonlySet<Permission> {
  const own = permissionsByRole[role]
  return (hasBreakGlass ? permissionsWithBreakGlass.get(own) : undefined) ?? own
}

/** Whose sight somebody of this role has. */
export function resolveFieldAccessRole(role: Role, hasBreakGlass: boolean): Role {
  return resolveBreakGlassRole(role, permissionsByRole[role], hasBreakGlass)
}

/** Name of the role and one sentence on what it sees, for the who-am-I answer. */
export function describeRole(role: Role): { readonly label: string; readonly sees: string } {
  return roleDescriptions[role]
}
