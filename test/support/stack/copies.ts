import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { Backing } from './backing.ts'
import { serverPrograms } from './postgres.ts'
import { childEnv, importFlags } from './process.ts'
import { newDatabase } from './start.ts'

const run = promisify(execFile)

/** Copy of a running product, restored to another place. */
interface RestoredCopy {
  /** Variables that point Paydesk to the copy. */
  readonly env: Readonly<Record<string, string>>
  /** Lines that the command `restore` printed. */
  readonly printed: string
}

/**
 * Makes an encrypted backup of a running product and restores it elsewhere, by the commands that operators use. Before,
 * offers the backup without its end there, which must be refused and leave the place empty.
 */
export async function copyOf(backing: Backing, env: Readonly<Record<string, string>>): Promise<RestoredCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-copy-'))
  const PATH = [serverPrograms() ?? '', childEnv.PATH].join(':')
  const call = (name: string, argument: string, variables: Readonly<Record<string, string>>) => {
    const command = join(import.meta.dirname, `../../../bff/src/cli/${name}.ts`)
    const all = { ...childEnv, ...variables, PATH }
    return run(process.execPath, [...importFlags(), command, argument], { env: all })
  }
  await call('backup', '--daily', { ...env, PAYDESK_BACKUP_DIR: folder })
  const [name = '', ...more] = readdirSync(folder)
  expect(more).toEqual([])
  const backup = join(folder, name)
  const place = {
    PAYDESK_DATA_DIR: join(folder, 'data'),
    ...(backing.name === 'embedded' ? {} : { DATABASE_URL: await newDatabase(env.DATABASE_URL ?? '') }),
  }
  const cut = join(folder, 'cut')
  copyFileSync(backup, cut)
  truncateSync(cut, statSync(cut).size - 1)
  await expect(call('restore', cut, { ...env, ...place })).rejects.toMatchObject({
    code: 66,
    stderr: 'The backup is damaged: it was changed, or is cut off.\n',
  })
  const { stdout } = await call('restore', backup, { ...env, ...place })
  return { env: place, printed: stdout }
}
