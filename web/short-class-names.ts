import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Names the classes of style modules by two numbers written in letters: that of their file in capitals, and that of the
 * name within it. The hashes that stand there otherwise do not compress. The names of a development server and of
 * component tests stay readable.
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

/**
 * Creates the function that names classes and animations. A name depends on the style modules alone, not on the order in
 * which a build asks: the pages and what the server renders of them are two builds, and must agree.
 */
export function createClassNames(folder: string): (name: string, path: string) => string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const namesByFile = new Map<string, readonly string[]>()
  return (name, path) => {
    const file = relative(folder, path.replace(/\?.*/, '')).replaceAll('\\', '/')
    const fileNumber = files.indexOf(file)
    if (fileNumber < 0) throw new Error(`${path} is no style module of the pages`)
    const names = namesByFile.get(file) ?? listNames(readFileSync(resolve(folder, file), 'utf8'))
    namesByFile.set(file, names)
    const nameNumber = names.indexOf(name)
    if (nameNumber < 0) throw new Error(`${path} does not contain the name ${name}`)
    return toLetters(fileNumber).toUpperCase() + toLetters(nameNumber)
  }
}

/**
 * Lists the words of a style module, once each: first its classes and animations, so that these get the shortest names, then
 * every other word. The tool that asks may also name what this pattern does not know, such as a container.
 */
function listNames(text: string): string[] {
  const style = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const declared = [...style.matchAll(/(?:\.|@keyframes\s+)([a-z_][\w-]*)/gi)].map(([, name = '']) => name)
  return [...new Set([...declared, ...(style.match(/[a-z_][\w-]*/gi) ?? [])])]
}

/** Writes a number with the digits a to z. */
const toLetters = (number: number) =>
  number.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
