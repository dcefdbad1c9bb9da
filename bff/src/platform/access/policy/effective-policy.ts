import { createHash } from 'node:crypto'
import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'
import { accessPolicy, type FieldName, fieldNames } from './access-policy.ts'
import type { PolicyCell } from './cells.ts'
import { formatPolicyCell, type PolicyCellOverride } from './overrides.ts'

/** Returns the cell of a field for a role, with overrides applied. Credentials ignore overrides. */
export function resolveEffectivePolicyCell(
  field: FieldName,
  role: Role,
  overrides: readonly PolicyCellOverride[],
): PolicyCell {
  const row = accessPolicy[field]
  const change = overrides.find((one) => one.role === role && one.field === field)
  return change === undefined || row.class === 'K' ? row.cells[role] : change.cell
}

/**
 * Fingerprint of an access policy: hash of its fields with their classes and cells, as 64 hexadecimal digits.
 * The order of the rows and the texts of the reasons do not count.
 */
export function fingerprintAccessPolicy(overrides: readonly PolicyCellOverride[]): string {
  const lines = fieldNames.map((field) => {
    const cells = roles.options.map(
      (role) => `${role}=${formatPolicyCell(resolveEffectivePolicyCell(field, role, overrides))}`,
    )
    return [field, accessPolicy[field].class, ...cells].join(' ')
  })
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
