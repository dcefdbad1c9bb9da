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

/** Copy of a running product, restored to another place. */
interface RestoredCopy {
  /** Variables that point Paydesk to the copy. */
  readonly env: Readonly<Record<string, string>>
  /** Lines that the command `restore` printed. */
  readonly printed: string
}

/** Copies the rows of a running product and restores the copy elsewhere, by the commands that operators use. */
export async function copyOf(backing: Backing, env: Readonly<Record<string, string>>): Promise<RestoredCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-copy-'))
  const copy = join(folder, 'copy')
  const PATH = [serverPrograms() ?? '', childEnv.PATH].join(':')
  const call = (name: string, variables: Readonly<Record<string, string>>) => {
    const command = join(import.meta.dirname, `../../../bff/src/cli/${name}.ts`)
    const all = { ...childEnv, ...variables, PATH }
    return run(process.execPath, [...importFlags(), command, copy], { env: all })
  }
  await call('backup', env)
  const place = {
    PAYDESK_DATA_DIR: join(folder, 'data'),
    ...(backing.name === 'embedded' ? {} : { DATABASE_URL: await newDatabase(env.DATABASE_URL ?? '') }),
  }
  const { stdout } = await call('restore', { ...env, ...place })
  return { env: place, printed: stdout }
}
