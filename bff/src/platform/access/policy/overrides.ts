import { type Role, role as roles } from '@paydesk/shared/core/permissions'
import { isMaskKey } from '../masking/masks.ts'
import { type Cell, full, mask, no, presence, reveal, stepUp } from './cells.ts'
import { cellOf, type Field, isField, matrix, operationalFields } from './matrix.ts'

/** A cell that this deployment has changed. */
export interface Override {
  readonly role: Role
  readonly field: Field
  readonly cell: Cell
}

export interface Overrides {
  readonly overrides: readonly Override[]
  /** One sentence per entry that cannot be taken, naming it. */
  readonly errors: readonly string[]
}

const ENTRY = /^([a-z]+):([a-z0-9_.]+)=(\S+)$/

/**
 * Reads changes of cells, separated by commas or white space: `support:profile.email=-`. Cells are
 * written `F`, `-`, `S`, `M:<mask>`, `R:<mask>`, `R+:<mask>`.
 */
export function parseOverrides(text: string): Overrides {
  const overrides: Override[] = []
  const errors: string[] = []
  for (const entry of text.split(/[\s,]+/)) {
    if (entry === '') continue
    const read = parseEntry(entry)
    if (typeof read === 'string') errors.push(`access cell "${entry}": ${read}`)
    else if (overrides.some((other) => other.role === read.role && other.field === read.field)) {
      errors.push(`access cell "${entry}": given twice`)
    } else overrides.push(read)
  }
  return { overrides, errors }
}

function parseEntry(entry: string): Override | string {
  const [, roleName, field, notation] = ENTRY.exec(entry) ?? []
  if (roleName === undefined || field === undefined || notation === undefined)
    return 'expected role:field=cell'
  const role = roles.safeParse(roleName)
  if (!role.success) return `no role "${roleName}"`
  if (!isField(field)) return `no field "${field}"`
  const cell = parseCell(notation)
  if (cell === null) return `no cell "${notation}"; expected F, -, S, M:<mask>, R:<mask> or R+:<mask>`
  if (matrix[field].class === 'K') return 'a credential is never sent to anyone'
  if (field === 'member.other') return 'a value that nobody has classified is never sent'
  const operational = operationalFields.some((one) => one === field)
  if (operational && cell.kind !== 'full' && role.data !== 'admin')
    return 'states and sentences are made from it, so it cannot be hidden'
  return { role: role.data, field, cell }
}

function parseCell(notation: string): Cell | null {
  if (notation === 'F') return full
  if (notation === '-') return no
  if (notation === 'S') return presence
  const [, kind, name] = /^(M|R|R\+):([a-z0-9]+)$/i.exec(notation) ?? []
  if (kind === undefined || name === undefined || !isMaskKey(name)) return null
  if (kind === 'M') return mask(name)
  return kind === 'R' ? reveal(name) : stepUp(name)
}

/** A cell in the notation of the matrix. */
export function cellNotation(cell: Cell): string {
  switch (cell.kind) {
    case 'full':
      return 'F'
    case 'no':
      return '-'
    case 'presence':
      return 'S'
    case 'names':
      return 'names'
    case 'own':
      return 'own'
    case 'mask':
      return `M:${cell.mask}`
    case 'reveal':
      return `${cell.stepUp ? 'R+' : 'R'}:${cell.mask}`
  }
}

/** The changes that show more than the matrix does, to be listed at start: `support:profile.email M:email -> F`. */
export function loosened(overrides: readonly Override[]): readonly string[] {
  return overrides
    .filter(({ role, field, cell }) => looser(cellOf(field, role), cell))
    .map(
      ({ role, field, cell }) =>
        `${role}:${field} ${cellNotation(cellOf(field, role))} -> ${cellNotation(cell)}`,
    )
}

/** Two different masks show different parts, so a change between them counts as looser, except to dots. */
function looser(before: Cell, after: Cell): boolean {
  const otherPart = 'mask' in before && 'mask' in after && after.mask !== before.mask && after.mask !== 'dots'
  return otherPart || openness(after) > openness(before)
}

function openness(cell: Cell): number {
  switch (cell.kind) {
    case 'no':
    case 'names':
    case 'own':
      return 0
    case 'presence':
      return 1
    case 'mask':
      return 2
    case 'reveal':
      return cell.stepUp ? 3 : 4
    case 'full':
      return 5
  }
}
