import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.ts'

/** Database with the product's schema, created once per test run and copied by the tests. */
export const migratedDatabase = 'paydesk_migrated'

const debian = '/usr/lib/postgresql'

/** Folder with the newest PostgreSQL server programs; null if none is installed. */
export function serverPrograms(): string | null {
  if (!existsSync(debian)) return null
  const versions = readdirSync(debian).filter((name) => existsSync(join(debian, name, 'bin/postgres')))
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest === undefined ? null : join(debian, newest, 'bin')
}

/**
 * User for the server if this process runs as root, which PostgreSQL rejects: the account of Debian's
 * package.
 */
function account(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Starts a PostgreSQL cluster (15 or newer) in a temporary folder on a free port, with synchronous commits.
 * The databases collate text as most databases in use do (letters before signs, lower case beside upper
 * case), so code that relies on byte order fails here. `settings` are further settings, `name=value`. Throws if no server is installed; `.ci/prepare`
 * installs Debian's.
 */
export async function startPostgres(
  settings: readonly string[] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  const programs = serverPrograms()
  if (programs === null) throw new Error('No PostgreSQL server is installed; run `bash .ci/prepare`.')
  const as = account()
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-postgres-'))
  if (as !== null) chownSync(folder, as.uid, as.gid)
  const options = { ...(as ?? {}), cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } }
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['-D', join(folder, 'data'), '-U', 'paydesk', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
      ...['--locale-provider=icu', '--icu-locale=en'],
    ],
    { ...options, stdio: 'ignore' },
  )
  const port = await freePort()
  const server = spawn(
    join(programs, 'postgres'),
    [
      ...['-D', join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', folder],
      // Autovacuum visits each database every minute, and a test run leaves hundreds of unused databases.
      ...['-c', 'autovacuum=off'],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // A run that ends early, such as at a failed check, stops no suite in the usual way.
  const stopWithRun = () => server.kill('SIGQUIT')
  process.once('exit', stopWithRun)
  await new Promise<void>((ready, failed) => {
    let said = ''
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept connections')) ready()
    })
    server.once('exit', () => failed(new Error(`PostgreSQL did not start:\n${said}`)))
  })
  return {
    url: `postgres://paydesk@127.0.0.1:${port}/postgres`,
    stop: () =>
      new Promise((stopped) => {
        process.off('exit', stopWithRun)
        server.removeAllListeners('exit')
        server.once('exit', () => {
          rmSync(folder, { recursive: true, force: true })
          stopped()
        })
        server.kill('SIGINT')
      }),
  }
}
