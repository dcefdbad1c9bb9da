import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProofEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { maskingProofSchema, outputChannelSchema } from '@paydesk/shared/compliance/field-permissions'
import { roleSchema as roles } from '@paydesk/shared/core/permissions'
import { describe, expect, it } from 'vitest'
import { formatProofResult } from '../prove/format-proof-result.ts'
import { type ProofRun, resultOf } from '../prove/result.ts'

const fields = ['rid', 'profile.email']
const customers = 'GET /api/:env/customers/:customer'
const csv = 'GET /api/:env/exports/transactions'

/** Returns the evidence of a complete run. */
function everything(): ProofEvidence[] {
  const ofCells = fields.flatMap((field) =>
    roles.options.flatMap((role): ProofEvidence[] => [
      { what: 'copy', field, role, made: 60, killed: 60 },
      { what: 'pairs', field, role, pairs: 200 },
      { what: 'flip', field, role, into: 'full', effective: true, killed: true },
      { what: 'worlds', field, role, pairs: 12, answers: 78, exits: ['screen', 'record', 'header'] },
    ]),
  )
  const ofRoles = roles.options.flatMap((role): ProofEvidence[] => [
    { what: 'called', route: customers, role, answered: role !== 'admin' },
    { what: 'called', route: csv, role, answered: role === 'finance' },
    { what: 'searched', check: 'markers', role, fields, exits: ['screen', 'error', 'header'] },
    ...(['screen', 'record', 'live', 'error', 'header'] as const).map(
      (exit): ProofEvidence => ({ what: 'outputs', exit, role, outputs: 10 }),
    ),
  ])
  return [
    {
      what: 'routes',
      routes: [
        { route: customers, exit: 'screen', roles: ['support', 'finance', 'compliance', 'auditor'] },
        { route: csv, exit: 'csv', roles: ['finance'] },
      ],
      open: ['GET /livez'],
    },
    { what: 'called', route: 'GET /livez', role: 'support', answered: true },
    ...ofCells,
    ...ofRoles,
    { what: 'outputs', exit: 'csv', role: 'finance', outputs: 1 },
    { what: 'outputs', exit: 'log', role: null, outputs: 1 },
    { what: 'outputs', exit: 'database', role: null, outputs: 3 },
    { what: 'searched', check: 'traces', role: null, fields, exits: ['log', 'database'] },
    { what: 'mistake', words: 'a header quotes a value', killed: true },
  ]
}

const run = {
  at: new Date('2026-05-04T10:00:00Z'),
  seconds: 300,
  commit: null,
  fingerprint: 'a'.repeat(64),
  fields,
  ran: { tests: 10, failed: 0, reasons: [] },
}
const proofOf = (all: readonly ProofEvidence[], change: Partial<ProofRun> = {}) =>
  maskingProofSchema.parse(resultOf({ ...run, ...change }, all))
const without = (leave: (one: ProofEvidence) => boolean) => everything().filter((one) => !leave(one))

describe('the result of the masking proof', () => {
  it('is counted from the evidence', () => {
    const proof = proofOf(everything())
    expect(proof.faults).toEqual([])
    expect(proof.passed).toBe(true)
    expect(proof.figures).toMatchObject({
      ...{ fields: 2, roles: 5, cells: 10, cellsCovered: 10, routes: 3, routesWalked: 3, ways: 10 },
      ...{ waysWalked: 10, exits: 8, exitsCovered: 8, pairs: 120, pairsOfMasks: 2_000, answers: 780 },
      ...{ mutants: 611, killed: 611, tests: 10, testsFailed: 0 },
    })
    expect(proof.outputs.csv).toEqual({ support: 0, finance: 1, compliance: 0, auditor: 0, admin: 0 })
    expect(proof.cells['profile.email']?.support).toEqual({
      checks: ['copy', 'markers', 'worlds', 'traces', 'flip'],
      exits: ['screen', 'record', 'error', 'header', 'log', 'database'],
      pairs: 212,
      mutants: 61,
    })
  })

  it.each([
    [
      'a route that nobody walked',
      without((one) => one.what === 'called' && one.route === csv && one.role === 'finance'),
      [`route not walked: ${csv}`, `route not called by finance: ${csv}`],
    ],
    [
      'a route that one role did not call',
      without((one) => one.what === 'called' && one.route === customers && one.role === 'admin'),
      [`route not called by admin: ${customers}`],
    ],
    [
      'a route without a session',
      without((one) => one.what === 'called' && one.route === 'GET /livez'),
      ['route not walked: GET /livez'],
    ],
    [
      'an exit',
      without((one) => one.what === 'outputs' && one.exit === 'live' && one.role === 'auditor'),
      ['exit not searched: live of auditor'],
    ],
    [
      'a cell',
      without((one) => one.what === 'copy' && one.field === 'rid' && one.role === 'support'),
      ['not covered: rid for support'],
    ],
    [
      'everything',
      [],
      ['no route was walked', 'exit not searched: screen of support', 'not covered: rid for support'],
    ],
  ])('names missing evidence: %s', (_, all, faults) => {
    const proof = proofOf(all)
    expect(proof.passed).toBe(false)
    expect(proof.faults).toEqual(expect.arrayContaining(faults))
    if (all.length > 0) expect(proof.faults).toHaveLength(faults.length)
    for (const fault of faults) expect(formatProofResult(proof)).toContain(`! ${fault}`)
  })

  it('names every failure', () => {
    const failed = proofOf(
      [
        ...without((one) => one.what === 'copy' && one.field === 'profile.email' && one.role === 'auditor'),
        { what: 'copy', field: 'profile.email', role: 'auditor', made: 60, killed: 59 },
        { what: 'flip', field: 'rid', role: 'support', into: 'no', effective: true, killed: false },
        { what: 'flip', field: 'rid', role: 'admin', into: 'no', effective: false, killed: false },
        { what: 'mistake', words: 'a value is logged', killed: false },
        { what: 'wrong', words: 'profile.email for support is not M:email' },
      ],
      { ran: { tests: 10, failed: 1, reasons: ['test/masking/a.test.ts > b'] } },
    )
    expect(failed.passed).toBe(false)
    expect(failed.faults).toEqual([
      'profile.email for support is not M:email',
      'not caught: 1 changes of profile.email for auditor',
      'not caught: rid for support made no',
      'not caught: a value is logged',
      'failed: test/masking/a.test.ts > b',
      'not covered: profile.email for auditor',
    ])
    expect(failed.figures).toMatchObject({ mutants: 613, killed: 610, testsFailed: 1 })
  })

  it('says of a part what it found, and in one line what did not run', () => {
    const part = { isPart: true, plant: undefined }
    const lines = formatProofResult(proofOf([]), part)
    expect(lines.slice(-2)).toEqual([
      'partial: 10 of 10 cells and 0 of 0 routes not covered',
      'PASSED what ran',
    ])
    expect(lines.filter((line) => line.startsWith('! '))).toEqual([])
    const wrong = proofOf([{ what: 'wrong', words: 'rid for admin: leaks' }])
    expect(formatProofResult(wrong, part).filter((line) => line.startsWith('! '))).toEqual([
      '! rid for admin: leaks',
    ])
    expect(formatProofResult(wrong, part).at(-1)).toBe('FAILED: 1 fault')
  })

  it('says whether a planted cell was found', () => {
    const wrong = proofOf([{ what: 'wrong', words: 'rid for admin: leaks' }])
    const saidOf = (plant: string) =>
      formatProofResult(wrong, { isPart: true, plant }).filter((line) => line.startsWith('planted'))
    expect(saidOf('admin:rid=F')).toEqual(['planted admin:rid=F: FOUND, named by 1 fault'])
    expect(saidOf('support:rid=F')).toEqual([
      'planted support:rid=F: NOT FOUND: no fault names rid for support, but other faults are listed above',
    ])
  })

  it('requires an exit only of the roles that may have it', () => {
    expect(outputChannelSchema.options).toHaveLength(8)
    expect(proofOf(without((one) => one.what === 'outputs' && one.exit === 'csv')).faults).toEqual([
      'exit not searched: csv of finance',
    ])
  })
})

/** Runs the command with a clean environment. */
async function prove(...args: string[]): Promise<{ code: number | null; said: string }> {
  const command = join(import.meta.dirname, '../prove/main.ts')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [command, ...args], { env: { PATH, HOME, NO_COLOR: '1' } })
  const said: Buffer[] = []
  for (const output of [child.stdout, child.stderr])
    output.on('data', (bytes: Buffer) => void said.push(bytes))
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  return { code, said: Buffer.concat(said).toString() }
}

describe('the command', () => {
  it('fails for a cell that was opened on purpose, and names and writes the fault', {
    timeout: 600_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-prove-'))
    const to = join(folder, 'proof.json')
    // Test the command, not the proof: few pairs of values are enough.
    const only = [
      '--only',
      'bff/src/platform/access/policy/access-policy.test.ts',
      '--mask-pairs',
      '2',
      '--to',
      to,
    ]
    const { code, said } = await prove(...only, '--plant', 'support:profile.email=F')
    expect(code, said).toBe(1)
    expect(said).toContain('! profile.email for support is not M:email')
    expect(said).toContain('planted support:profile.email=F: FOUND')
    expect(said).not.toContain('! not covered')
    const proof = maskingProofSchema.parse(JSON.parse(readFileSync(to, 'utf8')))
    rmSync(folder, { recursive: true })
    expect(proof.passed).toBe(false)
    expect(proof.faults).toContain('profile.email for support is not M:email')
    // Expect faults for the parts that did not run, too.
    expect(proof.faults).toContain('no route was walked')
    expect(proof.figures.mutants).toBeGreaterThan(30_000)
    expect(proof.figures.killed).toBe(proof.figures.mutants)
  })
})
