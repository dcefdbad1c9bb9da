import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fieldNames } from '@paydesk/bff/platform/access/policy/access-policy'
import { fingerprintAccessPolicy } from '@paydesk/bff/platform/access/policy/effective-policy'
import { type ProofEvidence, proofEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { type MaskingProof, maskingProofSchema } from '@paydesk/shared/compliance/field-permissions'
import { startVitest } from 'vitest/node'
import { formatProofResult } from './format-proof-result.ts'
import { resultOf, type SuiteOutcome } from './result.ts'

/**
 * Runs the masking proof: `pnpm prove:masking [--pairs <n>] [--mask-pairs <n>] [--to <file>]`. Counts what
 * its suites really did, and writes the result. The exit code is 0 if the proof passed, and for a part if all
 * that ran passed. `--only <part of a file’s name>` runs less; the written result counts the missing rest as
 * faults. `--plant <role:field=cell>` opens a cell on purpose, and the output says whether the proof found it.
 */
const root = join(import.meta.dirname, '../..')
const results = join(root, 'test/results')
const suites = ['test/masking/', 'bff/src/platform/access/']

const { values: asked } = parseArgs({
  options: {
    pairs: { type: 'string', default: '12' },
    'mask-pairs': { type: 'string', default: '200' },
    to: { type: 'string' },
    only: { type: 'string' },
    plant: { type: 'string' },
  },
})

/** Runs the suites in this process; they write their evidence to the folder. */
async function run(folder: string): Promise<SuiteOutcome> {
  process.env.PAYDESK_PROOF_EVIDENCE = folder
  // Use the long form: the proof never takes the short one.
  process.env.PAYDESK_FULL = '1'
  process.env.PAYDESK_PROOF_PAIRS = asked.pairs
  process.env.PAYDESK_PROOF_MASK_PAIRS = asked['mask-pairs']
  if (asked.plant !== undefined) process.env.PAYDESK_PROOF_PLANT = asked.plant
  const runner = await startVitest('test', asked.only === undefined ? suites : [asked.only], {
    root,
    run: true,
    watch: false,
    reporters: ['default'],
    project: ['masking', 'unit'],
    // Continue after a failure: a failed test is one more fault of the proof, and all other faults count too.
    bail: 0,
  })
  const modules = runner.state.getTestModules()
  const outside = runner.state.getUnhandledErrors() as readonly { message?: string }[]
  await runner.close()
  const failed = modules.flatMap((module) => [...module.children.allTests('failed')])
  const broken = modules.flatMap((module) => [
    ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => `${module.relativeModuleId} > ${suite.fullName}: ${message}`),
    ),
  ])
  const reasons = [
    ...failed.map((test) => `${test.module.relativeModuleId} > ${test.fullName}`),
    ...broken,
    ...outside.map(({ message }) => `outside of any test: ${message ?? 'an error'}`),
  ]
  const tests = modules.reduce((sum, module) => sum + [...module.children.allTests()].length, 0)
  return { tests, failed: failed.length, reasons: reasons.map((one) => one.split('\n')[0] ?? '') }
}

function gathered(folder: string): ProofEvidence[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => proofEvidence.parse(JSON.parse(line))),
  )
}

/** Returns the commit; null if this is no working copy or has changes. */
function commitOf(): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const changed = git('status', '--porcelain')
  if (changed.status !== 0 || changed.stdout !== '') return null
  return git('rev-parse', 'HEAD').stdout.trim() || null
}

/** Writes the file atomically: a concurrent reader reads the one before. */
function write(file: string, proof: MaskingProof): void {
  mkdirSync(dirname(file), { recursive: true })
  const beside = `${file}.new`
  writeFileSync(beside, `${JSON.stringify(proof)}\n`)
  renameSync(beside, file)
}

const begun = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'paydesk-proof-'))
const ran = await run(folder)
const proof = maskingProofSchema.parse(
  resultOf(
    {
      at: new Date(),
      seconds: Math.round((Date.now() - begun) / 100) / 10,
      commit: commitOf(),
      fingerprint: fingerprintAccessPolicy([]),
      fields: fieldNames,
      ran,
    },
    gathered(folder),
  ),
)
rmSync(folder, { recursive: true })
// Keep the stored result for complete runs: a part, or a run with a cell
// opened on purpose, is no result of the whole.
const isWhole = asked.only === undefined && asked.plant === undefined
const files = [
  ...(isWhole ? [join(results, 'masking-proof.json')] : []),
  ...(asked.to === undefined ? [] : [resolve(asked.to)]),
]
for (const file of files) {
  write(file, proof)
  console.log(`written: ${file}`)
}
const lines = formatProofResult(proof, { isPart: asked.only !== undefined, plant: asked.plant })
console.log(lines.join('\n'))
process.exit(lines.at(-1)?.startsWith('PASSED') ? 0 : 1)
