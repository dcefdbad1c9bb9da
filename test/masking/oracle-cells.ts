import type { Mask } from './oracle-masks.ts'

/**
 * Visibility of a field for a role. Reading reveals nothing, so a cell that may be revealed has the mask that
 * is shown before the reveal.
 */
export type Visibility = 'full' | 'none' | 'presence' | Mask

/** Cells in the order of the access design: support, finance, compliance, auditor, administrator. */
export type Cells = readonly [Visibility, Visibility, Visibility, Visibility, Visibility]
export type Rows = Readonly<Record<string, Cells>>

export const visibleToStaff: Cells = ['full', 'full', 'full', 'full', 'none']
export const hiddenFromAll: Cells = ['none', 'none', 'none', 'none', 'none']
