import { z } from 'zod'
import { role } from '../core/permissions.ts'

/** Classes of the access matrix, from what is never sent to what is not personal. */
export const fieldClass = z.enum(['K', 'P3', 'P2', 'P1', 'F', 'O'])

/** The ways by which a value could leave, as the masking proof counts them. */
export const sightExit = z.enum(['screen', 'record', 'csv', 'live', 'error', 'header', 'log', 'database'])
export type SightExit = z.infer<typeof sightExit>

/** What the masking proof does for a cell of the matrix. */
export const proofCheck = z.enum(['copy', 'markers', 'place', 'worlds', 'traces', 'flip'])
export type ProofCheck = z.infer<typeof proofCheck>

const count = z.int().min(0)
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

/** What covered one cell in the last proof. */
export const cellCover = z.strictObject({
  checks: z.array(proofCheck),
  exits: z.array(sightExit),
  /** Pairs of values that had to look the same. */
  pairs: count,
  /** Changes of this cell that were made on purpose, and caught. */
  mutants: count,
})
export type CellCover = z.infer<typeof cellCover>

/** What a run of the proof really did; nothing in it is expected, all of it was counted. */
export const proofFigures = z.strictObject({
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
export type ProofFigures = z.infer<typeof proofFigures>

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
  figures: proofFigures,
  /** Outputs that were searched, by the way they left and the role that got them. */
  outputs: z.record(sightExit, z.record(role, count)),
  /** What failed and what was not covered, by name; empty where it passed. */
  faults: z.array(z.string().max(400)).max(200),
  cells: z.record(z.string(), z.record(role, cellCover)),
})
export type MaskingProof = z.infer<typeof maskingProof>

export const proofStanding = z.enum(['never', 'unreadable', 'failed', 'other', 'old', 'proved'])
export type ProofStanding = z.infer<typeof proofStanding>

/** How the last proof stands on this installation; `proof` is null where there is none that can be read. */
export const proofView = z.strictObject({
  standing: proofStanding,
  /** One sentence, without the date. */
  says: z.string(),
  proof: maskingProof.omit({ cells: true }).nullable(),
})
export type ProofView = z.infer<typeof proofView>

const example = z.strictObject({ value: z.string(), shows: z.string() })

/** One kind of cell in words, with what it leaves of a made-up value. */
export const cellWords = z.strictObject({
  kind: z.enum(['full', 'no', 'presence', 'names', 'own', 'mask', 'reveal', 'step_up']),
  short: z.string(),
  says: z.string(),
  example: example.nullable(),
})
export type CellWords = z.infer<typeof cellWords>

export const sightField = z.strictObject({
  field: z.string(),
  group: z.string(),
  /** Its name in the interface of the service, or what it is of ours. */
  member: z.string(),
  words: z.string(),
  class: fieldClass,
  why: z.string(),
  /** By role a key of `cells` of the view. */
  cells: z.record(role, z.string()),
  /** By key of `cells`, where the made-up value that explains the cell would not be one of this field. */
  examples: z.record(z.string(), example).optional(),
  /** Null where the last proof is of another matrix, or there is none. */
  covered: z.record(role, cellCover).nullable(),
})
export type SightField = z.infer<typeof sightField>

/** A cell that this installation has changed. */
export const cellChange = z.strictObject({
  field: z.string(),
  role,
  from: z.string(),
  to: z.string(),
  isLooser: z.boolean(),
})
export type CellChange = z.infer<typeof cellChange>

const named = { label: z.string(), means: z.string() }

/** The access matrix in force. It holds nothing about any customer. */
export const sightView = z.strictObject({
  fingerprint,
  roles: z.array(z.strictObject({ role, label: z.string(), sees: z.string() })),
  classes: z.array(z.strictObject({ class: fieldClass, ...named })),
  exits: z.array(z.strictObject({ exit: sightExit, ...named })),
  checks: z.array(z.strictObject({ check: proofCheck, ...named })),
  /** By the notation of the matrix (`R:iban`); changes name those that are no longer in force as well. */
  cells: z.record(z.string(), cellWords),
  fields: z.array(sightField),
  /** What shows more than the default comes first. */
  changes: z.array(cellChange),
  proof: proofView,
})
export type SightView = z.infer<typeof sightView>

/** One cell in the list for an assessor. */
export const sightRow = z.strictObject({
  field: z.string(),
  member: z.string(),
  words: z.string(),
  class: fieldClass,
  role,
  cell: z.string(),
  says: z.string(),
  example: z.string().nullable(),
  why: z.string(),
  changedFrom: z.string().nullable(),
  isLooser: z.boolean(),
  covered: cellCover.nullable(),
})
export type SightRow = z.infer<typeof sightRow>

export const sightList = z.strictObject({
  madeAt: z.iso.datetime(),
  fingerprint,
  proof: proofView,
  rows: z.array(sightRow),
})
export type SightList = z.infer<typeof sightList>
