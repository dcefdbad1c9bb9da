import { type Role, type StaffPermission, staffPermissionSchema } from '@paydesk/shared/core/permissions'

/**
 * Permissions that break-glass grants for some minutes, beside the field access of compliance. Listed by name
 * only: a name that this release does not have grants nothing.
 */
const grantedPermissions: readonly string[] = [
  'identity.read',
  'identity.record',
  'reveal.use',
  'document.read',
]

/**
 * Permissions that break-glass revokes meanwhile, even if the role has them: wider field access is read-only.
 * No decisions, no payments, and no exports as files (the guards reject streams of rows).
 */
const revokedPermissions: ReadonlySet<string> = new Set([
  'records.export',
  'review.work',
  'notification_queue.reprocess',
  'reconciliation.explain',
  'document.download',
  'subject_access.export',
  'audit.export',
  'payment_request.create',
])

const breakGlassRole: Role = 'compliance'

/** Returns the permissions of a role during break-glass; unchanged if the role may not use break-glass. */
export function addBreakGlassPermissions(own: ReadonlySet<StaffPermission>): ReadonlySet<StaffPermission> {
  if (!own.has('break_glass.start')) return own
  const given = grantedPermissions.flatMap((name) => staffPermissionSchema.safeParse(name).data ?? [])
  return new Set([...own, ...given].filter((one) => !revokedPermissions.has(one)))
}

/** Returns the role whose field access applies: the person's role, or compliance during break-glass. */
export function resolveBreakGlassRole(
  role: Role,
  own: ReadonlySet<StaffPermission>,
  hasBreakGlass: boolean,
): Role {
  return hasBreakGlass && own.has('break_glass.start') ? breakGlassRole : role
}
