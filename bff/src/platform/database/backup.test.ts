import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { BackupError, copyDatabase } from './backup.ts'
import { openStore, type Store } from './database.ts'
import { restoreDump } from './postgres-copy.ts'
import { createDatabase, createMigratedDatabase, hasPostgres } from './test-store.test-kit.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'paydesk-backup-'))
const opened: Store[] = []
const open = async (dataDir: string) => {
  const store = await openStore({ dataDir, databaseUrl: null })
  opened.push(store)
  return store
}
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())))

const row = (digest: string) => ({
  environment: 'stage',
  digest,
  received_at: 1,
  last_at: 1,
  repeats: 0,
  proof: 'checksum' as const,
  sealed: 'x'.repeat(2_000),
})

it('copies every row that was acknowledged before the copy began, while rows are written', async () => {
  const [dataDir, target] = [newFolder(), join(newFolder(), 'paydesk.db')]
  const store = await open(dataDir)
  let written = 0
  let stops = false
  const enough = Promise.withResolvers<void>()
  const writing = (async () => {
    for (; !stops; written += 1) {
      await store.db
        .insertInto('notification_queue')
        .values(row(`d${written}`))
        .execute()
      if (written === 60) enough.resolve()
      await new Promise((later) => setImmediate(later))
    }
  })()
  await enough.promise
  const before = written
  await copyDatabase(dataDir, target)
  stops = true
  await writing
  expect(statSync(target).mode & 0o777).toBe(0o600)
  // The backup is a single file.
  expect(readdirSync(join(target, '..'))).toEqual(['paydesk.db'])
  const restored = await open(join(target, '..'))
  const digests = new Set(
    (await restored.db.selectFrom('notification_queue').select('digest').execute()).map(
      ({ digest }) => digest,
    ),
  )
  expect(
    Array.from({ length: before }, (_, at) => `d${at}`).filter((digest) => !digests.has(digest)),
  ).toEqual([])
})

it('does not overwrite a file, and creates no copy if there is no database', async () => {
  const dataDir = newFolder()
  await open(dataDir)
  const target = join(newFolder(), 'there')
  writeFileSync(target, 'precious')
  await expect(copyDatabase(dataDir, target)).rejects.toThrow(BackupError)
  expect(statSync(target).size).toBe(8)
  const other = join(newFolder(), 'copy')
  await expect(copyDatabase(newFolder(), other)).rejects.toThrow(BackupError)
  expect(readdirSync(join(other, '..'))).toEqual([])
})

it('removes a copy of a damaged database', async () => {
  const dataDir = newFolder()
  const target = join(newFolder(), 'copy')
  writeFileSync(
    join(dataDir, 'paydesk.db'),
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8_000, 7)]),
  )
  await expect(copyDatabase(dataDir, target)).rejects.toThrow()
  expect(readdirSync(join(target, '..'))).toEqual([])
})

it.runIf(hasPostgres)('restores no copy into a database of PostgreSQL that has tables', async () => {
  const used = await createMigratedDatabase()
  await expect(restoreDump('/nowhere/copy.dump', used)).rejects.toThrow(/^There are tables in the database/)
  const empty = await createDatabase()
  await expect(restoreDump('/nowhere/copy.dump', empty)).rejects.toThrow(/^pg_restore failed/)
})
