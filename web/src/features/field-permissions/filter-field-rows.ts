import type {
  DescribedFieldPermission,
  DescribedFieldPermissions,
  DescribedPermissionCell,
} from '@paydesk/shared/compliance/access-policy-text'
import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'
import type { FieldPermissionsSearchParams } from './search-params.ts'

/** Describes a cell. An unknown notation is shown as is. */
export function describePermissionCell(
  view: DescribedFieldPermissions,
  notation: string,
  row?: DescribedFieldPermission,
): DescribedPermissionCell {
  const words = view.cells[notation] ?? {
    ...{ kind: 'no' as const, mask: null, example: null },
    ...{ short: notation, description: notation },
  }
  const example = row?.examples?.[notation]
  return example === undefined ? words : { ...words, example }
}

/** Lists the visible role columns: all, one, or the two being compared. */
export function listVisibleRoleColumns({ role, with: other }: FieldPermissionsSearchParams): readonly Role[] {
  if (role === undefined) return roles.options
  return other === undefined || other === role ? [role] : [role, other]
}

const foldCase = (text: string) => text.toLowerCase().normalize('NFKD')

/** Filters the rows and keeps their order. */
export function filterFieldRows(
  view: DescribedFieldPermissions,
  address: FieldPermissionsSearchParams,
  search: string,
): readonly DescribedFieldPermission[] {
  const shown = listVisibleRoleColumns(address)
  const [first, second] = shown
  const classes = address.class?.split(',')
  const texts = foldCase(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  const isComparing = address.role !== undefined && first !== undefined && second !== undefined
  return view.fields.filter((row) => {
    if (classes !== undefined && !classes.includes(row.class)) return false
    if (isComparing && row.cells[first] === row.cells[second]) return false
    if (
      address.sees === '1' &&
      !shown.some((role) => describePermissionCell(view, row.cells[role]).kind !== 'no')
    )
      return false
    if (address.changed === '1' && !view.changes.some(({ field }) => field === row.field)) return false
    const text = foldCase(
      `${row.field} ${row.interfaceField ?? ''} ${row.label} ${row.groupLabel} ${row.reason}`,
    )
    return texts.every((word) => text.includes(word))
  })
}

export interface FieldAccessCounts {
  readonly full: number
  readonly part: number
  readonly little: number
  readonly none: number
}

/** Counts the fields that a role sees in full, in part, by presence only, or not at all. */
export function countFieldsByAccess(view: DescribedFieldPermissions, role: Role): FieldAccessCounts {
  const kinds = view.fields.map((row) => describePermissionCell(view, row.cells[role]).kind)
  const count = (...wanted: readonly DescribedPermissionCell['kind'][]) =>
    kinds.filter((kind) => wanted.includes(kind)).length
  return {
    full: count('full'),
    part: count('mask', 'reveal', 'step_up'),
    little: count('presence', 'names', 'own'),
    none: count('no'),
  }
}
