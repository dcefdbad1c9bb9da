import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs every suite one after the other, then says how many tests passed; the exit code is theirs. */
const root = join(import.meta.dirname, '..')
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })

interface Counts {
  readonly passed: number
  readonly failed: number
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const bin = join(root, 'test/node_modules/.bin', program)
  const { status } = spawnSync(bin, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

function vitest(): Counts & { ok: boolean } {
  const file = join(results, 'vitest.json')
  const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
  return { ok, passed: numPassedTests, failed: numFailedTests }
}

function playwright(): Counts & { ok: boolean } {
  const file = join(results, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const ok = run(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    env,
  )
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return { ok, passed: stats.expected, failed: stats.unexpected + stats.flaky }
}

const ran = [vitest(), playwright()]
const passed = ran.reduce((sum, one) => sum + one.passed, 0)
const failed = ran.reduce((sum, one) => sum + one.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(ran.every((one) => one.ok) && failed === 0 ? 0 : 1)
