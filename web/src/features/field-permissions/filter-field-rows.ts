import type {
  FieldPermissionRow,
  FieldPermissionsView,
  PermissionCellDescription,
} from '@paydesk/shared/compliance/field-permissions'
import type { Role } from '@paydesk/shared/core/permissions'
import type { FieldPermissionsSearchParams } from './search-params.ts'

/** Describes a cell. An unknown notation is shown as is. */
export function describeCell(
  view: FieldPermissionsView,
  notation: string,
  row?: FieldPermissionRow,
): PermissionCellDescription {
  const words = view.cells[notation] ?? { kind: 'no', short: notation, says: notation, example: null }
  const example = row?.examples?.[notation]
  return example === undefined ? words : { ...words, example }
}

/** Lists the visible role columns: all, one, or the two being compared. */
export function listVisibleRoles(
  { roles }: FieldPermissionsView,
  { role, with: other }: FieldPermissionsSearchParams,
): readonly Role[] {
  if (role === undefined) return roles.map((one) => one.role)
  return other === undefined || other === role ? [role] : [role, other]
}

const foldCase = (text: string) => text.toLowerCase().normalize('NFKD')

/** Filters the rows and keeps their order. */
export function filterFieldRows(
  view: FieldPermissionsView,
  address: FieldPermissionsSearchParams,
  search: string,
): readonly FieldPermissionRow[] {
  const shown = listVisibleRoles(view, address)
  const [first, second] = shown
  const classes = address.class?.split(',')
  const words = foldCase(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  const isComparing = address.role !== undefined && first !== undefined && second !== undefined
  return view.fields.filter((row) => {
    if (classes !== undefined && !classes.includes(row.class)) return false
    if (isComparing && row.cells[first] === row.cells[second]) return false
    if (address.sees === '1' && !shown.some((role) => describeCell(view, row.cells[role]).kind !== 'no'))
      return false
    if (address.changed === '1' && !view.changes.some(({ field }) => field === row.field)) return false
    const text = foldCase(`${row.field} ${row.member} ${row.words} ${row.group} ${row.why}`)
    return words.every((word) => text.includes(word))
  })
}

export interface VisibilityCounts {
  readonly full: number
  readonly part: number
  readonly little: number
  readonly none: number
}

/** Counts the fields that a role sees in full, in part, by presence only, or not at all. */
export function countVisibility(view: FieldPermissionsView, role: Role): VisibilityCounts {
  const kinds = view.fields.map((row) => describeCell(view, row.cells[role]).kind)
  const count = (...wanted: readonly PermissionCellDescription['kind'][]) =>
    kinds.filter((kind) => wanted.includes(kind)).length
  return {
    full: count('full'),
    part: count('mask', 'reveal', 'step_up'),
    little: count('presence', 'names', 'own'),
    none: count('no'),
  }
}
