import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { hashFile, readCommit, writeArchive } from './archive.ts'

/**
 * Makes a release in `dist`: a folder and an archive that need neither a registry nor a build to start. The same
 * commit gives the same bytes. `--no-archive` makes the folder alone, `--built-pages` takes `web/dist` as it is, and
 * `--to` names another folder than `dist`.
 */
const root = join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: { 'no-archive': { type: 'boolean' }, 'built-pages': { type: 'boolean' }, to: { type: 'string' } },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Programs of the release by the name of their file. Each is a source file below `bff/src`. */
const programs = {
  main: 'main',
  audit: 'cli/audit',
  backup: 'cli/backup',
  check: 'cli/check',
  'import-ids': 'cli/import-ids',
  migrate: 'cli/migrate',
  reseal: 'cli/reseal',
  restore: 'cli/restore',
  upgrade: 'cli/upgrade',
  'verify-worker': 'features/audit-log/verify-worker',
} as const

async function bundlePrograms(folder: string, buildId: string): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'bff'),
    logLevel: 'warn',
    define: { paydeskBuild: JSON.stringify(buildId) },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: join(folder, 'bff/lib'),
      emptyOutDir: false,
      // Write the licences of packages to a file of their own: comments in the code do not survive.
      license: { fileName: 'licences.md' },
      // Keep names and lines: the log tells where an error came from.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([name, path]) => [name, join(root, `bff/src/${path}.ts`)]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const migrations = join(root, 'bff/src/platform/database/migrations')
  await cp(migrations, join(folder, 'bff/lib'), {
    recursive: true,
    filter: (path) => path === migrations || path.endsWith('.sql'),
  })
}

/** Copies the one package that is read as a file, with no more than the file and its licence. */
async function copyFont(folder: string): Promise<void> {
  const require = createRequire(join(root, 'bff/package.json'))
  const file = 'files/unifontex-latin-400-normal.woff'
  const from = join(dirname(require.resolve(`@fontsource/unifontex/${file}`)), '..')
  for (const name of ['package.json', 'LICENSE', file])
    await cp(join(from, name), join(folder, 'node_modules/@fontsource/unifontex', name))
}

/** Copies the Node that the workspace brings along for this processor. */
async function copyNode(folder: string): Promise<void> {
  const from = dirname(
    createRequire(join(root, 'package.json')).resolve(`node-linux-${process.arch}/package.json`),
  )
  for (const name of ['bin/node', 'LICENSE']) await cp(join(from, name), join(folder, 'node', name))
  await chmod(join(folder, 'node/bin/node'), 0o755)
}

async function copyTexts(folder: string): Promise<void> {
  await cp(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'))
  // The checker of exports is given to auditors as it is.
  await cp(join(root, 'bff/audit-check.mjs'), join(folder, 'bff/audit-check.mjs'))
  await cp(join(root, 'docs'), join(folder, 'docs'), {
    recursive: true,
    filter: (path) => !path.endsWith('docs/shots'),
  })
}

const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const { build: buildId, time } = readCommit()
const folder = join(options.to ?? join(root, 'dist'), `paydesk-${version}-linux-${process.arch}`)
await rm(folder, { recursive: true, force: true })
await mkdir(join(folder, 'bin'), { recursive: true })
if (options['built-pages'] !== true) await build({ root: join(root, 'web'), logLevel: 'warn' })
await cp(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true })
await bundlePrograms(folder, buildId)
await copyFont(folder)
await copyNode(folder)
await copyTexts(folder)
await cp(join(import.meta.dirname, 'paydesk'), join(folder, 'bin/paydesk'))
const manifest = { name: 'paydesk', version, build: buildId, private: true, type: 'module' }
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
say(`${folder}: version ${version}, build ${buildId}`)
if (options['no-archive'] !== true) {
  const archive = `${folder}.tar.gz`
  await writeArchive(archive, { from: dirname(folder), members: [basename(folder)], time })
  await writeFile(`${archive}.sha256`, `${await hashFile(archive)}  ${basename(archive)}\n`)
  say(`${archive}: ${megabytes((await stat(archive)).size)}`)
}
