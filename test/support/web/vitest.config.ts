import { resolve } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { plantPlugin } from '../../plants/plant-plugin.ts'
import { chromiumFlags, chromiumProgram } from '../stack/browser.ts'

const here = import.meta.dirname
const root = resolve(here, '../../..')
const react = resolve(root, 'web/node_modules')

// Makes the frame of the tests transparent, so that the browser paints nothing: its drawing process has a quarter of the
// work. Tests read elements, sizes and the pixels of canvases; focus, pointer and axe know only the document in the frame.
const hideFrame = `document.head.append(
  Object.assign(document.createElement('style'), { textContent: 'iframe[data-vitest] { opacity: 0 }' }),
)`

export default defineConfig({
  root,
  plugins: plantPlugin(),
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    // Resolves React from `web/`, so that the JSX of the tests uses the copy of the application.
    alias: [{ find: /^(react|react-dom)(\/.*)?$/, replacement: `${react}/$1$2` }],
  },
  server: { fs: { allow: [root] } },
  test: {
    name: 'web',
    // Share the page and its loaded modules between files: each test removes what it rendered.
    isolate: false,
    // Use a separate group, because this project runs one file at a time.
    sequence: { groupOrder: 1 },
    provide: {
      isFullRun: process.env.PAYDESK_FULL === '1',
      answerDelayMs: Number(process.env.PAYDESK_TEST_DELAY_MS ?? 0),
    },
    include: ['web/src/**/*.test.ts', 'web/src/**/*.test.tsx'],
    setupFiles: [resolve(here, 'light-react.ts'), resolve(here, 'page-setup.ts')],
    // Limits that only end hanging tests: a machine may be ten times slower than another.
    // A run with a planted bug is meant to fail, so that it waits less.
    testTimeout: process.env.TEST_PLANT === undefined ? 120_000 : 30_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: process.env.TEST_PLANT === undefined ? 30_000 : 5_000 } },
    // Run one file at a time: focus and clipboard belong to one window.
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      // Ends the whole run without a test: a busy machine needs more than the minute that vitest allows.
      connectTimeout: 300_000,
      provider: playwright({
        // Ends a click on a control that is missing or covered as early as an expectation, with the reason.
        actionTimeout: process.env.TEST_PLANT === undefined ? 30_000 : 5_000,
        launchOptions: { executablePath: chromiumProgram(), args: [...chromiumFlags] },
        // Reduce motion: animation frames cost time and prove nothing. A test that needs motion asks for it.
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
      }),
      orchestratorScripts: [{ content: hideFrame }],
      instances: [{ browser: 'chromium' }],
    },
  },
})
