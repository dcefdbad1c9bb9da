import { choosePairCount as asked } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOn } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { nameOf } from './oracle.ts'
import { type CustomerOptions, makeCustomer, type RecordName } from './records.ts'
import {
  type ComparisonFigures,
  cellsOf,
  compareWorlds,
  signInEveryRole,
  type VisitorsByRole,
} from './worlds.ts'

interface Series {
  readonly record: RecordName
  readonly text: string
  readonly wanted: Omit<CustomerOptions, 'seed'>
  readonly many: number
}

/**
 * Tests over HTTP that a hidden value changes no byte of any answer; `what` names the printed figures. Only
 * the long form compares cell by cell: `pnpm test` does that in process, and compares over HTTP with all
 * hidden values changed at once.
 */
export function worldsSuite(
  what: string,
  series: readonly Series[],
  more?: (at: () => { stack: Stack; eyes: VisitorsByRole; figures: ComparisonFigures }) => void,
): void {
  describe.runIf(isFullRun || more !== undefined)(`two worlds, ${what}`, () => {
    const figures: ComparisonFigures = { cells: 0, pairs: 0, answers: 0 }
    let stack: Stack
    let eyes: VisitorsByRole

    beforeAll(async () => {
      stack = await startOn('embedded')
      eyes = await signInEveryRole(stack)
    })
    afterAll(async () => {
      await stack.stop()
      console.log(
        `two worlds, ${what}: ${figures.cells} cells, ${figures.pairs} pairs of worlds, ${figures.answers} answers compared`,
      )
    })

    describe.each(series)('$record $words', ({ record, wanted, many }) => {
      const cells = cellsOf(record, makeCustomer({ seed: 1, ...wanted }))
      it.each(cells.map((cell) => [cell.path, nameOf(cell.sees), cell.roles.join(', '), cell] as const))(
        'worlds that differ in %s (%s) look the same to %s',
        // Scale the time limit with the number of worlds.
        { timeout: 600_000 * Math.ceil(asked('pairs', many) / many) },
        async (_path, _sees, _who, cell) => {
          expect(await compareWorlds(stack, eyes, cell, { many, wanted, figures, isKept: true })).toEqual([])
        },
      )
    })

    more?.(() => ({ stack, eyes, figures }))
  })
}
