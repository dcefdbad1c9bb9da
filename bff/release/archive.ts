import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const root = join(import.meta.dirname, '../..')

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/** Reads the commit of the checkout. `time` (seconds since 1970) becomes the time of every file of a release. */
export function readCommit(): { readonly build: string; readonly time: number } {
  const changed = git('status', '--porcelain') === '' ? '' : '-changed'
  return {
    build: `${git('rev-parse', '--short=12', 'HEAD')}${changed}`,
    time: Number(git('log', '-1', '--format=%ct')),
  }
}

interface TarOptions {
  /** Folder whose members are named, and the members. */
  readonly from: string
  readonly members: readonly string[]
  /** Time of every file (seconds since 1970). */
  readonly time: number
  /** Number of the user and the group that own every file. */
  readonly owner?: number
  /** Further options of GNU tar. */
  readonly more?: readonly string[]
}

/** Starts tar; the same files give the same bytes, because order, owner and times are fixed. */
function startTar({ from, members, time, owner = 0, more = [] }: TarOptions) {
  const fixed = ['--sort=name', `--mtime=@${time}`, `--owner=${owner}`, `--group=${owner}`, '--numeric-owner']
  const args = [...fixed, '--mode=u=rwX,go=rX', ...more, '-C', from, '-c', ...members]
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done, fail) =>
    tar.once('close', (code) => (code === 0 ? done() : fail(new Error('tar failed')))),
  )
  ended.catch(() => undefined)
  return { output: tar.stdout, ended }
}

/** Writes a compressed archive. */
export async function writeArchive(file: string, options: TarOptions): Promise<void> {
  const { output, ended } = startTar(options)
  await pipeline(output, createGzip({ level: 9 }), createWriteStream(file))
  await ended
}

/** Returns the SHA-256 of the bytes that an archive has when they are not compressed, as hex. */
export async function hashTar(options: TarOptions): Promise<string> {
  const { output, ended } = startTar(options)
  const hash = createHash('sha256')
  await pipeline(output, hash)
  await ended
  return hash.digest('hex')
}

/** Returns the SHA-256 of a file as hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
