import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Plant } from './plant.ts'

/** Part of vitest's JSON report that is read. */
const json = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

interface TestResult {
  readonly file: string
  readonly fullName: string
  readonly status: string
  /** Set if an expectation failed, as opposed to an error that was thrown elsewhere. */
  readonly byAssertion: boolean
  readonly message: string
}

export interface TestReport {
  readonly tests: readonly TestResult[]
  /** Files that failed without a failed test: they could not be loaded, or a set-up failed. */
  readonly brokenFiles: readonly string[]
}

export type PlantOutcome = { readonly caught: true } | { readonly caught: false; readonly why: string }

/**
 * Matches messages of failed assertions: of vitest, a matcher for elements or promises, a polled value,
 * a missing element, a property.
 */
const assertion =
  /^(AssertionError|Error: expect\(|Error: expected |Error: Cannot find element |Error: promise (?:resolved|rejected) |VitestBrowserElementError|Error: Property failed)/

const root = resolve(import.meta.dirname, '../..')
const firstLine = (text: string) => text.split('\n')[0] ?? ''

function parseReport(text: string): TestReport {
  const files = json.parse(JSON.parse(text)).testResults
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }): TestResult => {
      // Remove colours, which matchers of elements add.
      const messages = (failureMessages ?? []).map(stripVTControlCharacters)
      return {
        file: relative(root, name),
        fullName,
        status,
        byAssertion: messages.some((one) => assertion.test(one)),
        message: firstLine(messages[0] ?? ''),
      }
    }),
  )
  const brokenFiles = files
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
    )
    .map(({ name, message = '' }) => `${relative(root, name)}: ${firstLine(message)}`)
  return { tests, brokenFiles }
}

/** Reads the report of a run; null if the run wrote none. */
export function readReport(file: string): TestReport | null {
  try {
    return parseReport(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Selects the results of the test that must catch a plant; tests that did not run are left out. The report
 * joins the titles of nested tests by a space, the filter of the command line by ` > `.
 */
export function testsOf(report: TestReport, { test, title = '' }: Plant): readonly TestResult[] {
  const reportTitle = title.replaceAll(' > ', ' ')
  return report.tests.filter(
    ({ file, fullName, status }) =>
      file === test && fullName.includes(reportTitle) && (status === 'passed' || status === 'failed'),
  )
}
