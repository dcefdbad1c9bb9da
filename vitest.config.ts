import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isFullRun } from './bff/src/platform/runtime/run-length.test-kit.ts'
import { plantPlugin } from './test/plants/plant-plugin.ts'

/** Start the slowest files first to shorten the critical path. */
const longest =
  /\/(sync\/(workers|model)|masking\/(traces|worlds-state|worlds-identity)|contract\/(live|live-instances|operator-actions|import-command|imports|export|review-claims))\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files.filter(({ moduleId }) => !longest.test(moduleId)))
    return [...files.filter(({ moduleId }) => longest.test(moduleId)), ...others]
  }
}

// Planted bugs change what is loaded: those runs neither read nor write the cache of transformed modules.
const isPlanted = process.env.PAYDESK_PLANT !== undefined

// Much of the time of these suites is waiting: three workers also on a machine of two cores.
const node = {
  environment: 'node',
  // These limits only end what hangs: a machine may be ten times as slow as another.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  maxWorkers: 3,
  expect: { poll: { timeout: 30_000 } },
  fsModuleCache: !isPlanted,
} as const
// Files share the modules they load: no test replaces a module, and the product keeps no state in one.
const sharedModules = { ...node, isolate: false } as const
// The masking proof is run on any machine, and reports its time in its result instead.
const proofFactor = process.env.PAYDESK_PROOF_EVIDENCE === undefined ? 1 : 3

// `pnpm test:unit` starts in less time without the projects that it does not run.
const isUnitOnly = process.env.PAYDESK_TEST_POSTGRES === 'off'

const unit = {
  plugins: plantPlugin(),
  test: {
    ...sharedModules,
    name: 'unit',
    // A fifth less processor time than with processes; beside other projects all share one pool.
    ...(isUnitOnly ? { pool: 'threads' as const } : {}),
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
              // The long runs measure: one at a time and alone. The short ones wait for events only.
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
              // Whole walks by many people happen before the tests.
              hookTimeout: 900_000 * proofFactor,
              testTimeout: 600_000 * proofFactor,
              include: ['test/masking/**/*.test.ts'],
            },
          },
        ],
  },
})
