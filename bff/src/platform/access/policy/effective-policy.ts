import { createHash } from 'node:crypto'
import { type Role, role as roles } from '@paydesk/shared/core/permissions'
import { accessPolicy, type FieldName, fieldNames } from './access-policy.ts'
import type { PolicyCell } from './cells.ts'
import { type CellOverride, formatCell } from './overrides.ts'

/** Returns the cell of a field for a role, with overrides applied. Credentials ignore overrides. */
export function resolveEffectiveCell(
  field: FieldName,
  role: Role,
  overrides: readonly CellOverride[],
): PolicyCell {
  const row = accessPolicy[field]
  const change = overrides.find((one) => one.role === role && one.field === field)
  return change === undefined || row.class === 'K' ? row.cells[role] : change.cell
}

/**
 * Fingerprint of an access policy: hash of its fields with their classes and cells, as 64 hexadecimal digits.
 * The order of the rows and the texts of the reasons do not count.
 */
export function fingerprintPolicy(overrides: readonly CellOverride[]): string {
  const lines = fieldNames.map((field) => {
    const cells = roles.options.map(
      (role) => `${role}=${formatCell(resolveEffectiveCell(field, role, overrides))}`,
    )
    return [field, accessPolicy[field].class, ...cells].join(' ')
  })
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
