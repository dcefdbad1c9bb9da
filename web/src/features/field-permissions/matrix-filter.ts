import type { CellWords, SightField, SightView } from '@paydesk/shared/compliance/sight'
import type { Role } from '@paydesk/shared/core/permissions'
import type { SightAddress } from './address.ts'

/** The words of a cell; a notation that the answer does not explain is shown as it is. */
export function wordsOf(view: SightView, notation: string, row?: SightField): CellWords {
  const words = view.cells[notation] ?? { kind: 'no', short: notation, says: notation, example: null }
  const example = row?.examples?.[notation]
  return example === undefined ? words : { ...words, example }
}

/** The roles whose columns are shown: all, one, or the two that are compared. */
export function rolesShown({ roles }: SightView, { role, with: other }: SightAddress): readonly Role[] {
  if (role === undefined) return roles.map((one) => one.role)
  return other === undefined || other === role ? [role] : [role, other]
}

const folded = (text: string) => text.toLowerCase().normalize('NFKD')

/** The rows that are asked for, in the order of the matrix. */
export function rowsShown(view: SightView, address: SightAddress, search: string): readonly SightField[] {
  const shown = rolesShown(view, address)
  const [first, second] = shown
  const classes = address.class?.split(',')
  const words = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  const isComparing = address.role !== undefined && first !== undefined && second !== undefined
  return view.fields.filter((row) => {
    if (classes !== undefined && !classes.includes(row.class)) return false
    if (isComparing && row.cells[first] === row.cells[second]) return false
    if (address.sees === '1' && !shown.some((role) => wordsOf(view, row.cells[role]).kind !== 'no'))
      return false
    if (address.changed === '1' && !view.changes.some(({ field }) => field === row.field)) return false
    const text = folded(`${row.field} ${row.member} ${row.words} ${row.group} ${row.why}`)
    return words.every((word) => text.includes(word))
  })
}

export interface Sees {
  readonly full: number
  readonly part: number
  readonly little: number
  readonly none: number
}

/** How much one role sees: in full, a part, that there is something, nothing. */
export function countsOf(view: SightView, role: Role): Sees {
  const kinds = view.fields.map((row) => wordsOf(view, row.cells[role]).kind)
  const count = (...wanted: readonly CellWords['kind'][]) =>
    kinds.filter((kind) => wanted.includes(kind)).length
  return {
    full: count('full'),
    part: count('mask', 'reveal', 'step_up'),
    little: count('presence', 'names', 'own'),
    none: count('no'),
  }
}
