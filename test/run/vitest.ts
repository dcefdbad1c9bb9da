import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { startVitest, type TestModule } from 'vitest/node'
import { runProgram } from './program.ts'
import { firstLine, type SuiteResult } from './report.ts'

function failuresOf(module: TestModule): string[] {
  const file = module.relativeModuleId
  const own = module.errors().map(({ message }) => `${file}: ${firstLine(message)}`)
  // Report failed set-ups, too: they count as no failed test.
  const setUps = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => `${file} > ${suite.fullName}: ${firstLine(message)}`),
  )
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${file} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`,
  )
  return [...own, ...setUps, ...tests]
}

/** Runs projects of `vitest.config.ts`, or those of their files whose path contains one of `paths`. */
export async function runVitest(
  root: string,
  projects: readonly string[],
  paths: readonly string[] = [],
): Promise<SuiteResult> {
  const runner = await startVitest('test', [...paths], {
    root,
    run: true,
    watch: false,
    reporters: ['default'],
    project: [...projects],
    passWithNoTests: paths.length > 0,
  })
  const modules = runner.state.getTestModules()
  const outside = runner.state.getUnhandledErrors() as readonly { message?: string }[]
  await runner.close()
  const count = (state: 'passed' | 'failed') =>
    modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0)
  const failures = [
    ...modules.flatMap(failuresOf),
    ...outside.map(({ message }) => `outside of any test: ${firstLine(message)}`),
  ]
  return {
    ok: !process.exitCode && failures.length === 0,
    passed: count('passed'),
    failed: count('failed'),
    failures,
    files: modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic()
      return {
        suite: module.project.name,
        file: module.relativeModuleId,
        seconds: (duration + collectDuration + setupDuration) / 1_000,
      }
    }),
  }
}

/** Part of vitest's JSON report that is read. Times in milliseconds since 1970. */
interface JsonReport {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly message: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * Runs one project, or those of its files whose path contains one of `paths`, in a process of its own, in
 * parallel with projects that vitest would put into another group.
 */
export async function runVitestBeside(
  root: string,
  project: string,
  paths: readonly string[] = [],
): Promise<SuiteResult> {
  const folder = join(root, 'test/results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${project}.json`)
  const { ok } = await runProgram(
    root,
    'node_modules/.bin/vitest',
    [
      ...['run', '--project', project, ...paths, ...(paths.length > 0 ? ['--passWithNoTests'] : [])],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ],
    {},
    'inherit',
  )
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  return {
    ok: ok && report.success,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed')
      const path = relative(root, name)
      if (status === 'failed' && failed.length === 0) return [`${path}: ${firstLine(message)}`]
      return failed.map((one) => `${path} > ${one.fullName}: ${firstLine(one.failureMessages[0])}`)
    }),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      suite: project,
      file: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    })),
  }
}
