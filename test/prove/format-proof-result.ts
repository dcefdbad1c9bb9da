import type { MaskingProof } from '@paydesk/shared/compliance/field-permissions'

const many = (count: number) => count.toLocaleString('en')

/** Fault that says only that something did not run. */
const gap = /^(?:not covered|route not walked|route not called|exit not searched|no route was walked)/

/** Run of a part of the suites, and the cells opened on purpose, `support:profile.email=F`. */
export interface ToldRun {
  readonly isPart: boolean
  readonly plant: string | undefined
}

/**
 * Says whether the proof found each planted cell, that is, whether a fault names its field and role. A failed
 * test alone names neither.
 */
function plantLines(plant: string, faults: readonly string[]): string[] {
  return plant.split(/[\s,]+/).flatMap((entry) => {
    const [, role, field] = /^(\w+):([^=]+)=/.exec(entry) ?? []
    if (role === undefined || field === undefined) return []
    const named = faults.filter((fault) => fault.includes(`${field} for ${role}`)).length
    const failed = faults.length > 0 ? ', but other faults are listed above' : ''
    return [
      named > 0
        ? `planted ${entry}: FOUND, named by ${many(named)} ${named === 1 ? 'fault' : 'faults'}`
        : `planted ${entry}: NOT FOUND: no fault names ${field} for ${role}${failed}`,
    ]
  })
}

/**
 * Formats the result for printing: figures, searched outputs by role, and every fault. Of a part, what did not
 * run is one line.
 */
export function formatProofResult(
  { passed, at, seconds, commit, fingerprint, figures, outputs, faults }: MaskingProof,
  { isPart, plant }: ToldRun = { isPart: false, plant: undefined },
): string[] {
  const ownFaults = faults.filter((fault) => !gap.test(fault))
  const listed = isPart ? ownFaults : faults
  const share = (done: number, all: number) => `${many(done)} of ${many(all)}`
  const exits = Object.entries(outputs).map(([exit, of]) =>
    [exit.padEnd(9), ...Object.values(of).map((count) => many(count).padStart(10))].join(' '),
  )
  return [
    '',
    `masking proof, ${at}, ${Math.round(seconds)} s, commit ${commit ?? 'none'}, access policy ${fingerprint.slice(0, 12)}`,
    `${many(figures.fields)} fields x ${figures.roles} roles: ${share(figures.cellsCovered, figures.cells)} cells covered`,
    `routes ${share(figures.routesWalked, figures.routes)}, routes x roles ${share(figures.waysWalked, figures.ways)}, exits ${share(figures.exitsCovered, figures.exits)}`,
    `pairs of worlds ${many(figures.pairs)} (${many(figures.answers)} answers), pairs of values ${many(figures.pairsOfMasks)}`,
    `mutants ${share(figures.killed, figures.mutants)}, tests ${share(figures.tests - figures.testsFailed, figures.tests)}`,
    '',
    ['searched '.padEnd(9), ...Object.keys(outputs.screen).map((role) => role.padStart(10))].join(' '),
    ...exits,
    '',
    ...listed.map((fault) => `! ${fault}`),
    ...(plant === undefined ? [] : plantLines(plant, ownFaults)),
    ...(isPart
      ? [
          `partial: ${many(figures.cells - figures.cellsCovered)} of ${many(figures.cells)} cells and ${many(figures.routes - figures.routesWalked)} of ${many(figures.routes)} routes not covered`,
        ]
      : []),
    listed.length > 0 || (!isPart && !passed)
      ? `FAILED: ${many(listed.length)} ${listed.length === 1 ? 'fault' : 'faults'}`
      : isPart
        ? 'PASSED what ran'
        : 'PASSED',
  ]
}
