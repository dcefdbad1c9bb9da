import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.ts'

/** Where the set-up of the tests makes the product's schema once, to be copied. */
export const migratedDatabase = 'paydesk_migrated'

const debian = '/usr/lib/postgresql'

/** The folder with the newest PostgreSQL server programs, or null where none is installed. */
export function serverPrograms(): string | null {
  if (!existsSync(debian)) return null
  const versions = readdirSync(debian).filter((name) => existsSync(join(debian, name, 'bin/postgres')))
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest === undefined ? null : join(debian, newest, 'bin')
}

/** PostgreSQL refuses to run as root: then it runs as the account that Debian's package made. */
function account(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Starts a PostgreSQL cluster (15 or newer) of its own in a temporary folder on a free port, with commits
 * synced. Its databases compare texts as people do, as most in use do: letters before signs, small beside
 * large, so that whatever relies on the order of bytes fails here. Throws where no server is installed:
 * `.ci/prepare` installs Debian's.
 */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
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
      // It visits each database every minute, and here are hundreds that nobody uses any more.
      ...['-c', 'autovacuum=off'],
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
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
        server.removeAllListeners('exit')
        server.once('exit', () => {
          rmSync(folder, { recursive: true, force: true })
          stopped()
        })
        server.kill('SIGINT')
      }),
  }
}
