import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const cache = join(root, 'node_modules/.cache/paydesk')

/** Version from which an upgrade to the present state is tried, as its tag and its commit. */
const previousRelease = { tag: 'v0.1.0', commit: '083864e118b721ee273b51be5132a0253b66b756' } as const

/** Removes what a release test made. */
export type RemoveRelease = () => void

async function buildRelease(tree: string, to: string, options: readonly string[]): Promise<string> {
  const command = join(tree, 'bff/release/build-release.ts')
  await run(process.execPath, [command, '--to', to, ...options], { cwd: tree })
  const [folder = ''] = readdirSync(to).sort()
  return join(to, folder)
}

/**
 * Builds a release of the present state in a temporary folder, with the built pages if there are some. `withArchive`
 * makes the archive beside it, which takes longer than the rest.
 */
export async function buildPresentRelease({ withArchive = false } = {}): Promise<{
  folder: string
  remove: RemoveRelease
}> {
  const to = mkdtempSync(join(tmpdir(), 'paydesk-release-'))
  const pages = existsSync(join(root, 'web/dist/index.html')) ? ['--built-pages'] : []
  const folder = await buildRelease(root, to, [...pages, ...(withArchive ? [] : ['--no-archive'])])
  return { folder, remove: () => rmSync(to, { recursive: true, force: true }) }
}

/**
 * Builds the version before from its commit, with its own packages, and keeps it for later runs. Rejects with a
 * sentence if the clone has not the commit.
 */
export async function buildPreviousRelease(): Promise<string> {
  const { tag, commit } = previousRelease
  const kept = join(cache, `release-${commit.slice(0, 12)}`)
  if (!existsSync(kept)) {
    const git = (...args: readonly string[]) => run('git', args, { cwd: root })
    try {
      await git('cat-file', '-e', `${commit}^{commit}`)
    } catch {
      throw new Error(
        `The commit of ${tag} (${commit}) is not in this clone. Run \`git fetch --unshallow\` first.`,
      )
    }
    const tree = mkdtempSync(join(tmpdir(), 'paydesk-previous-'))
    // Build beside the target: a build that was interrupted is not taken for a whole one.
    const half = `${kept}.half`
    rmSync(half, { recursive: true, force: true })
    try {
      await git('worktree', 'add', '--detach', '--force', tree, commit)
      const install = ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline']
      await run('npx', install, { cwd: tree })
      await buildRelease(tree, half, ['--no-archive'])
    } finally {
      await git('worktree', 'remove', '--force', tree)
    }
    await run('mv', [half, kept])
  }
  const [folder = ''] = readdirSync(kept)
  return join(kept, folder)
}

/** Copies a release within its file system; files that are not replaced are shared. */
export async function copyRelease(folder: string, name: string): Promise<string> {
  const copy = `${folder}-${name}`
  await run('cp', ['--archive', '--link', folder, copy])
  return copy
}

/** Adds a migration to a built release, after all of its own ones. Throws if the bundle has no list of migrations. */
export function plantMigration(folder: string, sql: string): void {
  const lib = join(folder, 'bff/lib')
  const list = /(filesByMigration = \{)/
  const file = readdirSync(lib)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(lib, name))
    .find((name) => list.test(readFileSync(name, 'utf8')))
  if (file === undefined) throw new Error('The bundle has no list of migrations.')
  const text = readFileSync(file, 'utf8').replace(list, `$1 "900_planted": ["planted.sql"],`)
  // Remove the file first: its bytes are shared with the release that it was copied from.
  rmSync(file)
  writeFileSync(file, text)
  writeFileSync(join(lib, 'planted.sql'), sql)
}

/** Result of a command of a release. */
export interface CommandResult {
  readonly code: number | null
  readonly output: string
}

/** Runs a command of a release to its end. */
export function runCommandOf(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return new Promise((done) => {
    const command = spawn(join(folder, 'bin/paydesk'), args, {
      env: { PATH: '/usr/bin:/bin', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    command.once('close', (code) => done({ code, output }))
  })
}

/** Starts the server of a release; resolves when it listens, and rejects with its output if it ends before. */
export async function startRelease(
  folder: string,
  env: Readonly<Record<string, string>>,
  cwd = folder,
): Promise<{ stop(signal?: NodeJS.Signals): Promise<number | null>; output(): string }> {
  const product = spawn(join(folder, 'bin/paydesk'), ['start'], {
    cwd,
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endWithTest = () => product.kill('SIGKILL')
  process.once('exit', endWithTest)
  const ended = new Promise<number | null>((done) => product.once('close', done))
  void ended.then(() => process.off('exit', endWithTest))
  let output = ''
  const isListening = new Promise<'listening'>((heard) => {
    for (const stream of [product.stdout, product.stderr])
      stream.on('data', (chunk: Buffer) => {
        // Keep the beginning alone: under load the log has a line for each request.
        if (output.includes('"listening"')) return
        output += chunk.toString()
        if (output.includes('"listening"')) heard('listening')
      })
  })
  if ((await Promise.race([isListening, ended])) !== 'listening')
    throw new Error(`The server ended before it listened:\n${output}`)
  return {
    output: () => output,
    stop(signal = 'SIGTERM') {
      product.kill(signal)
      return ended
    },
  }
}
