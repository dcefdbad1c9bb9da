import axe from 'axe-core'
import { expect } from 'vitest'
import { isFullRun } from './run-length.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Test files whose page was examined. The short form examines only the first state that a file asks for. */
const examined = new Set<string>()

/**
 * Asserts that axe finds no violation on the screen. Waits first until dimmed rows of a previous list
 * (`data-old`) are replaced.
 */
export async function expectAccessible(): Promise<void> {
  await expect.poll(() => document.querySelectorAll('[data-old]').length).toBe(0)
  const file = expect.getState().testPath ?? ''
  if (examined.has(file) && !isFullRun) return
  examined.add(file)
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    ),
  ).toEqual([])
}
