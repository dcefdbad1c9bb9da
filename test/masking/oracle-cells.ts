import type { OracleMask } from './oracle-masks.ts'

/**
 * Visibility of a field for a role. Reading reveals nothing, so a cell that may be revealed has the mask that
 * is shown before the reveal.
 */
export type FieldVisibility = 'full' | 'none' | 'presence' | OracleMask

/** Cells in the order of the access design: support, finance, compliance, auditor, administrator. */
export type RoleCells = readonly [
  FieldVisibility,
  FieldVisibility,
  FieldVisibility,
  FieldVisibility,
  FieldVisibility,
]
export type OracleRows = Readonly<Record<string, RoleCells>>

export const visibleToStaff: RoleCells = ['full', 'full', 'full', 'full', 'none']
export const hiddenFromAll: RoleCells = ['none', 'none', 'none', 'none', 'none']
