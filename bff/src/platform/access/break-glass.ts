import { type Permission, permission, type Role } from '@paydesk/shared/core/permissions'

/**
 * What broken glass gives for some minutes, by name and nowhere else: the sight of compliance and these
 * permissions. A name that this release does not have gives nothing.
 */
const grantedPermissions: readonly string[] = [
  'identity.read',
  'identity.record',
  'reveal.use',
  'document.read',
]

/**
 * What it takes away meanwhile, whatever the role has: who sees more looks only. Nothing is decided, and
 * nothing leaves as a file (streams of rows are refused by the guards).
 */
const revokedPermissions: ReadonlySet<string> = new Set([
  'index.export',
  'review.work',
  'ledger.reprocess',
  'drift.explain',
  'document.download',
  'subject.export',
  'trail.export',
])

const breakGlassRole: Role = 'compliance'

/** The permissions of a role while the glass is broken; the same where it may not break it. */
export function applyBreakGlass(own: ReadonlySet<Permission>): ReadonlySet<Permission> {
  if (!own.has('glass.break')) return own
  const given = grantedPermissions.flatMap((name) => permission.safeParse(name).data ?? [])
  return new Set([...own, ...given].filter((one) => !revokedPermissions.has(one)))
}

/** Whose sight somebody has: their role's, or that of compliance while the glass is broken. */
export function resolveBreakGlassRole(
  role: Role,
  own: ReadonlySet<Permission>,
  hasBreakGlass: boolean,
): Role {
  return hasBreakGlass && own.has('glass.break') ? breakGlassRole : role
}
