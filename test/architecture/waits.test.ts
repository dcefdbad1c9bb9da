import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { isTest, type SourceFile, sourcesOf } from './sources.ts'

/** Least limit of a wait for an event, and of a test (ms): limits only end what hangs, on slow machines too. */
const least = { wait: 20_000, test: 120_000 } as const

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Returns the name that a call begins with, such as `it` of `it.each(rows)('…')`, and the name of what is called. */
function namesOf(callee: unknown, called = ''): { root: string; called: string } {
  if (!isNode(callee)) return { root: '', called }
  if (callee.type === 'CallExpression') return namesOf(callee.callee, called)
  const { property } = callee
  if (callee.type === 'MemberExpression')
    return namesOf(callee.object, called || (isNode(property) ? String(property.name) : ''))
  return { root: String(callee.name), called: called || String(callee.name) }
}

/** Returns the `timeout` of an object that is written out; null if it has none. */
function timeoutIn(options: Node): number | null {
  for (const { key, value } of nodesOf(options.properties))
    if (isNode(key) && key.name === 'timeout' && isNode(value) && typeof value.value === 'number')
      return value.value
  return null
}

/** Finds the waits and tests in a source that a slow machine can fail. */
function findShortLimits({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'CallExpression') {
      const { root, called } = namesOf(value.callee)
      const options = nodesOf(value.arguments)
      if (root === 'vi' && /^wait(?:For|Until)$/.test(called) && options.length < 2)
        found.push(`${called} without a limit waits a second: use expect.poll`)
      const limit = /^(?:it|test|describe|longTest)$/.test(root) ? least.test : least.wait
      for (const option of options) {
        const timeout = timeoutIn(option)
        if (timeout !== null && timeout < limit) found.push(`${called} has a limit of ${timeout} ms`)
      }
    }
    Object.values(value).forEach(walk)
  }
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found.map((text) => `${path}: ${text}`)
}

it('no wait and no test has a limit that a slow machine reaches', () => {
  const short = ['bff/src', 'web/src', 'shared/src', 'test']
    .flatMap(sourcesOf)
    .filter(isTest)
    .flatMap(findShortLimits)
  expect(short).toEqual([])
})
