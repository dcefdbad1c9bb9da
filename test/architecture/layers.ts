import { resolveImport, type SourceFile, sourcesOf } from './sources.ts'

/**
 * Layers of each package from the top down: a folder imports only folders to its right, never to its left.
 */
export const packageLayers = {
  bff: ['main', 'app', 'cli', 'features', 'sync', 'records', 'payment-service', 'platform'],
  web: ['main', 'app', 'routes', 'layout', 'features', 'ui', 'lib'],
  shared: ['endpoints', 'features', 'core'],
} as const

/**
 * Layers inside `bff/src/platform`. Folders in one group do not import each
 * other; `access` imports none of the others.
 */
const platformLayers: readonly (readonly string[])[] = [
  ['approvals'],
  ['list-query'],
  ['http'],
  ['session', 'audit'],
  ['jobs'],
  ['database'],
  ['problem'],
  ['runtime'],
  ['access'],
]

type Side = keyof typeof packageLayers

export interface ModuleImport {
  readonly from: string
  readonly to: string
}

const isTest = (path: string) => /\.(test|test-kit)\.tsx?$/.test(path)

/** Collects every import inside the product, type imports included; tests and styles are left out. */
export function productImports(): readonly ModuleImport[] {
  const sources = [...sourcesOf('bff/src'), ...sourcesOf('web/src'), ...sourcesOf('shared/src')]
  const paths = new Set(sources.map(({ path }) => path))
  const targetOf = (source: SourceFile, wanted: string) => {
    const shared = /^@paydesk\/shared\/(.*)$/.exec(wanted)
    return shared === null ? resolveImport(source, wanted) : `shared/src/${shared[1]}.ts`
  }
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      [...new Set(source.imports.map((wanted) => targetOf(source, wanted)))]
        .filter((to) => paths.has(to) && !isTest(to))
        .map((to) => ({ from: source.path, to })),
    )
}

const partsOf = (path: string) => path.split('/').slice(2)
const withoutEnding = (name = '') => name.replace(/\.tsx?$/, '')
const sideOf = (path: string) => path.split('/')[0] as Side

/** Returns the rank of a file in its package; -1 if its folder is in no layer. */
function rankOf(path: string): number {
  const side = sideOf(path)
  const [first, second] = partsOf(path)
  const name = withoutEnding(first)
  const layer = side === 'shared' && second !== undefined && name !== 'core' ? 'features' : name
  return (packageLayers[side] as readonly string[]).indexOf(layer)
}

function platformRank(path: string): number {
  const [layer, folder = ''] = partsOf(path)
  return layer === 'platform' ? platformLayers.findIndex((group) => group.includes(folder)) : -1
}

/** Describes the fault of an import by the rule of `docs/architecture.md`; null if there is none. */
export function faultOf({ from, to }: ModuleImport): string | null {
  if (sideOf(from) !== sideOf(to)) return sideOf(to) === 'shared' ? null : 'another package'
  const [a, b] = [partsOf(from), partsOf(to)]
  if (sideOf(from) === 'bff') {
    // Allow the configuration only where the process is assembled; everything else takes plain options.
    if (b[0] === 'config')
      return /^(main\.ts|app|cli|config)$/.test(a[0] ?? '') ? null : 'reads the configuration'
    if (a[0] === 'config') return b[0] === 'platform' ? null : 'the configuration knows a feature'
  }
  if (rankOf(from) < 0) return `${from} is in no layer`
  if (rankOf(from) > rankOf(to)) return 'upwards'
  if (a[0] === 'features' && b[0] === 'features' && a[1] !== b[1]) return 'a sibling feature'
  const [above, below] = [platformRank(from), platformRank(to)]
  if (above < 0 || below < 0 || a[1] === b[1]) return null
  return above >= below ? 'upwards inside platform' : null
}

/** Finds groups of nodes that reach each other, by Tarjan's algorithm; single nodes are left out. */
export function circlesOf(edges: readonly ModuleImport[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (from === to) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    stack.push(node)
    for (const one of next.get(node) ?? []) {
      if (!index.has(one)) visit(one)
      if (stack.includes(one)) low.set(node, Math.min(low.get(node) ?? 0, low.get(one) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of next.keys()) if (!index.has(node)) visit(node)
  return circles
}

export const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
