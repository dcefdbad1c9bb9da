import type { Role, StaffPermission } from '@paydesk/shared/core/permissions'
import { addBreakGlassPermissions, resolveBreakGlassRole } from './break-glass.ts'

const readPermissions: readonly StaffPermission[] = [
  'search.use',
  'customer.read',
  'transaction.read',
  'transaction.record',
  'notification.read',
  'identity.summary',
]
const identityPermissions: readonly StaffPermission[] = ['identity.read', 'identity.record']

/** Permissions for lists over all our records, for roles that work beyond the customer who calls. */
const indexPermissions: readonly StaffPermission[] = [
  'records.read',
  'records.export',
  'notification_queue.read',
  'undocumented_values.read',
]

/** Permissions for review. `review.every`: cases of every kind, not only about identity and documents. */
const reviewPermissions: readonly StaffPermission[] = ['case.position', 'review.read', 'review.work']

/** Permission for the inbox. Its entries need the permission of their own kind, so administrators have none. */
const inboxPermissions: readonly StaffPermission[] = ['inbox.read']

/** Permissions for questions to another role; the active role decides which questions it answers. */
const questionPermissions: readonly StaffPermission[] = ['question.ask']
const answerPermissions: readonly StaffPermission[] = [...questionPermissions, 'question.answer']

/** Permissions for reconciliation. `reconciliation.every`: all kinds, not only about identity and documents. */
const reconciliationPermissions: readonly StaffPermission[] = [
  'reconciliation.read',
  'reconciliation.explain',
]

/** Permissions of all roles. `audit.own`: users may always see their own actions. */
const commonPermissions: readonly StaffPermission[] = [
  'health.read',
  'live.listen',
  'audit.own',
  'session.own',
]

/** Permissions to view supporting documents, and to download one from Paydesk, which needs an approval. */
const documentPermissions: readonly StaffPermission[] = ['document.read', 'document.download']

/** Permission for break-glass; `break_glass.review`: gets the alert and reads the report. */
const breakGlassPermissions: readonly StaffPermission[] = ['break_glass.start']

/** Permission to reveal a masked value for a reason. `reveal.watch`: gets alerts about frequent reveals. */
const revealPermissions: readonly StaffPermission[] = ['reveal.use']

/** Permissions for payment requests. `payment_link.show`: the payment link of the customer. */
const paymentRequestPermissions: readonly StaffPermission[] = [
  'payment_request.read',
  'payment_request.create',
  'payment_link.show',
]

const permissionsByRole: Readonly<Record<Role, ReadonlySet<StaffPermission>>> = {
  support: new Set([
    ...commonPermissions,
    ...inboxPermissions,
    ...readPermissions,
    ...questionPermissions,
    'case.position',
    'caller.check',
    ...breakGlassPermissions,
    ...paymentRequestPermissions,
  ]),
  finance: new Set([
    ...commonPermissions,
    ...inboxPermissions,
    ...readPermissions,
    ...identityPermissions,
    ...indexPermissions,
    'notification_queue.reprocess',
    ...reviewPermissions,
    ...answerPermissions,
    'review.every',
    ...reconciliationPermissions,
    'reconciliation.every',
    'caller.check',
    ...breakGlassPermissions,
    ...revealPermissions,
    ...paymentRequestPermissions,
  ]),
  compliance: new Set([
    ...commonPermissions,
    ...inboxPermissions,
    ...readPermissions,
    ...identityPermissions,
    ...indexPermissions,
    'notification_queue.reprocess',
    ...reviewPermissions,
    ...answerPermissions,
    ...reconciliationPermissions,
    'audit.record_access',
    'subject_access.export',
    'caller.check',
    'field_permissions.read',
    ...documentPermissions,
    'break_glass.review',
    'break_glass.count',
    ...revealPermissions,
    'reveal.watch',
    // Approves exports of many rows, also of lists that only other roles export.
    'export.approve',
    'payment_request.read',
    'payment_link.show',
  ]),
  // Auditors have no permission that changes data.
  auditor: new Set([
    ...commonPermissions,
    ...inboxPermissions,
    ...readPermissions,
    ...identityPermissions,
    ...indexPermissions,
    'health.details',
    'case.position',
    'review.read',
    'review.every',
    'reconciliation.read',
    'reconciliation.every',
    'audit.record_access',
    'audit.every',
    'audit.verify',
    'audit.export',
    'field_permissions.read',
    'session.every',
    'break_glass.count',
    'payment_request.read',
    // Reveals the subject of an audit entry: the access policy gives an auditor nothing else to reveal.
    ...revealPermissions,
  ]),
  // Administrators see no customers and no values of records.
  admin: new Set([
    ...commonPermissions,
    'import.run',
    'health.details',
    'audit.office',
    'audit.verify',
    'field_permissions.read',
    'session.every',
    'session.end',
    'api_key.manage',
  ]),
}

const permissionsWithBreakGlass = new Map(
  Object.values(permissionsByRole).map((own) => [own, addBreakGlassPermissions(own)]),
)

/** Returns the permissions of a role, also during break-glass. The sets never change in a process. */
export function resolvePermissions(role: Role, hasBreakGlass = false): ReadonlySet<StaffPermission> {
  const own = permissionsByRole[role]
  return (hasBreakGlass ? permissionsWithBreakGlass.get(own) : undefined) ?? own
}

/** Returns the role whose field access applies to a person with this role. */
export function resolveFieldAccessRole(role: Role, hasBreakGlass: boolean): Role {
  return resolveBreakGlassRole(role, permissionsByRole[role], hasBreakGlass)
}
