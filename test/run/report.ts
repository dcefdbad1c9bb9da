import { stripVTControlCharacters } from 'node:util'

/** Results of one suite of any runner. */
export interface SuiteResult {
  readonly ok: boolean
  readonly passed: number
  readonly failed: number
  /** Failures: the test's name and its error, in a line or with lines of the error below it. */
  readonly failures: readonly string[]
  readonly files: readonly FileTime[]
}

interface FileTime {
  readonly suite: string
  readonly file: string
  readonly seconds: number
}

const dearestFiles = 10
const maxErrorLines = 12

export const firstLine = (message = 'no error was given') => message.split('\n')[0] ?? ''

/** First lines of an error without colours, indented: what was awaited stands there, also if a log is cut above. */
export function describeError(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, maxErrorLines)
    .map((line) => `\n    ${line}`)
    .join('')
}

const inSeconds = (seconds: number) => `${seconds.toFixed(1).padStart(8)} s`
const sumOf = (files: readonly FileTime[]) => files.reduce((sum, { seconds }) => sum + seconds, 0)

/** Formats the times of the suites, the slowest files and, last, the counts of passed and failed tests. */
export function reportLines(
  results: readonly SuiteResult[],
  stages: readonly [name: string, ms: number][],
): string[] {
  const files = results.flatMap((one) => one.files).sort((a, b) => b.seconds - a.seconds)
  const total = sumOf(files)
  const suites = [...new Set(files.map(({ suite }) => suite))].map((suite) => {
    const own = files.filter((one) => one.suite === suite)
    return [suite, own.length, sumOf(own)] as const
  })
  const count = (which: 'passed' | 'failed') => results.reduce((sum, one) => sum + one[which], 0)
  return [
    ...results.flatMap((one) => one.failures).map((failure) => `failed: ${failure}`),
    '',
    'Stages (wall time):',
    ...stages.map(([name, ms]) => `${inSeconds(ms / 1_000)}  ${name}`),
    '',
    'Suites (wall time of their files, which run beside each other):',
    ...suites
      .sort(([, , a], [, , b]) => b - a)
      .map(([suite, count, seconds]) => `${inSeconds(seconds)}  ${suite}, ${count} files`),
    '',
    `The ${dearestFiles} dearest files, with their share of all:`,
    ...files
      .slice(0, dearestFiles)
      .map(
        ({ suite, file, seconds }) =>
          `${inSeconds(seconds)}  ${((seconds / total) * 100).toFixed(1).padStart(4)} %  ${suite}  ${file}`,
      ),
    '',
    `${count('passed')} passed, ${count('failed')} failed`,
  ]
}
