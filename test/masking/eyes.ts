import type { Role } from '@paydesk/shared/permissions'
import type { Person } from '../stack/start.ts'

/** Who signs in, and as what; whoever has two roles is looked at in each. */
export const eyes: readonly (readonly [person: Person, role: Role])[] = [
  ['support', 'support'],
  ['finance', 'finance'],
  ['compliance', 'compliance'],
  ['auditor', 'auditor'],
  ['admin', 'admin'],
  ['twoRoles', 'support'],
  ['twoRoles', 'compliance'],
]
