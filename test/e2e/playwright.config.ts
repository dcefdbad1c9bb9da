import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumProgram } from '../support/stack/browser.ts'

// Node strips the types of these files itself, for a fraction of the processor time of Playwright's own transform.
const typesOnly = ['bff', 'shared', 'test', 'web/dist']

export default defineConfig({
  testDir: '.',
  // Firefox is installed for the long form only.
  testIgnore: process.env.PAYDESK_FULL === '1' ? [] : ['firefox.spec.ts'],
  outputDir: '../results/playwright',
  build: { external: typesOnly.map((folder) => resolve(import.meta.dirname, '../..', folder, '**')) },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Allow for late results on a busy machine: the benchmark measures how soon they come.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    // A proxy in front has a certificate of its own making.
    ignoreHTTPSErrors: process.env.PAYDESK_E2E_PROXY !== undefined,
    // A click that finds nothing ends with its reason before the test's own limit.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: chromiumProgram(), args: [...chromiumFlags] },
    // A new context for each test costs a process that compiles all scripts again. The reset between tests clears
    // cookies, storage, cache, routes and further pages; what it leaves, such as `setOffline`, a test undoes.
    reuseContext: true,
    // Animation frames cost time and prove nothing. A test that needs motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
  },
})
