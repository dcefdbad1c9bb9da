import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './program.ts'
import { describeError, firstLine, type SuiteResult } from './report.ts'

/** Part of Playwright's JSON report that is read. */
interface PlaywrightSuite {
  readonly file?: string
  readonly specs?: readonly {
    readonly ok: boolean
    readonly file: string
    readonly title: string
    readonly tests: readonly { readonly results: readonly PlaywrightResult[] }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}
interface PlaywrightResult {
  readonly duration: number
  readonly errors: readonly { readonly message?: string }[]
}
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly { readonly message?: string }[]
}

type Spec = NonNullable<PlaywrightSuite['specs']>[number]

function specsOf(suite: PlaywrightSuite): readonly Spec[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

const resultsOf = (spec: Spec) => spec.tests.flatMap(({ results }) => results)

const millisecondsOf = (spec: Spec) => resultsOf(spec).reduce((sum, { duration }) => sum + duration, 0)

function describeFailure(spec: Spec): string {
  const errors = resultsOf(spec).flatMap((one) => one.errors)
  return `${spec.file} > ${spec.title}${errors.map(({ message = '' }) => describeError(message)).join('')}`
}

/** Runs the flows of `test/e2e` in the browser, with the pages that were built before. */
export async function runPlaywright(root: string): Promise<SuiteResult> {
  const folder = join(root, 'test/results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'playwright.json')
  // Remove the report of an earlier run, which would be taken for that of a run that died.
  rmSync(file, { force: true })
  const { ok } = await runProgram(
    root,
    'test/node_modules/.bin/playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    // Each worker loads the whole product: types are stripped once, not by every worker.
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file, NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compiled') },
    'inherit',
  )
  if (!existsSync(file)) {
    const failures = ['Playwright ended without a report.']
    return { ok: false, passed: 0, failed: 0, failures, files: [] }
  }
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const specs = suites.flatMap(specsOf)
  const files = [...new Set(specs.map((spec) => spec.file))].map((name) => ({
    suite: 'browser',
    file: `test/e2e/${name}`,
    seconds:
      specs.filter((spec) => spec.file === name).reduce((sum, spec) => sum + millisecondsOf(spec), 0) / 1_000,
  }))
  return {
    ok,
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: [
      ...specs.filter((spec) => !spec.ok).map(describeFailure),
      ...errors.map(({ message }) => firstLine(message)),
    ],
    files,
  }
}
