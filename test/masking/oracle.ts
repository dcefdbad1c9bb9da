import type { Role } from '@paydesk/shared/core/permissions'
import { authorizationRows } from './oracle-authorization.ts'
import type { Cells, Rows, Sees } from './oracle-cells.ts'
import { derivedRows, identityRows } from './oracle-identity.ts'
import { notificationRows } from './oracle-notifications.ts'
import { officeRows } from './oracle-office.ts'
import { listRows, stateRows } from './oracle-state.ts'

export const roles = ['support', 'finance', 'compliance', 'auditor', 'admin'] as const satisfies Role[]

/** Every member that the five records carry, by its path, and what this office adds; `[]` stands for any element. */
export const oracle: Rows = {
  ...authorizationRows,
  ...stateRows,
  ...listRows,
  ...notificationRows,
  ...identityRows,
  ...derivedRows,
  ...officeRows,
}

const free = ['state.original_message.account.ext', 'notifications[].original_message.account.ext']

/** The row of a path, or undefined for a member that nobody has classified. */
function rowOf(path: string): Cells | undefined {
  const generic = path.replace(/\[\d+\]/g, '[]')
  if (Object.hasOwn(oracle, generic)) return oracle[generic]
  const parent = generic.slice(0, generic.lastIndexOf('.'))
  return free.includes(parent) ? oracle[`${parent}.*`] : undefined
}

/** True for a member of which compliance may learn the name, because nobody has classified it. */
export function isUnclassified(path: string): boolean {
  return rowOf(path) === undefined
}

/** What this role may see at this path; of what nobody has classified, nothing. */
export function seesAt(path: string, role: Role): Sees {
  return rowOf(path)?.[roles.indexOf(role)] ?? 'none'
}

/** The text that a role may see of a value; null where it may see none of it. */
export function textSeen(sees: Sees, value: string): string | null {
  if (sees === 'full') return value
  if (sees === 'none' || sees === 'presence') return null
  return sees.shows(value)
}

/** A word for a cell, to group and to report by. */
export function nameOf(sees: Sees): string {
  return typeof sees === 'string' ? sees : sees.mask
}
