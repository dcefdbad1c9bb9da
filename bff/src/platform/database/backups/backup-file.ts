import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { buildInfo } from '../../runtime/build-info.ts'
import type { Secret } from '../../runtime/secret.ts'
import { BackupError } from '../backup.ts'
import type { BackupSource } from './backup-source.ts'
import { decryptBackup, encryptBackup } from './encrypted-file.ts'

/** First line of a backup, under the encryption. Times in ms since 1970. */
const backupFactsSchema = z.object({
  database: z.enum(['sqlite', 'postgres']),
  at: z.number(),
  version: z.string(),
  /** Rows by table, as counted in the copy. */
  rows: z.record(z.string(), z.number()),
})

type BackupFacts = z.infer<typeof backupFactsSchema>

/** Data keys: the first one encrypts, and each of them decrypts. */
export type DataKeys = readonly [Secret, ...Secret[]]

/** End of the name of a file that is not whole yet. */
export const partialBackupSuffix = '.partial'

const codesOfFullDisks: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function describeFileError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof BackupError || !/^E[A-Z]+$/.test(code)) return error
  if (codesOfFullDisks.has(code)) return new BackupError(`There is too little space for ${file} (${code}).`)
  return new BackupError(`${file} cannot be written (${code}).`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function measureContent(file: string, keys: DataKeys): Promise<number> {
  let bytes = 0
  for await (const block of decryptBackup(file, keys)) bytes += block.length
  return bytes
}

/**
 * Writes an encrypted backup as a new file, readable by its owner only. It has its name only once it is whole, on the
 * disk, and was read back. Throws `BackupError`.
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  { keys, now }: { keys: DataKeys; now: number },
): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} exists already. Name a new file.`)
  const partial = `${file}${partialBackupSuffix}`
  let written = 0
  try {
    const { rows, content } = await source.copy()
    const facts: BackupFacts = { database: source.kind, at: now, version: buildInfo.version, rows }
    const contentWithFacts = async function* () {
      yield Buffer.from(`${JSON.stringify(facts)}\n`)
      yield* content
    }
    const countBytes = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        written += piece.length
        yield piece
      }
    }
    await pipeline(
      encryptBackup(countBytes(contentWithFacts()), keys[0]),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    )
    if ((await measureContent(partial, keys)) !== written)
      throw new BackupError('The backup was not written whole, and was removed.')
    await rename(partial, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    throw describeFileError(error, file)
  }
}

/** Opens an encrypted backup: its facts, and the copy of the database. Throws as `decryptBackup` does. */
export async function openBackup(
  file: string,
  keys: readonly Secret[],
): Promise<BackupFacts & { readonly content: AsyncGenerator<Buffer> }> {
  const blocks = decryptBackup(file, keys)
  const first = (await blocks.next()).value ?? Buffer.alloc(0)
  const end = first.indexOf('\n')
  const facts = backupFactsSchema.parse(JSON.parse(first.toString('utf8', 0, end)))
  async function* restOfContent() {
    yield first.subarray(end + 1)
    yield* blocks
  }
  return { ...facts, content: restOfContent() }
}
