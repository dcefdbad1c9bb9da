import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take a minute and more begin first: whichever begins last is waited for with idle hands. */
const longest =
  /\/(rereads\/(workers|model)|masking\/(traces|worlds-state|worlds-identity)|contract\/(live|live-instances|operator-actions|import-command|imports|export|review-claims))\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files.filter(({ moduleId }) => !longest.test(moduleId)))
    return [...files.filter(({ moduleId }) => longest.test(moduleId)), ...others]
  }
}

// Much of the time of these suites is waiting: three at once, also on a machine of two cores.
const node = {
  environment: 'node',
  // No promise about time: a machine may be ten times as slow as another one.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  maxWorkers: 3,
  // Whatever is waited for may come late on a busy machine; how soon it comes is the benchmark's question.
  expect: { poll: { timeout: 10_000 } },
} as const
// Files of these share the modules they load: none replaces one, and the product keeps nothing in them.
const shared = { ...node, isolate: false } as const
// The masking proof is run on any machine, and tells time in its result instead.
const patience = process.env.PAYDESK_PROOF_EVIDENCE === undefined ? 1 : 3

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      'test/web/vitest.config.ts',
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['shared/src/**/*.test.ts', 'bff/src/**/*.test.ts'],
          globalSetup: 'test/stack/postgres-setup.ts',
        },
      },
      { test: { ...node, name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      { test: { ...node, name: 'sandbox', include: ['test/sandbox/**/*.test.ts'] } },
      { test: { ...node, name: 'process', include: ['test/process/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'durability',
          include: ['test/durability/**/*.test.ts'],
          globalSetup: 'test/stack/postgres-setup.ts',
          // One run at a time and alone: each of them measures.
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...shared,
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          globalSetup: 'test/stack/postgres-setup.ts',
        },
      },
      {
        test: {
          ...node,
          name: 'masking',
          // Whole walks by many people happen before the tests.
          hookTimeout: 240_000 * patience,
          testTimeout: 120_000 * patience,
          include: ['test/masking/**/*.test.ts'],
          globalSetup: 'test/stack/postgres-setup.ts',
        },
      },
    ],
  },
})
