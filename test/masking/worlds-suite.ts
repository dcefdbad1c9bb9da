import { wanted as asked, patient } from '@paydesk/bff/access/evidence.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Stack, startStack } from '../stack/start.ts'
import { nameOf } from './oracle.ts'
import { makeCustomer, type RecordName, type Wanted } from './records.ts'
import { cellsOf, compare, type Eyes, type Figures, openEyes } from './worlds.ts'

interface Series {
  readonly record: RecordName
  readonly words: string
  readonly wanted: Omit<Wanted, 'seed'>
  readonly many: number
}

/** Tests that whatever is hidden changes no byte of any answer; `what` names the figures that are printed. */
export function worldsSuite(
  what: string,
  series: readonly Series[],
  more?: (at: () => { stack: Stack; eyes: Eyes; figures: Figures }) => void,
): void {
  const figures: Figures = { cells: 0, pairs: 0, answers: 0 }
  let stack: Stack
  let eyes: Eyes

  beforeAll(async () => {
    stack = await startStack()
    eyes = await openEyes(stack)
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
      // More worlds than usual take longer in proportion.
      { timeout: patient(30_000) * Math.ceil(asked('pairs', many) / many) },
      async (_path, _sees, _who, cell) => {
        expect(await compare(stack, eyes, cell, { many, wanted, figures, isKept: true })).toEqual([])
      },
    )
  })

  more?.(() => ({ stack, eyes, figures }))
}
