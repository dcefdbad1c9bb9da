import { defineConfig } from 'vitest/config'

// Much of the time of these suites is waiting: three at once, also on a machine of two cores.
const node = { environment: 'node', testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 3 } as const
// The masking proof is run on any machine, and tells time in its result instead.
const patience = process.env.PAYDESK_PROOF_EVIDENCE === undefined ? 1 : 10

export default defineConfig({
  test: {
    projects: [
      'test/web/vitest.config.ts',
      {
        test: {
          ...node,
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
          ...node,
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
          testTimeout: 30_000 * patience,
          include: ['test/masking/**/*.test.ts'],
          globalSetup: 'test/stack/postgres-setup.ts',
        },
      },
    ],
  },
})
