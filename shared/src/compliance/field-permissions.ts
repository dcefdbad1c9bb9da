import { z } from 'zod'
import { defineEndpoint, exportFormatSchema } from '../core/endpoint.ts'
import { environmentNameSchema } from '../core/ids.ts'
import { roleSchema } from '../core/permissions.ts'

/**
 * Sensitivity classes of the access policy, from values never sent (`K`) to values that are not personal
 * (`O`).
 */
export const fieldClassSchema = z.enum(['K', 'P3', 'P2', 'P1', 'F', 'O'])

/** Channels through which a value could leave, as counted by the masking proof. */
export const outputChannelSchema = z.enum([
  'screen',
  'record',
  'csv',
  'live',
  'error',
  'header',
  'log',
  'database',
])
export type OutputChannel = z.infer<typeof outputChannelSchema>

/** Checks that the masking proof makes for a cell of the access policy. */
export const maskingProofCheckSchema = z.enum(['copy', 'markers', 'place', 'worlds', 'traces', 'flip'])

const countSchema = z.int().min(0)
const fingerprintSchema = z.string().regex(/^[0-9a-f]{64}$/)

/** Coverage of one cell in the last proof. */
export const permissionCellCoverageSchema = z.strictObject({
  checks: z.array(maskingProofCheckSchema),
  exits: z.array(outputChannelSchema),
  /** Pairs of values that had to look the same. */
  pairs: countSchema,
  /** Deliberate changes of this cell that the tests caught. */
  mutants: countSchema,
})
export type PermissionCellCoverage = z.infer<typeof permissionCellCoverageSchema>

/** Figures of a proof run. All are counted during the run; none is an expected value. */
export const maskingProofFiguresSchema = z.strictObject({
  fields: countSchema,
  roles: countSchema,
  cells: countSchema,
  cellsCovered: countSchema,
  /** Routes registered by the app; `routesWalked` counts those the proof reached. */
  routes: countSchema,
  routesWalked: countSchema,
  /** Combinations of route and role: registered, and reached (`waysWalked`). */
  ways: countSchema,
  waysWalked: countSchema,
  exits: countSchema,
  exitsCovered: countSchema,
  /**
   * Pairs of data sets behind the whole product; `pairsOfMasks` counts pairs of values behind the masks
   * alone.
   */
  pairs: countSchema,
  pairsOfMasks: countSchema,
  answers: countSchema,
  mutants: countSchema,
  killed: countSchema,
  tests: countSchema,
  testsFailed: countSchema,
})

/** Result of the masking proof: written to a file by its command, read from that file by a deployment. */
export const maskingProofSchema = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  seconds: z.number().min(0),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .nullable(),
  /** Fingerprint of the proved access policy, with its fields, classes and cells. */
  fingerprint: fingerprintSchema,
  passed: z.boolean(),
  figures: maskingProofFiguresSchema,
  /** Searched outputs, by channel and by the role that received them. */
  outputs: z.record(outputChannelSchema, z.record(roleSchema, countSchema)),
  /** Names of the checks that failed and of what was not covered; empty if the proof passed. */
  faults: z.array(z.string().max(400)).max(200),
  cells: z.record(z.string(), z.record(roleSchema, permissionCellCoverageSchema)),
})
export type MaskingProof = z.infer<typeof maskingProofSchema>

export const maskingProofStatusSchema = z.enum(['never', 'unreadable', 'failed', 'other', 'old', 'passed'])
export type MaskingProofStatus = z.infer<typeof maskingProofStatusSchema>

/** Status of the last proof on this installation. `proof` is null if there is no readable proof. */
export const maskingProofViewSchema = z.strictObject({
  status: maskingProofStatusSchema,
  proof: maskingProofSchema.omit({ cells: true }).nullable(),
})
export type MaskingProofView = z.infer<typeof maskingProofViewSchema>

const exampleSchema = z.strictObject({ value: z.string(), shows: z.string() })

/** Kind of cell, with the result of applying it to a made-up value. */
export const permissionCellSchema = z.strictObject({
  kind: z.enum(['full', 'no', 'presence', 'names', 'own', 'mask', 'reveal', 'step_up']),
  /** Set for the last three kinds. */
  mask: z.string().nullable(),
  example: exampleSchema.nullable(),
})
export type PermissionCell = z.infer<typeof permissionCellSchema>

export const fieldPermissionRowSchema = z.strictObject({
  field: z.string(),
  group: z.enum(['authorization', 'state', 'identity', 'notifications', 'paydesk']),
  /** Name of the field in the interface of the payment service; null for our own fields. */
  interfaceField: z.string().nullable(),
  class: fieldClassSchema,
  /** Key in `cells` of the view, by role. */
  cells: z.record(roleSchema, z.string()),
  /** Examples by key of `cells`, for cells whose general made-up value does not fit this field. */
  examples: z.record(z.string(), exampleSchema).optional(),
  /** Null if there is no proof, or if the last proof is of another policy. */
  coverage: z.record(roleSchema, permissionCellCoverageSchema).nullable(),
})
export type FieldPermissionRow = z.infer<typeof fieldPermissionRowSchema>

/** Cell changed on this installation. */
export const permissionCellChangeSchema = z.strictObject({
  field: z.string(),
  role: roleSchema,
  from: z.string(),
  to: z.string(),
  isLooser: z.boolean(),
})
export type PermissionCellChange = z.infer<typeof permissionCellChangeSchema>

/** Access policy in force. Contains no customer data. */
export const fieldPermissionsViewSchema = z.strictObject({
  fingerprint: fingerprintSchema,
  /** Cells by their notation in the policy (`R:iban`), including cells that only `changes` names. */
  cells: z.record(z.string(), permissionCellSchema),
  fields: z.array(fieldPermissionRowSchema),
  /** Changes that show more than the default come first. */
  changes: z.array(permissionCellChangeSchema),
  proof: maskingProofViewSchema,
})
export type FieldPermissionsView = z.infer<typeof fieldPermissionsViewSchema>

/** Cell of the policy in the export for an assessor, in the language of the person. */
export const fieldPermissionExportRowSchema = z.strictObject({
  field: z.string(),
  interfaceField: z.string().nullable(),
  label: z.string(),
  class: fieldClassSchema,
  role: roleSchema,
  cell: z.string(),
  description: z.string(),
  example: z.string().nullable(),
  reason: z.string(),
  changedFrom: z.string().nullable(),
  isLooser: z.boolean(),
  coverage: permissionCellCoverageSchema.nullable(),
})
export type FieldPermissionExportRow = z.infer<typeof fieldPermissionExportRowSchema>

export const fieldPermissionExportSchema = z.strictObject({
  createdAt: z.iso.datetime(),
  fingerprint: fingerprintSchema,
  proof: maskingProofViewSchema,
  rows: z.array(fieldPermissionExportRowSchema),
})

const get = {
  method: 'GET',
  params: z.strictObject({ env: environmentNameSchema }),
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
    response: fieldPermissionsViewSchema,
  }),
  showMaskingProof: defineEndpoint({
    ...get,
    path: '/api/:env/masking-proof',
    response: maskingProofViewSchema,
  }),
  /** Exports one line per cell. */
  exportFieldPermissions: defineEndpoint({
    ...get,
    path: '/api/:env/exports/field-permissions',
    query: z.strictObject({ format: exportFormatSchema.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  exportFieldPermissionsJson: defineEndpoint({
    ...get,
    path: '/api/:env/exports/field-permissions-json',
    response: fieldPermissionExportSchema,
  }),
} as const
