import { defineConfig } from 'vitest/config'
import { plantPlugin } from './test/plants/plant-plugin.ts'
const node = { environment: 'node', testTimeout: 120_000, hookTimeout: 180_000, maxWorkers: 1, expect: { poll: { timeout: 30_000 } }, fsModuleCache: true, isolate: false } as const
export default defineConfig({
  test: {
    globalSetup: 'test/stack/database-setup.ts',
    projects: [ { plugins: plantPlugin(), test: { ...node, name: 'contract', include: ['test/contract/**/*.test.ts'], setupFiles: ['./measure.setup.ts'] } } ],
  },
})
