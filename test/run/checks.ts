import { runProgram } from './program.ts'

type Check = readonly [name: string, program: string, args: readonly string[]]

const lint: Check = ['lint', 'oxlint', ['--type-aware', '--deny-warnings']]

/** Checks of types and lint on their own: types that did not change are not checked again. */
export const separateTypes: readonly Check[] = [
  // Use one checker: several repeat each other's work, and four take three times the processor time of one.
  ['types', 'tsc', ['-b', '--checkers', '1']],
  lint,
]

/** Checks of types within lint, which reads all types in any case: for a clone without results of an earlier check. */
export const typesWithinLint: readonly Check[] = [['types and lint', lint[1], [...lint[2], '--type-check']]]

const otherChecks: readonly Check[] = [
  ['format and lint', 'biome', ['ci', '.']],
  ['unused code', 'knip', []],
  ['architecture', 'vitest', ['run', '--project', 'architecture']],
]

/**
 * Runs the static checks in parallel, `tsc` and `oxlint` with a garbage collection that runs less often
 * (`GOGC`: a fifth less processor time for a tenth more memory). Prints the output of those that fail;
 * returns their times in milliseconds.
 */
export async function runChecks(
  root: string,
  checksOfTypes: readonly Check[],
): Promise<{ ok: boolean; stages: [name: string, ms: number][] }> {
  const results = await Promise.all(
    [...checksOfTypes, ...otherChecks].map(async ([name, program, args]) => ({
      name,
      ...(await runProgram(root, `node_modules/.bin/${program}`, args, { GOGC: '400' })),
    })),
  )
  for (const { name, ok, output } of results) if (!ok) console.error(`\n${name} failed:\n${output}`)
  return { ok: results.every(({ ok }) => ok), stages: results.map(({ name, ms }) => [name, ms]) }
}
