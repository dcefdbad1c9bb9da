import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputChannelSchema } from '@paydesk/shared/compliance/field-permissions'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import { type PolicyCellOverride, parsePolicyOverrides } from './policy/overrides.ts'

const count = z.int().min(0)
const exitList = z.array(outputChannelSchema)

/** Evidence of a suite of the masking proof: one line per action, collected by the command of the proof. */
export const proofEvidence = z.discriminatedUnion('what', [
  /** Routes as the app registers them, with the kind of their output and the roles that may call them. */
  z.object({
    what: z.literal('routes'),
    routes: z.array(z.object({ route: z.string(), exit: outputChannelSchema, roles: z.array(roleSchema) })),
    open: z.array(z.string()),
  }),
  /** Call of a route with this role; `answered`: with status 200. */
  z.object({
    what: z.literal('called'),
    route: z.string(),
    role: roleSchema.nullable(),
    answered: z.boolean(),
  }),
  /** Number of outputs that were searched; without a role the outputs belong to all roles. */
  z.object({
    what: z.literal('outputs'),
    exit: outputChannelSchema,
    role: roleSchema.nullable(),
    outputs: count,
  }),
  /** Fields whose values were searched for in these outputs. */
  z.object({
    what: z.literal('searched'),
    check: z.enum(['markers', 'place', 'traces']),
    role: roleSchema.nullable(),
    fields: z.array(z.string()),
    exits: exitList,
  }),
  z.object({
    what: z.literal('worlds'),
    field: z.string(),
    role: roleSchema,
    pairs: count,
    answers: count,
    exits: exitList,
  }),
  z.object({ what: z.literal('pairs'), field: z.string(), role: roleSchema, pairs: count }),
  /** Mutants of this cell; `killed`: mutants that the hand-kept copy of the access policy noticed. */
  z.object({ what: z.literal('copy'), field: z.string(), role: roleSchema, made: count, killed: count }),
  /** Change of this cell in the running product; `effective`: an answer changed. */
  z.object({
    what: z.literal('flip'),
    field: z.string(),
    role: roleSchema,
    into: z.string(),
    effective: z.boolean(),
    killed: z.boolean(),
  }),
  /** Violation, with a text that names it. */
  z.object({ what: z.literal('wrong'), words: z.string() }),
  z.object({ what: z.literal('mistake'), words: z.string(), killed: z.boolean() }),
])
export type ProofEvidence = z.infer<typeof proofEvidence>

const evidenceDir = process.env.PAYDESK_PROOF_EVIDENCE

/** True while the command of the proof collects evidence of the suites. */
export const isProofRun = evidenceDir !== undefined

/** Appends evidence, if the command of the proof asks for it. */
export function recordEvidence(done: ProofEvidence): void {
  if (evidenceDir === undefined) return
  appendFileSync(join(evidenceDir, `${process.pid}.jsonl`), `${JSON.stringify(done)}\n`)
}

/** Chooses the number of tries: the usual number, or the number that the command of the proof sets. */
export function choosePairCount(what: 'pairs' | 'mask-pairs', usual: number): number {
  const asked = Number(process.env[what === 'pairs' ? 'PAYDESK_PROOF_PAIRS' : 'PAYDESK_PROOF_MASK_PAIRS'])
  return asked > 0 ? asked : usual
}

/** Cells opened on purpose to see the proof fail; empty unless the command of the proof sets them. */
export const plantedOverrides: readonly PolicyCellOverride[] = parsePolicyOverrides(
  process.env.PAYDESK_PROOF_PLANT ?? '',
).overrides
