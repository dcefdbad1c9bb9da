import { createHash } from 'node:crypto'
import { type Role, role as roles } from '@paydesk/shared/core/permissions'
import type { Cell } from './cells.ts'
import { type Field, fields, matrix } from './matrix.ts'
import { cellNotation, type Override } from './overrides.ts'

/** The cell of one field for one role on this installation; a credential stays what it is. */
export function cellInForce(field: Field, role: Role, overrides: readonly Override[]): Cell {
  const row = matrix[field]
  const change = overrides.find((one) => one.role === role && one.field === field)
  return change === undefined || row.class === 'K' ? row.cells[role] : change.cell
}

/**
 * Names a matrix by its fields with their classes and cells, as 64 hexadecimal digits. Another order of the
 * same rows is the same matrix; reasons are words and do not count.
 */
export function fingerprintOf(overrides: readonly Override[]): string {
  const lines = fields.map((field) => {
    const cells = roles.options.map((role) => `${role}=${cellNotation(cellInForce(field, role, overrides))}`)
    return [field, matrix[field].class, ...cells].join(' ')
  })
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
