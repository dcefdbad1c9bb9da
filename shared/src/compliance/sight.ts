import { z } from 'zod'
import { role } from '../core/permissions.ts'

/** Classes of the access matrix, from what is never sent to what is not personal. */
export const sensitivityClass = z.enum(['K', 'P3', 'P2', 'P1', 'F', 'O'])

/** The ways by which a value could leave, as the masking proof counts them. */
export const outputChannel = z.enum(['screen', 'record', 'csv', 'live', 'error', 'header', 'log', 'database'])
export type OutputChannel = z.infer<typeof outputChannel>

/** What the masking proof does for a cell of the matrix. */
export const maskingProofCheck = z.enum(['copy', 'markers', 'place', 'worlds', 'traces', 'flip'])
export type MaskingProofCheck = z.infer<typeof maskingProofCheck>

const count = z.int().min(0)
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

/** What covered one cell in the last proof. */
export const permissionCellCoverage = z.strictObject({
  checks: z.array(maskingProofCheck),
  exits: z.array(outputChannel),
  /** Pairs of values that had to look the same. */
  pairs: count,
  /** Changes of this cell that were made on purpose, and caught. */
  mutants: count,
})
export type PermissionCellCoverage = z.infer<typeof permissionCellCoverage>

/** What a run of the proof really did; nothing in it is expected, all of it was counted. */
export const maskingProofFigures = z.strictObject({
  fields: count,
  roles: count,
  cells: count,
  cellsCovered: count,
  /** Routes as the app registers them, and those of them that the walk reached. */
  routes: count,
  routesWalked: count,
  /** Route × role, registered and walked. */
  ways: count,
  waysWalked: count,
  exits: count,
  exitsCovered: count,
  /** Pairs of worlds behind the whole product, and of values behind the masks alone. */
  pairs: count,
  pairsOfMasks: count,
  answers: count,
  mutants: count,
  killed: count,
  tests: count,
  testsFailed: count,
})
export type MaskingProofFigures = z.infer<typeof maskingProofFigures>

/** The result of the masking proof: written by its command, read by a deployment from its file. */
export const maskingProof = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  seconds: z.number().min(0),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .nullable(),
  /** Of the matrix that was proved, with its fields, classes and cells. */
  fingerprint,
  passed: z.boolean(),
  figures: maskingProofFigures,
  /** Outputs that were searched, by the way they left and the role that got them. */
  outputs: z.record(outputChannel, z.record(role, count)),
  /** What failed and what was not covered, by name; empty where it passed. */
  faults: z.array(z.string().max(400)).max(200),
  cells: z.record(z.string(), z.record(role, permissionCellCoverage)),
})
export type MaskingProof = z.infer<typeof maskingProof>

export const maskingProofStatus = z.enum(['never', 'unreadable', 'failed', 'other', 'old', 'proved'])
export type MaskingProofStatus = z.infer<typeof maskingProofStatus>

/** How the last proof stands on this installation; `proof` is null where there is none that can be read. */
export const maskingProofView = z.strictObject({
  standing: maskingProofStatus,
  /** One sentence, without the date. */
  says: z.string(),
  proof: maskingProof.omit({ cells: true }).nullable(),
})
export type MaskingProofView = z.infer<typeof maskingProofView>

const example = z.strictObject({ value: z.string(), shows: z.string() })

/** One kind of cell in words, with what it leaves of a made-up value. */
export const permissionCellDescription = z.strictObject({
  kind: z.enum(['full', 'no', 'presence', 'names', 'own', 'mask', 'reveal', 'step_up']),
  short: z.string(),
  says: z.string(),
  example: example.nullable(),
})
export type PermissionCellDescription = z.infer<typeof permissionCellDescription>

export const fieldPermissionRow = z.strictObject({
  field: z.string(),
  group: z.string(),
  /** Its name in the interface of the service, or what it is of ours. */
  member: z.string(),
  words: z.string(),
  class: sensitivityClass,
  why: z.string(),
  /** By role a key of `cells` of the view. */
  cells: z.record(role, z.string()),
  /** By key of `cells`, where the made-up value that explains the cell would not be one of this field. */
  examples: z.record(z.string(), example).optional(),
  /** Null where the last proof is of another matrix, or there is none. */
  covered: z.record(role, permissionCellCoverage).nullable(),
})
export type FieldPermissionRow = z.infer<typeof fieldPermissionRow>

/** A cell that this installation has changed. */
export const permissionCellChange = z.strictObject({
  field: z.string(),
  role,
  from: z.string(),
  to: z.string(),
  isLooser: z.boolean(),
})
export type PermissionCellChange = z.infer<typeof permissionCellChange>

const labelShape = { label: z.string(), means: z.string() }

/** The access matrix in force. It holds nothing about any customer. */
export const fieldPermissionsView = z.strictObject({
  fingerprint,
  roles: z.array(z.strictObject({ role, label: z.string(), sees: z.string() })),
  classes: z.array(z.strictObject({ class: sensitivityClass, ...labelShape })),
  exits: z.array(z.strictObject({ exit: outputChannel, ...labelShape })),
  checks: z.array(z.strictObject({ check: maskingProofCheck, ...labelShape })),
  /** By the notation of the matrix (`R:iban`); changes name those that are no longer in force as well. */
  cells: z.record(z.string(), permissionCellDescription),
  fields: z.array(fieldPermissionRow),
  /** What shows more than the default comes first. */
  changes: z.array(permissionCellChange),
  proof: maskingProofView,
})
export type FieldPermissionsView = z.infer<typeof fieldPermissionsView>

/** One cell in the list for an assessor. */
export const fieldPermissionExportRow = z.strictObject({
  field: z.string(),
  member: z.string(),
  words: z.string(),
  class: sensitivityClass,
  role,
  cell: z.string(),
  says: z.string(),
  example: z.string().nullable(),
  why: z.string(),
  changedFrom: z.string().nullable(),
  isLooser: z.boolean(),
  covered: permissionCellCoverage.nullable(),
})
export type FieldPermissionExportRow = z.infer<typeof fieldPermissionExportRow>

export const fieldPermissionExport = z.strictObject({
  madeAt: z.iso.datetime(),
  fingerprint,
  proof: maskingProofView,
  rows: z.array(fieldPermissionExportRow),
})
export type FieldPermissionExport = z.infer<typeof fieldPermissionExport>
