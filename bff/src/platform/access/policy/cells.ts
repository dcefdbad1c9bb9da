import type { Role } from '@paydesk/shared/core/permissions'
import type { MaskKey } from '../masking/masks.ts'

/**
 * Classes of fields: K credential, P3 strong identity or bank data, P2 contact and ordinary personal data, P1
 * pseudonymous ids, F financial figures, O operational.
 */
export type FieldClass = 'K' | 'P3' | 'P2' | 'P1' | 'F' | 'O'

/**
 * Rule for one field and one role. `ownRowsCell` gives full access to the role's own rows only, so it shows
 * nothing if ownership is not proved. `fieldNamesCell` gives the names of fields, never a value.
 */
export type PolicyCell =
  | { readonly kind: 'full' | 'no' | 'presence' | 'names' | 'own' }
  | { readonly kind: 'mask'; readonly mask: MaskKey }
  | { readonly kind: 'reveal'; readonly mask: MaskKey; readonly stepUp: boolean }

export interface PolicyRow {
  readonly class: FieldClass
  readonly cells: Readonly<Record<Role, PolicyCell>>
  readonly why: string
}

export const fullAccessCell: PolicyCell = { kind: 'full' }
export const hiddenCell: PolicyCell = { kind: 'no' }
export const presenceCell: PolicyCell = { kind: 'presence' }
export const fieldNamesCell: PolicyCell = { kind: 'names' }
export const ownRowsCell: PolicyCell = { kind: 'own' }
export const createMaskCell = (name: MaskKey): PolicyCell => ({ kind: 'mask', mask: name })
export const createRevealCell = (name: MaskKey): PolicyCell => ({ kind: 'reveal', mask: name, stepUp: false })
export const createStepUpRevealCell = (name: MaskKey): PolicyCell => ({
  kind: 'reveal',
  mask: name,
  stepUp: true,
})

/** Defines a row with its cells in the order support, finance, compliance, auditor, admin. */
export function definePolicyRow(
  fieldClass: FieldClass,
  [support, finance, compliance, auditor, admin]: readonly [
    PolicyCell,
    PolicyCell,
    PolicyCell,
    PolicyCell,
    PolicyCell,
  ],
  why: string,
): PolicyRow {
  return { class: fieldClass, cells: { support, finance, compliance, auditor, admin }, why }
}

/** Full for every role with customer screens, hidden for admin. */
export const cellsVisibleToStaff = [
  fullAccessCell,
  fullAccessCell,
  fullAccessCell,
  fullAccessCell,
  hiddenCell,
] as const
/** Hidden for every role. */
export const cellsHiddenFromAll = [hiddenCell, hiddenCell, hiddenCell, hiddenCell, hiddenCell] as const
/** Shows the field to compliance alone, under this cell. */
export const createComplianceOnlyCells = (cell: PolicyCell) =>
  [hiddenCell, hiddenCell, cell, hiddenCell, hiddenCell] as const
