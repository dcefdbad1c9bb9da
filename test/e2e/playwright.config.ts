import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumProgram } from '../stack/browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../results/playwright',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: chromiumProgram(), args: [...chromiumFlags] },
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
  },
})
