import { join } from 'node:path'
import { fieldTests, testPaths } from './areas.ts'
import { runChecks, separateTypes, typesWithinLint } from './checks.ts'
import { runPlaywright } from './playwright.ts'
import { runProgram } from './program.ts'
import { reportLines, type SuiteResult } from './report.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { runVitest, runVitestBeside } from './vitest.ts'

/**
 * Runs one tier of the tests, as `docs/testing.md` describes them:
 * `check`, `unit [area]`, `feature <area> [both]`, `field`, `all` (`pnpm test`) or `full` (`pnpm test:full`).
 * `feature` uses the embedded database alone, unless `both` is given.
 * Prints times and counts last; the exit code is 0 only if everything passed.
 */
const root = join(import.meta.dirname, '../..')
const begun = performance.now()
const [tier = '', area, databases] = process.argv.slice(2)
const stages: [name: string, ms: number][] = []
const results: SuiteResult[] = []

/** Runs one stage and records its wall time in milliseconds. */
async function runStage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  try {
    return await work()
  } finally {
    stages.push([name, performance.now() - from])
  }
}

function finish(ok: boolean): never {
  stages.push(['in all', performance.now() - begun])
  console.log(reportLines(results, stages).join('\n'))
  process.exit(ok && results.every((one) => one.ok) ? 0 : 1)
}

async function buildPages(): Promise<void> {
  const build = await runStage('build', () =>
    runProgram(root, 'web/node_modules/.bin/vite', ['build', 'web']),
  )
  if (build.ok) return
  console.error(`\nThe build of the pages failed:\n${build.output}`)
  finish(false)
}

/** Ends the whole run as soon as the checks have failed. */
async function runChecksOrEnd(): Promise<void> {
  const { ok } = await runStage('checks', () => runChecks(root, typesWithinLint))
  if (!ok) finish(false)
}

/**
 * Runs the suites and the checks in parallel, so that no processor waits for the last test of one kind. The component
 * tests need no build, so they start beside it; the rest starts when the pages are built.
 */
async function runSuites(): Promise<void> {
  const components = runStage('component tests', () => runVitestBeside(root, 'web'))
  await buildPages()
  const checks = runChecksOrEnd()
  const node = ['unit', 'sandbox', 'process', 'contract', 'masking', 'durability']
  results.push(
    ...(await Promise.all([
      runStage('suites in node', () => runVitest(root, node)),
      components,
      runStage('browser flows', () => runPlaywright(root)),
    ])),
  )
  await checks
}

switch (tier) {
  case 'check': {
    const { ok, stages: times } = await runChecks(root, separateTypes)
    for (const [name, ms] of times) console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`)
    process.exit(ok ? 0 : 1)
    break
  }
  case 'unit':
    makeTemporaryFolder()
    process.env.PAYDESK_TEST_TIER = tier
    process.env.PAYDESK_TEST_POSTGRES = 'off'
    results.push(await runVitest(root, ['unit'], area === undefined ? [] : testPaths(root, area)))
    break
  case 'feature': {
    makeTemporaryFolder()
    if (databases !== 'both') process.env.PAYDESK_TEST_POSTGRES = 'off'
    const paths = testPaths(root, area ?? '')
    results.push(
      ...(await Promise.all([
        runVitest(root, ['unit', 'contract'], paths),
        runVitestBeside(root, 'web', paths),
      ])),
    )
    break
  }
  case 'field':
    makeTemporaryFolder()
    process.env.PAYDESK_TEST_POSTGRES = 'off'
    results.push(
      ...(await Promise.all([
        runVitest(root, ['unit', 'contract', 'masking'], fieldTests.node),
        runVitestBeside(root, 'web', fieldTests.web),
      ])),
    )
    break
  case 'full':
    process.env.PAYDESK_FULL = '1'
    makeTemporaryFolder()
    await runSuites()
    break
  case 'all':
    makeTemporaryFolder()
    await runSuites()
    break
  default:
    console.error('Say which tests: check, unit [area], feature <area>, field, all or full.')
    process.exit(64)
}
finish(true)
