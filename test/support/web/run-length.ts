import { inject, type TestAPI, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** True in the long form of the tests, as `run-length.test-kit.ts` defines it for the tests in node. */
    isFullRun: boolean
  }
}

export const isFullRun = inject('isFullRun')

/** Registers a test that only `pnpm test:full` runs: a further case of what another test of its file proves. */
export const longTest: ReturnType<TestAPI['runIf']> = test.runIf(isFullRun)

/** The first rows of a table in `pnpm test`, all of them in the long form. */
export function firstRows<T extends [unknown, ...unknown[]]>(count: number, rows: readonly T[]): readonly T[]
export function firstRows<T>(count: number, rows: readonly T[]): readonly T[]
export function firstRows<T>(count: number, rows: readonly T[]): readonly T[] {
  return isFullRun ? rows : rows.slice(0, count)
}
