import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isFullRun } from './bff/src/platform/runtime/run-length.test-kit.ts'
import { plantPlugin } from './test/plants/plant-plugin.ts'

/** Start the slowest files first to shorten the critical path. */
const longest =
  /\/(traces|operator-actions|requests-answers|import-command|break-glass|live-updates|imports|listed-sessions|decision-races|return-page|review-bulk|workers|model)\.test\.ts$|\/durability\/payment-requests\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files.filter(({ moduleId }) => !longest.test(moduleId)))
    return [...files.filter(({ moduleId }) => longest.test(moduleId)), ...others]
  }
}

// Disables the cache of transformed modules for runs with a planted bug, because those load changed sources.
const isPlanted = process.env.TEST_PLANT !== undefined

// Options of all Node projects. Four workers even on two cores, because these suites mostly wait. Six need a fifth
// more processor time for the same files, three leave more of it unused.
const node = {
  environment: 'node',
  // Collects short-lived objects more rarely: a twentieth less processor time.
  execArgv: ['--max-semi-space-size=64'] as string[],
  // Limits that only end hanging tests: a machine may be ten times slower than another.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  maxWorkers: 4,
  expect: { poll: { timeout: 30_000 } },
  fsModuleCache: !isPlanted,
} as const
// Share loaded modules between files: no test replaces a module, and the product keeps no state in a module.
const sharedModules = { ...node, isolate: false } as const
// Factor for the time limits of the masking proof. The long form and a run with PAYDESK_PROOF_EVIDENCE, which reports
// its duration in the result, may use any machine.
const proofFactor = process.env.PAYDESK_PROOF_EVIDENCE === undefined && !isFullRun ? 1 : 3

// True for `pnpm test:unit`, which starts faster without the projects that it does not run.
const isUnitOnly = process.env.PAYDESK_TEST_TIER === 'unit'

const unit = {
  plugins: plantPlugin(),
  test: {
    ...sharedModules,
    name: 'unit',
    // Use threads: a fifth less processor time than processes. In a run with several projects all share one
    // pool. A thread takes no options of the garbage collection.
    ...(isUnitOnly ? { pool: 'threads' as const, execArgv: [] } : {}),
    include: ['shared/src/**/*.test.ts', 'bff/src/**/*.test.ts'],
  },
}
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/support/stack/database-setup.ts',
    projects: isUnitOnly
      ? [unit]
      : [
          'test/support/web/vitest.config.ts',
          unit,
          { test: { ...node, name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
          { test: { ...sharedModules, name: 'sandbox', include: ['test/sandbox/**/*.test.ts'] } },
          {
            plugins: plantPlugin(),
            test: { ...node, name: 'process', include: ['test/process/**/*.test.ts'] },
          },
          {
            plugins: plantPlugin(),
            test: {
              ...sharedModules,
              name: 'durability',
              include: ['test/durability/**/*.test.ts'],
              // Run long durability tests alone and one at a time, because they measure. Short runs only wait
              // for events.
              ...(isFullRun ? { maxWorkers: 1, fileParallelism: false, sequence: { groupOrder: 2 } } : {}),
            },
          },
          {
            plugins: plantPlugin(),
            test: { ...sharedModules, name: 'contract', include: ['test/contract/**/*.test.ts'] },
          },
          {
            plugins: plantPlugin(),
            test: {
              ...sharedModules,
              name: 'masking',
              // Allow for the hooks that walk through the whole product as many users before the tests.
              hookTimeout: 900_000 * proofFactor,
              testTimeout: 600_000 * proofFactor,
              include: ['test/masking/**/*.test.ts'],
            },
          },
        ],
  },
})
