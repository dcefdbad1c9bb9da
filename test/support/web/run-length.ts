import { inject, type TestAPI, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** True in the long form of the tests, as `run-length.test-kit.ts` defines it for the tests in node. */
    isFullRun: boolean
  }
}

export const isFullRun = inject('isFullRun')

/** Registers a test for `pnpm test:full` only: a further case of behaviour that its file already tests. */
export const longTest: ReturnType<TestAPI['runIf']> = test.runIf(isFullRun)

/** First `count` rows of a test table in `pnpm test`, all rows in the long form. */
export function firstRows<T extends [unknown, ...unknown[]]>(count: number, rows: readonly T[]): readonly T[]
export function firstRows<T>(count: number, rows: readonly T[]): readonly T[]
export function firstRows<T>(count: number, rows: readonly T[]): readonly T[] {
  return isFullRun ? rows : rows.slice(0, count)
}
