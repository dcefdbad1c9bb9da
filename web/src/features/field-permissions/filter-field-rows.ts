import type {
  FieldPermissionRow,
  FieldPermissionsView,
  PermissionCellDescription,
} from '@paydesk/shared/compliance/sight'
import type { Role } from '@paydesk/shared/core/permissions'
import type { FieldPermissionsSearchParams } from './search-params.ts'

/** The words of a cell; a notation that the answer does not explain is shown as it is. */
export function describeCell(
  view: FieldPermissionsView,
  notation: string,
  row?: FieldPermissionRow,
): PermissionCellDescription {
  const words = view.cells[notation] ?? { kind: 'no', short: notation, says: notation, example: null }
  const example = row?.examples?.[notation]
  return example === undefined ? words : { ...words, example }
}

/** The roles whose columns are shown: all, one, or the two that are compared. */
export function listVisibleRoles(
  { roles }: FieldPermissionsView,
  { role, with: other }: FieldPermissionsSearchParams,
): readonly Role[] {
  if (role === undefined) return roles.map((one) => one.role)
  return other === undefined || other === role ? [role] : [role, other]
}

const foldCase = (text: string) => text.toLowerCase().normalize('NFKD')

/** The rows that are asked for, in the order of the matrix. */
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

/** How much one role sees: in full, a part, that there is something, nothing. */
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
