import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build, type Plugin, type PluginOption } from 'vite'
import { runAfterWrite } from './run-after-write.ts'

type Chunks = readonly {
  readonly fileName: string
  readonly isEntry: boolean
  readonly moduleIds: readonly string[]
  readonly imports: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}[]

/**
 * Builds `server/first-page.js` beside the pages: it renders a page on the server before its data, and names the
 * files of the build that the page needs.
 */
export function firstPage(plugins: () => PluginOption, alias: Readonly<Record<string, string>>): Plugin {
  let root = ''
  let outDir = ''
  let paydeskPageFiles: unknown
  return {
    name: 'first-page',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(root, config.build.outDir)
    },
    // Styles first: the browser paints nothing without them, and scripts would come before them on a slow line.
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = html.match(/ *<link rel="stylesheet".*\n/g) ?? []
        return styles
          .reduce((rest, style) => rest.replace(style, ''), html)
          .replace(/ *<link rel="preload"/, (font) => styles.join('') + font)
      },
    },
    async generateBundle(_options, bundle) {
      // Sorted: the same sources make the same bytes.
      const names = Object.keys(bundle).sort()
      const chunks = names.flatMap((name) => (bundle[name]?.type === 'chunk' ? [bundle[name]] : []))
      const sources = [...this.getModuleIds()]
        .filter((id) => /\/web\/src\/routes\/[\w./-]+\.tsx$/.test(id))
        .sort()
      paydeskPageFiles = { routes: await findRouteFiles(chunks, sources), texts: findTextFiles(chunks) }
    },
    ...runAfterWrite(async () => {
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        plugins: [plugins(), leaveOutLazyParts()],
        define: { paydeskPageFiles: JSON.stringify(paydeskPageFiles) },
        resolve: { alias },
        ssr: { noExternal: true },
        build: {
          ssr: resolve(root, 'src/app/render-first-page.tsx'),
          target: 'node24',
          outDir: resolve(outDir, 'server'),
          emptyOutDir: true,
          minify: false,
          copyPublicDir: false,
          rolldownOptions: { output: { entryFileNames: 'first-page.js' } },
        },
      })
    }),
  }
}

const lazyPart = /\blazy\(\s*\(\)\s*=>\s*import\('[^']+'\)/g

/** Leaves out parts that load after their page: the server renders the page as it is before them. */
function leaveOutLazyParts(): Plugin {
  return {
    name: 'leave-out-lazy-parts',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/src\/.*\.tsx$/.test(id) || !lazyPart.test(code)) return null
      return code.replaceAll(lazyPart, 'lazy(() => new Promise(() => {})')
    },
  }
}

/** Lists the files of chunks and of all that these import, without those of the start. */
function listFiles(chunks: Chunks, names: readonly string[]): string[] {
  const gather = (name: string, seen: Set<string>): Set<string> => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (chunk === undefined || seen.has(name)) return seen
    seen.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
    for (const other of chunk.imports) gather(other, seen)
    return seen
  }
  const all = new Set<string>()
  for (const name of names) gather(name, all)
  const start = gather(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '', new Set())
  return [...all].filter((name) => !start.has(name))
}

const findChunk = (chunks: Chunks, module: string) =>
  chunks.find(({ moduleIds }) => moduleIds.includes(module))?.fileName ?? []

/** Finds the files of each route by the imports in the file of its URL, without its lazy parts. */
async function findRouteFiles(chunks: Chunks, sources: readonly string[]): Promise<Record<string, string[]>> {
  const routes: Record<string, string[]> = {}
  for (const source of sources) {
    const code = (await readFile(source, 'utf8')).replaceAll(lazyPart, '')
    const [, path] = /createRoute\(\{[\s\S]*?\bpath: '([^']*)'/.exec(code) ?? []
    if (path === undefined) continue
    const parent = code.includes('() => environmentRoute') ? '/$env/' : '/'
    const modules = [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, to = '']) =>
      resolve(source, '..', to),
    )
    const names = modules.flatMap((module) => findChunk(chunks, module))
    routes[parent + path.replace(/^\//, '')] = listFiles(chunks, names)
  }
  return routes
}

const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Finds the files of each section of texts, by language. */
function findTextFiles(chunks: Chunks): Record<string, Record<string, string[]>> {
  const texts: Record<string, Record<string, string[]>> = { en: {}, de: {} }
  for (const { fileName, moduleIds } of chunks)
    for (const id of moduleIds) {
      const [, language = '', name = ''] = /\/messages\/(en|de)\/([\w-]+)\.ts$/.exec(id) ?? []
      const sections = texts[language]
      if (sections !== undefined) sections[camelCase(name)] = listFiles(chunks, [fileName])
    }
  return texts
}
