import { z } from 'zod'
import { defineEndpoint, exportFormat } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { role } from '../core/permissions.ts'

/**
 * Sensitivity classes of the access policy, from values never sent (`K`) to values that are not personal
 * (`O`).
 */
export const sensitivityClass = z.enum(['K', 'P3', 'P2', 'P1', 'F', 'O'])

/** Channels through which a value could leave, as counted by the masking proof. */
export const outputChannel = z.enum(['screen', 'record', 'csv', 'live', 'error', 'header', 'log', 'database'])
export type OutputChannel = z.infer<typeof outputChannel>

/** Checks that the masking proof makes for a cell of the access policy. */
export const maskingProofCheck = z.enum(['copy', 'markers', 'place', 'worlds', 'traces', 'flip'])
export type MaskingProofCheck = z.infer<typeof maskingProofCheck>

const count = z.int().min(0)
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

/** Coverage of one cell in the last proof. */
export const permissionCellCoverage = z.strictObject({
  checks: z.array(maskingProofCheck),
  exits: z.array(outputChannel),
  /** Pairs of values that had to look the same. */
  pairs: count,
  /** Deliberate changes of this cell that the tests caught. */
  mutants: count,
})
export type PermissionCellCoverage = z.infer<typeof permissionCellCoverage>

/** Figures of a proof run. All are counted during the run; none is an expected value. */
export const maskingProofFigures = z.strictObject({
  fields: count,
  roles: count,
  cells: count,
  cellsCovered: count,
  /** Routes registered by the app; `routesWalked` counts those the proof reached. */
  routes: count,
  routesWalked: count,
  /** Combinations of route and role: registered, and reached (`waysWalked`). */
  ways: count,
  waysWalked: count,
  exits: count,
  exitsCovered: count,
  /**
   * Pairs of data sets behind the whole product; `pairsOfMasks` counts pairs of values behind the masks
   * alone.
   */
  pairs: count,
  pairsOfMasks: count,
  answers: count,
  mutants: count,
  killed: count,
  tests: count,
  testsFailed: count,
})
export type MaskingProofFigures = z.infer<typeof maskingProofFigures>

/** Result of the masking proof: written to a file by its command, read from that file by a deployment. */
export const maskingProof = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  seconds: z.number().min(0),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .nullable(),
  /** Fingerprint of the proved access policy, with its fields, classes and cells. */
  fingerprint,
  passed: z.boolean(),
  figures: maskingProofFigures,
  /** Searched outputs, by channel and by the role that received them. */
  outputs: z.record(outputChannel, z.record(role, count)),
  /** Names of the checks that failed and of what was not covered; empty if the proof passed. */
  faults: z.array(z.string().max(400)).max(200),
  cells: z.record(z.string(), z.record(role, permissionCellCoverage)),
})
export type MaskingProof = z.infer<typeof maskingProof>

export const maskingProofStatus = z.enum(['never', 'unreadable', 'failed', 'other', 'old', 'passed'])
export type MaskingProofStatus = z.infer<typeof maskingProofStatus>

/** Status of the last proof on this installation. `proof` is null if there is no readable proof. */
export const maskingProofView = z.strictObject({
  status: maskingProofStatus,
  proof: maskingProof.omit({ cells: true }).nullable(),
})
export type MaskingProofView = z.infer<typeof maskingProofView>

const example = z.strictObject({ value: z.string(), shows: z.string() })

/** Kind of cell, with the result of applying it to a made-up value. */
export const permissionCell = z.strictObject({
  kind: z.enum(['full', 'no', 'presence', 'names', 'own', 'mask', 'reveal', 'step_up']),
  /** Set for the last three kinds. */
  mask: z.string().nullable(),
  example: example.nullable(),
})
export type PermissionCell = z.infer<typeof permissionCell>

export const fieldPermissionRow = z.strictObject({
  field: z.string(),
  group: z.enum(['authorization', 'state', 'identity', 'notifications', 'paydesk']),
  /** Name of the field in the interface of the payment service; null for our own fields. */
  interfaceField: z.string().nullable(),
  class: sensitivityClass,
  /** Key in `cells` of the view, by role. */
  cells: z.record(role, z.string()),
  /** Examples by key of `cells`, for cells whose general made-up value does not fit this field. */
  examples: z.record(z.string(), example).optional(),
  /** Null if there is no proof, or if the last proof is of another policy. */
  coverage: z.record(role, permissionCellCoverage).nullable(),
})
export type FieldPermissionRow = z.infer<typeof fieldPermissionRow>

/** Cell changed on this installation. */
export const permissionCellChange = z.strictObject({
  field: z.string(),
  role,
  from: z.string(),
  to: z.string(),
  isLooser: z.boolean(),
})
export type PermissionCellChange = z.infer<typeof permissionCellChange>

/** Access policy in force. Contains no customer data. */
export const fieldPermissionsView = z.strictObject({
  fingerprint,
  /** Cells by their notation in the policy (`R:iban`), including cells that only `changes` names. */
  cells: z.record(z.string(), permissionCell),
  fields: z.array(fieldPermissionRow),
  /** Changes that show more than the default come first. */
  changes: z.array(permissionCellChange),
  proof: maskingProofView,
})
export type FieldPermissionsView = z.infer<typeof fieldPermissionsView>

/** Cell of the policy in the export for an assessor, in the language of the person. */
export const fieldPermissionExportRow = z.strictObject({
  field: z.string(),
  interfaceField: z.string().nullable(),
  label: z.string(),
  class: sensitivityClass,
  role,
  cell: z.string(),
  description: z.string(),
  example: z.string().nullable(),
  reason: z.string(),
  changedFrom: z.string().nullable(),
  isLooser: z.boolean(),
  coverage: permissionCellCoverage.nullable(),
})
export type FieldPermissionExportRow = z.infer<typeof fieldPermissionExportRow>

export const fieldPermissionExport = z.strictObject({
  createdAt: z.iso.datetime(),
  fingerprint,
  proof: maskingProofView,
  rows: z.array(fieldPermissionExportRow),
})
export type FieldPermissionExport = z.infer<typeof fieldPermissionExport>

const get = {
  method: 'GET',
  params: z.strictObject({ env: environmentName }),
  query: z.strictObject({}),
  body: z.strictObject({}),
} as const

/**
 * Endpoints for field permissions: the access policy in force and its last masking proof. Contain no customer
 * data.
 */
export const fieldPermissionEndpoints = {
  showFieldPermissions: defineEndpoint({
    ...get,
    path: '/api/:env/field-permissions',
    response: fieldPermissionsView,
  }),
  showMaskingProof: defineEndpoint({ ...get, path: '/api/:env/masking-proof', response: maskingProofView }),
  /** Exports one line per cell. */
  exportFieldPermissions: defineEndpoint({
    ...get,
    path: '/api/:env/exports/field-permissions',
    query: z.strictObject({ format: exportFormat.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  exportFieldPermissionsJson: defineEndpoint({
    ...get,
    path: '/api/:env/exports/field-permissions-json',
    response: fieldPermissionExport,
  }),
} as const
