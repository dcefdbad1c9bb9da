import axe from 'axe-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No finding of axe on what is on screen now. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, { runOnly: rules })
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    ),
  ).toEqual([])
}
