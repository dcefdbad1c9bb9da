import type { MaskingProof } from '@paydesk/shared/compliance/field-permissions'

const many = (count: number) => count.toLocaleString('en')

/** Formats the result for printing: figures, searched outputs by role, and every fault. */
export function told({
  passed,
  at,
  seconds,
  commit,
  fingerprint,
  figures,
  outputs,
  faults,
}: MaskingProof): string[] {
  const share = (done: number, all: number) => `${many(done)} of ${many(all)}`
  const exits = Object.entries(outputs).map(([exit, of]) =>
    [exit.padEnd(9), ...Object.values(of).map((count) => many(count).padStart(10))].join(' '),
  )
  return [
    '',
    `masking proof, ${at}, ${Math.round(seconds)} s, commit ${commit ?? 'none'}, matrix ${fingerprint.slice(0, 12)}`,
    `${many(figures.fields)} fields x ${figures.roles} roles: ${share(figures.cellsCovered, figures.cells)} cells covered`,
    `routes ${share(figures.routesWalked, figures.routes)}, routes x roles ${share(figures.waysWalked, figures.ways)}, exits ${share(figures.exitsCovered, figures.exits)}`,
    `pairs of worlds ${many(figures.pairs)} (${many(figures.answers)} answers), pairs of values ${many(figures.pairsOfMasks)}`,
    `mutants ${share(figures.killed, figures.mutants)}, tests ${share(figures.tests - figures.testsFailed, figures.tests)}`,
    '',
    ['searched '.padEnd(9), ...Object.keys(outputs.screen).map((role) => role.padStart(10))].join(' '),
    ...exits,
    '',
    ...faults.map((fault) => `! ${fault}`),
    passed ? 'PASSED' : `FAILED: ${many(faults.length)} faults`,
  ]
}
