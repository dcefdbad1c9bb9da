import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { Role } from '@paydesk/shared/core/permissions'
import type { Person } from '../support/stack/start.ts'

/** One person for each role. */
const oneByRole: readonly (readonly [person: Person, role: Role])[] = [
  ['support', 'support'],
  ['finance', 'finance'],
  ['compliance', 'compliance'],
  ['auditor', 'auditor'],
  ['admin', 'admin'],
]

/** Who signs in, and as what. In the long form somebody with two roles does so in each of them as well. */
export const eyes: readonly (readonly [person: Person, role: Role])[] = isFullRun
  ? [...oneByRole, ['twoRoles', 'support'], ['twoRoles', 'compliance']]
  : oneByRole
