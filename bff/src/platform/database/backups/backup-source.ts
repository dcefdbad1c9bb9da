import { createReadStream, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { BackupError, copyDatabase } from '../backup.ts'
import { type CopiedRowCounts, countPostgresRows, countSqliteFileRows } from '../copied-rows.ts'
import type { StoreOptions } from '../database.ts'
import { lockFile } from '../instance-lock.ts'
import { streamDump } from '../postgres-copy.ts'
import { requireFreeSpace } from './free-space.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Database that is copied, while this process alone makes backups of it. */
export interface BackupSource {
  readonly kind: DatabaseKind
  /** Returns the size of the database in bytes. */
  measure(): Promise<number>
  /** Copies one state of the database: its rows as counted in it, and its bytes, to be read once. */
  copy(): Promise<CopiedRowCounts & { readonly content: AsyncIterable<Buffer> }>
  release(): Promise<void>
}

function openEmbeddedSource(dataDir: string): BackupSource | null {
  const file = join(dataDir, 'paydesk.db')
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`)
  const lock = lockFile(join(dataDir, 'backup.lock'))
  if (lock === null) return null
  // Keep the plain copy beside the database, which it equals, and never in the folder of backups.
  const plain = `${file}.copy`
  const removePlain = () => {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${plain}${end}`, { force: true })
  }
  removePlain()
  const measure = async () => {
    const sizes = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  return {
    kind: 'sqlite',
    measure,
    async copy() {
      await requireFreeSpace(dataDir, await measure())
      await copyDatabase(dataDir, plain)
      return { ...countSqliteFileRows(plain), content: createReadStream(plain, { highWaterMark: 1_048_576 }) }
    },
    async release() {
      removePlain()
      lock.release()
    },
  }
}

async function openPostgresSource(databaseUrl: string): Promise<BackupSource | null> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // Report a lost connection by the statement that needs it.
  client.on('error', () => undefined)
  await client.connect()
  const read = async (statement: string) => {
    const { rows } = await client.query<{ value: unknown }>(statement)
    return rows[0]?.value
  }
  // The lock ends with the connection, on every machine.
  if ((await read("select pg_try_advisory_lock(7351967, hashtext('backup')) as value")) !== true) {
    await client.end()
    return null
  }
  return {
    kind: 'postgres',
    measure: async () => Number(await read('select pg_database_size(current_database()) as value')),
    async copy() {
      // The transaction stays open, so that pg_dump copies the very rows that are counted here.
      await client.query('begin isolation level repeatable read read only')
      const snapshot = String(await read('select pg_export_snapshot() as value'))
      return { ...(await countPostgresRows(client)), content: streamDump(databaseUrl, snapshot) }
    },
    release: () => client.end(),
  }
}

/** Opens the database for a backup; null if another process, on any machine, makes one of it now. */
export const openBackupSource = async ({
  dataDir,
  databaseUrl,
}: StoreOptions): Promise<BackupSource | null> =>
  databaseUrl === null ? openEmbeddedSource(dataDir) : openPostgresSource(databaseUrl)
