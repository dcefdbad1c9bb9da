import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldTests } from '../run/areas.ts'
import { readRoot } from './sources.ts'

const root = join(import.meta.dirname, '../..')

/** Configurations whose patterns name files, each with the number of its patterns, so that none is overlooked. */
const configurations: Readonly<Record<string, { readonly pattern: RegExp; readonly count: number }>> = {
  'web/vite.config.ts': { pattern: /\btest:\s*\/(.+)\/(?=,?$| \},?$)/gm, count: 20 },
  'vitest.config.ts': { pattern: /\bconst longest =\s*\/(.+)\/$/gm, count: 1 },
}

/** Modules of the bundler, which are no files. */
const virtualModules = ['rolldown/runtime']

/** Lists the files below a folder of the workspace, as paths from the root with slashes. */
function filesBelow(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => !entry.isDirectory() && !/[/\\](?:node_modules|dist)(?:[/\\]|$)/.test(entry.parentPath),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Lists the installed packages as `node_modules/<name>/`, and the icons that pages may import. */
function installedPaths(): string[] {
  const store = join(root, 'node_modules/.pnpm')
  const packages = readdirSync(store).flatMap((version) => {
    const folder = join(store, version, 'node_modules')
    if (!existsSync(folder)) return []
    return readdirSync(folder).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
    )
  })
  const icons = readdirSync(join(root, 'web/node_modules/lucide-react/dist/esm/icons'))
  return [
    ...[...new Set(packages)].map((name) => `node_modules/${name}/`),
    ...icons.map((file) => `node_modules/lucide-react/dist/esm/icons/${file}`),
  ]
}

/** Splits the alternatives of a pattern at its outermost `|`. */
function splitAlternatives(pattern: string): string[] {
  const parts = ['']
  let depth = 0
  for (const token of pattern.match(/\\.|\[(?:\\.|[^\]])*\]|[\s\S]/g) ?? []) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === '|' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${token}`)
  }
  return parts
}

/** Returns the first group of a pattern with the text before and after it; null if there is none. */
function firstGroup(pattern: string) {
  let start = -1
  let depth = 0
  for (const { 0: token, index } of pattern.matchAll(/\\.|\[(?:\\.|[^\]])*\]|[\s\S]/g)) {
    if (token === '(' && depth++ === 0) start = index
    if (token !== ')' || --depth > 0) continue
    const [, kind = '', inner = ''] = /^(\?:|\?!)?([\s\S]*)$/.exec(pattern.slice(start + 1, index)) ?? []
    return {
      before: pattern.slice(0, start),
      after: pattern.slice(index + 1),
      inner,
      isExclusion: kind === '?!',
    }
  }
  return null
}

/** Pattern without groups, with the alternatives that it was made of. */
interface Expansion {
  readonly form: string
  readonly names: readonly string[]
}

/**
 * Expands a pattern to patterns without groups. A name that is excluded becomes a pattern as well, because an
 * exclusion of nothing is a mistake too.
 */
function expandPattern(pattern: string): Expansion[] {
  return splitAlternatives(pattern).flatMap((alternative): Expansion[] => {
    const group = firstGroup(alternative)
    if (group === null) return [{ form: alternative, names: [alternative] }]
    const { before, after, inner, isExclusion } = group
    const rest = expandRest(after)
    return expandPattern(inner)
      .flatMap(({ form, names }) =>
        isExclusion
          ? [{ form: before + form, names }]
          : rest.map((end) => ({ form: before + form + end.form, names: [...names, ...end.names] })),
      )
      .concat(
        isExclusion
          ? rest.map(({ form, names }) => ({ form: before + form, names: [before, ...names] }))
          : [],
      )
  })
}

/** Expands the groups of text that follows a group and is no alternative by itself. */
function expandRest(after: string): Expansion[] {
  return firstGroup(after) === null ? [{ form: after, names: [] }] : expandPattern(after)
}

/** Returns the alternatives of a pattern with which it matches no path. */
function listMissing(pattern: string, paths: readonly string[]): string[] {
  const expansions = expandPattern(pattern)
  const found = expansions.filter(({ form }) => paths.some((path) => new RegExp(form).test(path)))
  const present = new Set(found.flatMap(({ names }) => names))
  return [...new Set(expansions.flatMap(({ names }) => names))].filter((name) => !present.has(name))
}

describe.each(Object.entries(configurations))('the patterns of %s', (file, { pattern, count }) => {
  const patterns = [...readRoot(file).matchAll(pattern)].map(([, found = '']) => found)
  const paths = [
    ...['web', 'shared/src', 'bff/src', 'test'].flatMap(filesBelow).map((path) => `/${path}`),
    ...installedPaths(),
    ...virtualModules,
  ]

  it('are found', () => {
    expect(patterns).toHaveLength(count)
  })

  it('name files that exist', () => {
    const missing = patterns.flatMap((one) => listMissing(one, paths))
    expect(missing, `${file} names files that are gone: mend the names, or leave them out`).toEqual([])
  })
})

describe('the tests of `pnpm test:field`', () => {
  it.each(Object.values(fieldTests).flat())('%s exist', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })
})

describe('a name without a file', () => {
  const paths = ['src/ui/table/data-table.tsx', 'src/ui/table/pagination.tsx', 'src/ui/text/label.tsx']

  it.each([
    ['in an alternative', /ui[\\/](?:table[\\/](?:data-|gone)|text)/, ['gone']],
    ['in an exclusion', /ui[\\/]table[\\/](?!pagination|lost)/, ['lost']],
    ['of a folder', /src[\\/](?:ui|layout)[\\/]/, ['layout']],
    ['nowhere, if each exists in one of two folders', /ui[\\/](?:table|text)[\\/](?:pagination|label)\./, []],
  ])('is reported %s', (_, pattern, missing) => {
    expect(listMissing(pattern.source, paths)).toEqual(missing)
  })
})
