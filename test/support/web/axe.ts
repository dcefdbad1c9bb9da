import axe from 'axe-core'
import { expect } from 'vitest'
import { isFullRun } from './run-length.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Files whose page was examined: the short form examines the first state that a file asks about. */
const examined = new Set<string>()

/** No finding of axe on what is on screen now, once the rows before have gone that stay, dimmed, until others are there. */
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
