import type { Permission, Role } from '@paydesk/shared/permissions'
import { loosened, parseOverrides } from './overrides.ts'
import { permissionsOf } from './permissions.ts'
import { type Sight, sightsOf } from './show.ts'

export interface Sights {
  readonly permissions: (role: Role) => ReadonlySet<Permission>
  readonly sight: (role: Role) => Sight
  /** Cells that show more than the matrix does, for the log at start and the health page. */
  readonly loosened: readonly string[]
}

/**
 * The sights of all roles with the cells that this deployment has changed.
 *
 * @param cells entries as `parseOverrides` takes them; none for the matrix as it is.
 * @throws Error that names every cell it cannot take: a start with half a setting would be a leak.
 */
export function makeSights(cells: readonly string[]): Sights {
  const { overrides, errors } = parseOverrides(cells.join(' '))
  if (errors.length > 0) throw new Error(errors.join('; '))
  const sights = sightsOf(overrides)
  return { permissions: permissionsOf, sight: (role) => sights[role], loosened: loosened(overrides) }
}
