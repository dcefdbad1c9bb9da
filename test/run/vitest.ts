import { startVitest, type TestModule } from 'vitest/node'
import { firstLine, type SuiteResult } from './report.ts'

function failuresOf(module: TestModule): string[] {
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

/** Runs projects of `vitest.config.ts`, or those of their files whose path holds one of `paths`. */
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
