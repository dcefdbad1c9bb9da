import type { Mask } from './oracle-masks.ts'

/**
 * What a role may see of one member. Nothing is ever revealed by reading, so a cell that may be
 * revealed stands here with the mask that is seen before.
 */
export type Sees = 'full' | 'none' | 'presence' | Mask

/** Cells in the order of the access design: support, finance, compliance, auditor, administrator. */
export type Cells = readonly [Sees, Sees, Sees, Sees, Sees]
export type Rows = Readonly<Record<string, Cells>>

export const everyone: Cells = ['full', 'full', 'full', 'full', 'none']
export const nobody: Cells = ['none', 'none', 'none', 'none', 'none']
