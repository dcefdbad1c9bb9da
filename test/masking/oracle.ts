import type { Role } from '@paydesk/shared/core/permissions'
import { authorizationRows } from './oracle-authorization.ts'
import type { FieldVisibility, OracleRows, RoleCells } from './oracle-cells.ts'
import { derivedRows, identityRows } from './oracle-identity.ts'
import { notificationRows } from './oracle-notifications.ts'
import { officeRows } from './oracle-office.ts'
import { listRows, stateRows } from './oracle-state.ts'

export const roleNames = ['support', 'finance', 'compliance', 'auditor', 'admin'] as const satisfies Role[]

/**
 * Access design by path: every field of the five records, and the fields that Paydesk adds. `[]` stands for
 * any element.
 */
export const oracleRows: OracleRows = {
  ...authorizationRows,
  ...stateRows,
  ...listRows,
  ...notificationRows,
  ...identityRows,
  ...derivedRows,
  ...officeRows,
}

const free = ['state.original_message.account.ext', 'notifications[].original_message.account.ext']

/** Returns the row of a path; undefined for an unclassified field. */
function rowOf(path: string): RoleCells | undefined {
  const generic = path.replace(/\[\d+\]/g, '[]')
  if (Object.hasOwn(oracleRows, generic)) return oracleRows[generic]
  const parent = generic.slice(0, generic.lastIndexOf('.'))
  return free.includes(parent) ? oracleRows[`${parent}.*`] : undefined
}

/** Returns true for an unclassified field, of which compliance may learn only the name. */
export function isUnclassified(path: string): boolean {
  return rowOf(path) === undefined
}

/** Returns what this role may see at this path; nothing of an unclassified field. */
export function seesAt(path: string, role: Role): FieldVisibility {
  return rowOf(path)?.[roleNames.indexOf(role)] ?? 'none'
}

/** Returns the text that a role may see of a value; null if it may see none of it. */
export function textSeen(sees: FieldVisibility, value: string): string | null {
  if (sees === 'full') return value
  if (sees === 'none' || sees === 'presence') return null
  return sees.shows(value)
}

/** Returns a word for a cell, for groups and reports. */
export function nameOf(sees: FieldVisibility): string {
  return typeof sees === 'string' ? sees : sees.mask
}
