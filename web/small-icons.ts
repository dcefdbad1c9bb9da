import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { IconNode } from './small-icon.ts'

const iconFile = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/
const runtime = resolve(import.meta.dirname, 'small-icon.ts')

/** Leaves of each icon its name and its drawing, without keys and other names, and draws it by `small-icon.ts`. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    enforce: 'pre',
    async transform(_code, id) {
      const icon = iconFile.test(id) ? await readIcon(id) : null
      if (icon === null) return null
      const [name, nodes] = [JSON.stringify(icon.name), JSON.stringify(icon.nodes)]
      const code = [
        `import { createIcon } from ${JSON.stringify(runtime)}`,
        `export default /* @__PURE__ */ createIcon(${name}, ${nodes})`,
      ].join('\n')
      return { code, map: { mappings: '' } }
    },
  }
}

interface IconModule {
  readonly __iconData?: {
    readonly name: string
    readonly size: number
    readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
  }
}

/** Reads the drawing of an icon from its module; null for a module that only passes another one on. */
export async function readIcon(
  path: string,
): Promise<{ readonly name: string; readonly nodes: readonly IconNode[] } | null> {
  const { __iconData: data }: IconModule = await import(pathToFileURL(path).href)
  if (data === undefined) return null
  const { name, size, node } = data
  if (size !== 24 || node.some((part) => part.length > 2)) throw new Error(`${name} has another form`)
  return { name, nodes: node.map(([tag, { key: _key, ...attributes }]): IconNode => [tag, attributes]) }
}
