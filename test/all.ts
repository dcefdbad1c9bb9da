import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest, type TestModule } from 'vitest/node'

/** Runs every suite one after the other, then says how many tests passed; the exit code is theirs. */
const root = join(import.meta.dirname, '..')
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })

interface Ran {
  readonly ok: boolean
  readonly passed: number
  readonly failed: number
  /** By name whatever made it fail, with the first line of its error. */
  readonly reasons: readonly string[]
}

/** As much as is read of Playwright's JSON report. */
interface PlaywrightSuite {
  readonly specs?: readonly { readonly ok: boolean; readonly file: string; readonly title: string }[]
  readonly suites?: readonly PlaywrightSuite[]
}
interface PlaywrightResult {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly { readonly message?: string }[]
}

const firstLine = (message = 'no error was given') => message.split('\n')[0] ?? ''

function unexpected(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${spec.file} > ${spec.title}`)
  return [...own, ...(suite.suites ?? []).flatMap(unexpected)]
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const bin = join(root, 'test/node_modules/.bin', program)
  const { status } = spawnSync(bin, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

function ofModule(module: TestModule): string[] {
  const file = module.relativeModuleId
  const own = module.errors().map(({ message }) => `${file}: ${firstLine(message)}`)
  // A set-up that fails counts no failed test.
  const setUps = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => `${file} > ${suite.fullName}: ${firstLine(message)}`),
  )
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${file} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`,
  )
  return [...own, ...setUps, ...tests]
}

async function vitest(): Promise<Ran> {
  const runner = await startVitest('test', [], { root, run: true, watch: false, reporters: ['default'] })
  const modules = runner.state.getTestModules()
  const outside = runner.state.getUnhandledErrors() as readonly { message?: string }[]
  await runner.close()
  const count = (state: 'passed' | 'failed') =>
    modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0)
  const reasons = [
    ...modules.flatMap(ofModule),
    ...outside.map(({ message }) => `outside of any test: ${firstLine(message)}`),
  ]
  return { ok: !process.exitCode, passed: count('passed'), failed: count('failed'), reasons }
}

function playwright(): Ran {
  const file = join(results, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const ok = run(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    env,
  )
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightResult
  const reasons = [...suites.flatMap(unexpected), ...errors.map(({ message }) => firstLine(message))]
  return { ok, passed: stats.expected, failed: stats.unexpected + stats.flaky, reasons }
}

const ran = [await vitest(), playwright()]
const passed = ran.reduce((sum, one) => sum + one.passed, 0)
const failed = ran.reduce((sum, one) => sum + one.failed, 0)
for (const reason of ran.flatMap((one) => one.reasons)) console.log(`failed: ${reason}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(ran.every((one) => one.ok) && failed === 0 ? 0 : 1)
