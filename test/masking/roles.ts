import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { Role } from '@paydesk/shared/core/permissions'
import type { Person } from '../support/stack/start.ts'

/** People with a single role, one for each role. */
const oneByRole: readonly (readonly [person: Person, role: Role])[] = [
  ['support', 'support'],
  ['finance', 'finance'],
  ['compliance', 'compliance'],
  ['auditor', 'auditor'],
  ['admin', 'admin'],
]

/**
 * People who sign in, with the role they use. In the long form a person with two roles signs in with each of
 * them too.
 */
export const peopleWithRoles: readonly (readonly [person: Person, role: Role])[] = isFullRun
  ? [...oneByRole, ['twoRoles', 'support'], ['twoRoles', 'compliance']]
  : oneByRole
