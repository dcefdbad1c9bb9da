import axe from 'axe-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No finding of axe on what is on screen now, once the rows before have gone that stay, dimmed, until others are there. */
export async function expectAccessible(): Promise<void> {
  await expect.poll(() => document.querySelectorAll('[data-old]').length).toBe(0)
  const { violations } = await axe.run(document, { runOnly: rules })
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    ),
  ).toEqual([])
}
