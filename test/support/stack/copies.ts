import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Backing } from './backing.ts'
import { serverPrograms } from './postgres.ts'
import { childEnv, importFlags } from './process.ts'
import { newDatabase } from './start.ts'

const run = promisify(execFile)

/**
 * Copies the rows of a running product as the README describes. Returns the environment variables for the
 * copy.
 */
export async function copyOf(
  backing: Backing,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-copy-'))
  if (backing.name === 'embedded') {
    const command = join(import.meta.dirname, '../../../bff/src/cli/backup.ts')
    await run(process.execPath, [...importFlags(), command, join(folder, 'paydesk.db')], {
      env: { ...childEnv, ...env },
    })
    return { PAYDESK_DATA_DIR: folder }
  }
  const programs = serverPrograms()
  const from = env.DATABASE_URL
  if (programs === null || from === undefined) throw new Error('no PostgreSQL to copy')
  const file = join(folder, 'paydesk.dump')
  await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, from])
  const to = await newDatabase(from)
  await run(join(programs, 'pg_restore'), ['--exit-on-error', '--no-owner', `--dbname=${to}`, file])
  return { DATABASE_URL: to, PAYDESK_DATA_DIR: folder }
}
