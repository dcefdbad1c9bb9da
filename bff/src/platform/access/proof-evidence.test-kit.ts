import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputChannel } from '@paydesk/shared/compliance/sight'
import { role } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import { type CellOverride, parseOverrides } from './policy/overrides.ts'

const count = z.int().min(0)
const exitList = z.array(outputChannel)

/** What a suite of the masking proof really did: one line for each deed, gathered by its command. */
export const proofEvidence = z.discriminatedUnion('what', [
  /** Routes as the app registers them, with the kind of their exit and who may call them. */
  z.object({
    what: z.literal('routes'),
    routes: z.array(z.object({ route: z.string(), exit: outputChannel, roles: z.array(role) })),
    open: z.array(z.string()),
  }),
  /** A route was called by somebody with this role; `answered`: with 200. */
  z.object({ what: z.literal('called'), route: z.string(), role: role.nullable(), answered: z.boolean() }),
  /** So many outputs were searched; without a role they belong to all. */
  z.object({ what: z.literal('outputs'), exit: outputChannel, role: role.nullable(), outputs: count }),
  /** Values of these fields were searched for in these exits. */
  z.object({
    what: z.literal('searched'),
    check: z.enum(['markers', 'place', 'traces']),
    role: role.nullable(),
    fields: z.array(z.string()),
    exits: exitList,
  }),
  z.object({
    what: z.literal('worlds'),
    field: z.string(),
    role,
    pairs: count,
    answers: count,
    exits: exitList,
  }),
  z.object({ what: z.literal('pairs'), field: z.string(), role, pairs: count }),
  /** This cell was changed into so many others, and the second copy noticed so many of them. */
  z.object({ what: z.literal('copy'), field: z.string(), role, made: count, killed: count }),
  /** This cell was changed in the running product; `effective`: an answer changed. */
  z.object({
    what: z.literal('flip'),
    field: z.string(),
    role,
    into: z.string(),
    effective: z.boolean(),
    killed: z.boolean(),
  }),
  /** Something that must not be, in words that name it. */
  z.object({ what: z.literal('wrong'), words: z.string() }),
  z.object({ what: z.literal('mistake'), words: z.string(), killed: z.boolean() }),
])
export type ProofEvidence = z.infer<typeof proofEvidence>

const evidenceDir = process.env.PAYDESK_PROOF_EVIDENCE

/** True while the command of the proof gathers what the suites do. */
export const isProofRun = evidenceDir !== undefined

/** Keeps what was done, where the command asks for it. */
export function recordEvidence(done: ProofEvidence): void {
  if (evidenceDir === undefined) return
  appendFileSync(join(evidenceDir, `${process.pid}.jsonl`), `${JSON.stringify(done)}\n`)
}

/** How many are tried: as usual, or as many as the command wants. */
export function choosePairCount(what: 'pairs' | 'mask-pairs', usual: number): number {
  const asked = Number(process.env[what === 'pairs' ? 'PAYDESK_PROOF_PAIRS' : 'PAYDESK_PROOF_MASK_PAIRS'])
  return asked > 0 ? asked : usual
}

/** Cells that are opened on purpose, to see the proof fail: none but where the command says so. */
export const plantedOverrides: readonly CellOverride[] = parseOverrides(
  process.env.PAYDESK_PROOF_PLANT ?? '',
).overrides
