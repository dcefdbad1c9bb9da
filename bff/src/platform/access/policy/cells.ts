import type { Role } from '@paydesk/shared/core/permissions'
import type { MaskKey } from '../masking/masks.ts'

/**
 * K credential, P3 strong identity or bank data, P2 contact and ordinary personal data,
 * P1 pseudonymous ids, F financial figures, O operational.
 */
export type FieldClass = 'K' | 'P3' | 'P2' | 'P1' | 'F' | 'O'

/**
 * What one role may see of one field. `own` is full sight of the role's own rows only, so it shows
 * nothing where ownership is not proved. `names` is the names of members, never a value.
 */
export type Cell =
  | { readonly kind: 'full' | 'no' | 'presence' | 'names' | 'own' }
  | { readonly kind: 'mask'; readonly mask: MaskKey }
  | { readonly kind: 'reveal'; readonly mask: MaskKey; readonly stepUp: boolean }

export interface Row {
  readonly class: FieldClass
  readonly cells: Readonly<Record<Role, Cell>>
  readonly why: string
}

export const full: Cell = { kind: 'full' }
export const no: Cell = { kind: 'no' }
export const presence: Cell = { kind: 'presence' }
export const names: Cell = { kind: 'names' }
export const own: Cell = { kind: 'own' }
export const mask = (name: MaskKey): Cell => ({ kind: 'mask', mask: name })
export const reveal = (name: MaskKey): Cell => ({ kind: 'reveal', mask: name, stepUp: false })
export const stepUp = (name: MaskKey): Cell => ({ kind: 'reveal', mask: name, stepUp: true })

/** Cells in the order support, finance, compliance, auditor, admin. */
export function row(
  fieldClass: FieldClass,
  [support, finance, compliance, auditor, admin]: readonly [Cell, Cell, Cell, Cell, Cell],
  why: string,
): Row {
  return { class: fieldClass, cells: { support, finance, compliance, auditor, admin }, why }
}

/** Full for every role with customer screens, nothing for admin. */
export const everyone = [full, full, full, full, no] as const
/** Nothing for anyone. */
export const nobody = [no, no, no, no, no] as const
/** Compliance alone, under this cell. */
export const compliance = (cell: Cell) => [no, no, cell, no, no] as const
