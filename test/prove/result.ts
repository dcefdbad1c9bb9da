import type { ProofEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import {
  type MaskingProof,
  maskingProofCheckSchema,
  type OutputChannel,
  outputChannelSchema,
  type PermissionCellCoverage,
} from '@paydesk/shared/compliance/field-permissions'
import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'

/** Outcome of the suites themselves. */
export interface SuiteOutcome {
  readonly tests: number
  readonly failed: number
  /** Names of the tests and errors that made the suites fail. */
  readonly reasons: readonly string[]
}

/** Run that produced the evidence, and the access policy that was to be proved. */
export interface ProofRun {
  readonly at: Date
  readonly seconds: number
  readonly commit: string | null
  readonly fingerprint: string
  readonly fields: readonly string[]
  readonly ran: SuiteOutcome
}

type Of<W extends ProofEvidence['what']> = Extract<ProofEvidence, { what: W }>
const every = roles.options
const most = 200
const longest = 400

function ofKind<W extends ProofEvidence['what']>(all: readonly ProofEvidence[], what: W): Of<W>[] {
  return all.filter((one): one is Of<W> => one.what === what)
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)

/** Builds one value for each role, in the form of the contract. */
function byRole<T>(of: (role: Role) => T): Record<Role, T> {
  return {
    support: of('support'),
    finance: of('finance'),
    compliance: of('compliance'),
    auditor: of('auditor'),
    admin: of('admin'),
  }
}

/** Collects the coverage of one cell from all evidence. */
function coverOf(field: string, role: Role, all: readonly ProofEvidence[]): PermissionCellCoverage {
  const here = (one: { field: string; role: Role }) => one.field === field && one.role === role
  const worlds = ofKind(all, 'worlds').filter((one) => here(one) && one.pairs > 0)
  const pairs = ofKind(all, 'pairs').filter(here)
  const copies = ofKind(all, 'copy').filter((one) => here(one) && one.made > 0 && one.killed === one.made)
  const flips = ofKind(all, 'flip').filter((one) => here(one) && one.killed)
  const searched = ofKind(all, 'searched').filter(
    (one) => (one.role === null || one.role === role) && one.fields.includes(field),
  )
  const done = new Set([
    ...(copies.length > 0 ? (['copy'] as const) : []),
    ...searched.map(({ check }) => check),
    ...(worlds.length > 0 ? (['worlds'] as const) : []),
    ...(flips.length > 0 ? (['flip'] as const) : []),
  ])
  const exits = new Set([...searched, ...worlds].flatMap((one) => one.exits))
  return {
    checks: maskingProofCheckSchema.options.filter((check) => done.has(check)),
    exits: outputChannelSchema.options.filter((exit) => exits.has(exit)),
    pairs: sum([...worlds, ...pairs], (one) => one.pairs),
    mutants: sum(copies, (one) => one.killed) + flips.length,
  }
}

interface Walk {
  readonly routes: readonly string[]
  readonly walked: readonly string[]
  readonly ways: number
  readonly waysWalked: number
  readonly faults: readonly string[]
}

/** Requires that every registered route answered, and that every role called it. */
function walkOf(all: readonly ProofEvidence[]): Walk {
  const registered = ofKind(all, 'routes').flatMap(({ routes }) => routes)
  const open = ofKind(all, 'routes').flatMap((one) => one.open)
  const called = ofKind(all, 'called')
  const names = [...new Set([...registered.map(({ route }) => route), ...open])]
  const isOpen = (route: string) => open.includes(route)
  const walked = names.filter((route) =>
    called.some((one) => one.route === route && (one.answered || isOpen(route))),
  )
  const ways = registered.flatMap(({ route }) => every.map((role) => ({ route, role })))
  const missing = ways.filter(
    ({ route, role }) => !called.some((one) => one.route === route && one.role === role),
  )
  return {
    routes: names,
    walked,
    ways: ways.length,
    waysWalked: ways.length - missing.length,
    faults: [
      ...(names.length === 0 ? ['no route was walked'] : []),
      ...names.filter((route) => !walked.includes(route)).map((route) => `route not walked: ${route}`),
      ...missing.map(({ route, role }) => `route not called by ${role}: ${route}`),
    ],
  }
}

type Outputs = MaskingProof['outputs']

function outputsOf(all: readonly ProofEvidence[]): Outputs {
  const of = (exit: OutputChannel) =>
    byRole((role) =>
      sum(
        ofKind(all, 'outputs').filter((one) => one.exit === exit && (one.role === null || one.role === role)),
        (one) => one.outputs,
      ),
    )
  return {
    screen: of('screen'),
    record: of('record'),
    csv: of('csv'),
    live: of('live'),
    error: of('error'),
    header: of('header'),
    log: of('log'),
    database: of('database'),
  }
}

/**
 * Lists exits without any output for a role: for exits of routes, roles that may
 * call one; for all other exits, every role.
 */
function exitFaults(all: readonly ProofEvidence[], outputs: Outputs): string[] {
  const routes = ofKind(all, 'routes').flatMap((one) => one.routes)
  return outputChannelSchema.options.flatMap((exit) =>
    every.flatMap((role) => {
      const own = routes.filter((one) => one.exit === exit)
      const mayHave = own.length === 0 || own.some((one) => one.roles.includes(role))
      return mayHave && outputs[exit][role] === 0 ? [`exit not searched: ${exit} of ${role}`] : []
    }),
  )
}

function mutantsOf(all: readonly ProofEvidence[]) {
  const copies = ofKind(all, 'copy')
  const flips = ofKind(all, 'flip').filter((one) => one.effective)
  const mistakes = ofKind(all, 'mistake')
  const alive = [...flips, ...mistakes].filter((one) => !one.killed)
  return {
    mutants: sum(copies, (one) => one.made) + flips.length + mistakes.length,
    killed: sum(copies, (one) => one.killed) + flips.length + mistakes.length - alive.length,
    faults: [
      ...copies
        .filter((one) => one.killed < one.made)
        .map((one) => `not caught: ${one.made - one.killed} changes of ${one.field} for ${one.role}`),
      ...alive.map((one) =>
        one.what === 'flip'
          ? `not caught: ${one.field} for ${one.role} made ${one.into}`
          : `not caught: ${one.words}`,
      ),
    ],
  }
}

/**
 * Computes the result of a run from the evidence of its suites and from nothing else. Missing evidence is a
 * fault, and with any fault the proof fails.
 */
export function resultOf(run: ProofRun, all: readonly ProofEvidence[]): MaskingProof {
  const covers = run.fields.map((field) => [field, byRole((role) => coverOf(field, role, all))] as const)
  const bare = covers.flatMap(([field, of]) =>
    every
      .filter((role) => !of[role].checks.includes('copy'))
      .map((role) => `not covered: ${field} for ${role}`),
  )
  const walk = walkOf(all)
  const outputs = outputsOf(all)
  const { mutants, killed, faults: uncaught } = mutantsOf(all)
  const exitsMissing = exitFaults(all, outputs)
  const { tests, failed, reasons } = run.ran
  const faults = [
    ...new Set([
      ...ofKind(all, 'wrong').map(({ words: text }) => text),
      ...uncaught,
      // Before what is missing: a part misses hundreds of cells, and only the first faults are kept.
      ...(tests === 0 ? ['no test was run'] : []),
      ...reasons.map((reason) => `failed: ${reason}`),
      ...walk.faults,
      ...exitsMissing,
      ...bare,
    ]),
  ]
  const cells = run.fields.length * every.length
  return {
    format: 1,
    at: run.at.toISOString(),
    seconds: run.seconds,
    commit: run.commit,
    fingerprint: run.fingerprint,
    passed: faults.length === 0 && failed === 0,
    figures: {
      fields: run.fields.length,
      roles: every.length,
      cells,
      cellsCovered: cells - bare.length,
      routes: walk.routes.length,
      routesWalked: walk.walked.length,
      ways: walk.ways,
      waysWalked: walk.waysWalked,
      exits: outputChannelSchema.options.length,
      exitsCovered: outputChannelSchema.options.filter((exit) =>
        every.some((role) => outputs[exit][role] > 0),
      ).length,
      pairs: sum(ofKind(all, 'worlds'), (one) => one.pairs),
      pairsOfMasks: sum(ofKind(all, 'pairs'), (one) => one.pairs),
      answers: sum(ofKind(all, 'worlds'), (one) => one.answers),
      mutants,
      killed,
      tests,
      testsFailed: failed,
    },
    outputs,
    faults: faults.slice(0, most).map((fault) => fault.slice(0, longest)),
    cells: Object.fromEntries(covers),
  }
}
