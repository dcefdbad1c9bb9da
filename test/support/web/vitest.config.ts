import { resolve } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { plantPlugin } from '../../plants/plant-plugin.ts'
import { chromiumFlags, chromiumProgram } from '../stack/browser.ts'
import { placeWorker } from './worker-file.ts'

const here = import.meta.dirname
const root = resolve(here, '../../..')
const react = resolve(root, 'web/node_modules')

export default defineConfig({
  root,
  plugins: plantPlugin(),
  publicDir: placeWorker(resolve(here, 'public')),
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    // The one React of the application, also for the tests' own JSX.
    alias: [{ find: /^(react|react-dom)(\/.*)?$/, replacement: `${react}/$1$2` }],
  },
  server: { fs: { allow: [root] } },
  test: {
    name: 'web',
    // Files share the page and the modules that it loaded: each test removes what it rendered.
    isolate: false,
    // A group of its own, because it runs one file at a time.
    sequence: { groupOrder: 1 },
    provide: { isFullRun: process.env.PAYDESK_FULL === '1' },
    include: ['web/src/**/*.test.ts', 'web/src/**/*.test.tsx'],
    setupFiles: [resolve(here, 'light-react.ts'), resolve(here, 'page-setup.ts')],
    // These limits only end what hangs: a machine may be ten times as slow as another.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One page at a time: focus and clipboard belong to one window.
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: chromiumProgram(), args: [...chromiumFlags] },
        // Movement is painted many times a second and proves nothing: where it matters, a test asks for it.
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
