import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Names the classes of style modules by two counters, of their file in capitals and of the name within it: the hashes that
 * stand there otherwise do not compress. The names of a development server and of component tests stay readable.
 */
export function shortClassNames(): Plugin {
  return {
    name: 'short-class-names',
    apply: 'build',
    config: ({ root = import.meta.dirname }) => ({
      css: { modules: { generateScopedName: createClassNames(resolve(root, 'src')) } },
    }),
  }
}

/** Returns the same names for the same sources, so that the pages and what the server renders agree. */
export function createClassNames(folder: string): (name: string, path: string) => string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const names = new Map<string, readonly string[]>()
  return (name, path) => {
    const file = relative(folder, path.replace(/\?.*/, '')).replaceAll('\\', '/')
    const place = files.indexOf(file)
    if (place < 0) throw new Error(`${path} is no style module of the pages`)
    const own = names.get(file) ?? listClassNames(resolve(folder, file))
    names.set(file, own)
    const index = own.indexOf(name)
    if (index < 0) throw new Error(`${path} has no class ${name}`)
    return toLetters(place).toUpperCase() + toLetters(index)
  }
}

/** Lists the words after a dot in a style module, once each: its classes, and the odd ending of a file name. */
const listClassNames = (path: string) => [
  ...new Set([...readFileSync(path, 'utf8').matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name)),
]

/** Writes a number with the digits a to z. */
const toLetters = (number: number) =>
  number.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
