import { readdirSync } from 'node:fs'
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
  const names = new Map(files.map((file) => [file, new Map<string, number>()]))
  return (name, path) => {
    const file = relative(folder, path.replace(/\?.*/, '')).replaceAll('\\', '/')
    const own = names.get(file)
    if (own === undefined) throw new Error(`${path} is no style module of the pages`)
    own.set(name, own.get(name) ?? own.size)
    return toLetters(files.indexOf(file)).toUpperCase() + toLetters(own.get(name) ?? 0)
  }
}

/** Writes a number with the digits a to z. */
const toLetters = (number: number) =>
  number.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
