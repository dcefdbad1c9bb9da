import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** Path from the root of the workspace, with slashes. */
  readonly path: string
  readonly text: string
  /** Modules that the file imports, as written, type imports included. */
  readonly imports: readonly string[]
}

const importForms = [/\bfrom\s+'([^']+)'/g, /\bimport\s+'([^']+)'/g, /\bimport\(\s*'([^']+)'\s*\)/g]

function importsOf(text: string): string[] {
  return importForms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ''))
}

/** Reads every TypeScript file below a folder of the workspace. */
export function sourcesOf(folder: string): SourceFile[] {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return files
    .filter(
      (entry) =>
        entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|[/\\]dist/.test(entry.parentPath),
    )
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const text = readFileSync(file, 'utf8')
      return { path: relative(root, file).split(sep).join('/'), text, imports: importsOf(text) }
    })
}

/** Resolves a relative import to a path from the root of the workspace; other imports stay as written. */
export function resolveImport(source: SourceFile, wanted: string): string {
  return wanted.startsWith('.') ? join(source.path, '..', wanted).split(sep).join('/') : wanted
}

export const isTest = (source: SourceFile) => /\.test(-kit)?\.tsx?$/.test(source.path)
export const readRoot = (path: string) => readFileSync(join(root, path), 'utf8')
